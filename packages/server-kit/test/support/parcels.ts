// A contract that is not about PV planning: callers authenticate with links to parcels.
import { hash } from 'node:crypto';
import {
  type Authenticate,
  apiErrors,
  type Caller,
  type Contract,
  type ContractDocument,
  type Handlers,
  notFound,
} from '../../src/index.ts';
import { operationDefaults } from '../../src/testing.ts';
import { kitErrors } from './kit-errors.ts';

interface Parcel {
  state: 'WAITING' | 'COLLECTED';
  collectedBy: string | null;
}

/** The types that a generator would derive from the document. */
type Types = {
  getParcel: {
    params: { token: string };
    query: Record<never, never>;
    body: undefined;
    result: { status: 200; body: Parcel };
  };
  collectParcel: {
    params: { token: string };
    query: Record<never, never>;
    body: { name: string };
    result: { status: 200; body: Parcel };
  };
};

const errors = {
  ...kitErrors,
  parcel_collected: { status: 409, message: '{name} has collected this parcel.' },
} as const;

const readErrors = ['invalid_request', 'not_found', 'rate_limited', 'internal_error'] as const;

const operations = {
  getParcel: {
    ...operationDefaults,
    method: 'GET',
    path: '/pages/v1/parcels/{token}',
    errors: readErrors,
    readOnly: true,
    etag: true,
  },
  collectParcel: {
    ...operationDefaults,
    method: 'POST',
    path: '/pages/v1/parcels/{token}/collect',
    errors: [
      ...readErrors,
      'invalid_json',
      'parcel_collected',
      'idempotency_key_reused',
      'idempotency_in_progress',
    ],
    hasBody: true,
    readOnly: false,
    idempotent: true,
  },
} as const;

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const errorResponse = (...codes: string[]) => ({
  description: 'error',
  ...json({ type: 'object', properties: { error: { enum: codes } } }),
});
const found = { description: 'the parcel', ...json({ $ref: '#/components/schemas/Parcel' }) };
const token = { name: 'token', in: 'path', required: true, schema: { type: 'string', maxLength: 64 } };

const document: ContractDocument = {
  openapi: '3.1.0',
  info: { title: 'Parcels', version: '1.0.0' },
  paths: {
    [operations.getParcel.path]: {
      parameters: [token],
      get: { operationId: 'getParcel', responses: { 200: found, 404: errorResponse('not_found') } },
    },
    [operations.collectParcel.path]: {
      parameters: [token],
      post: {
        operationId: 'collectParcel',
        parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }],
        requestBody: { required: true, ...json({ $ref: '#/components/schemas/Collector' }) },
        responses: {
          200: found,
          400: errorResponse('invalid_request', 'invalid_json'),
          404: errorResponse('not_found'),
          409: errorResponse('parcel_collected', 'idempotency_key_reused', 'idempotency_in_progress'),
        },
      },
    },
  },
  components: {
    schemas: {
      Parcel: {
        type: 'object',
        additionalProperties: false,
        required: ['state', 'collectedBy'],
        properties: {
          state: { enum: ['WAITING', 'COLLECTED'] },
          collectedBy: { type: ['string', 'null'] },
        },
      },
      Collector: {
        type: 'object',
        additionalProperties: false,
        required: ['name'],
        properties: { name: { type: 'string', pattern: '^[^\\n]+$' } },
      },
    },
  },
};

export type ParcelContract = Contract<typeof operations, typeof errors, Types>;

export const parcelContract: ParcelContract = {
  document,
  operations,
  errors,
  formats: { line: { pattern: '^[^\\n]+$', says: 'must be one line' } },
};

export const { conflict } = apiErrors(errors);

/** A caller with the link of a parcel. */
export interface LinkHolder extends Caller {
  parcel: Parcel;
}

/** The error for an unknown link is that for an unknown path. */
export function linkAuthentication(parcels: ReadonlyMap<string, Parcel>): Authenticate<LinkHolder> {
  return async ({ params: { token = '' }, clientAddress = '' }) => {
    const parcel = parcels.get(token);
    if (!parcel) throw notFound();
    return {
      tenant: 'depot',
      owner: `link:${hash('sha256', token)}`,
      rateLimitKey: clientAddress,
      logFields: { actor: 'customer' },
      hasScope: () => true,
      parcel,
    };
  };
}

export const parcelHandlers: Handlers<ParcelContract, LinkHolder> = {
  async getParcel(_request, { parcel }) {
    return { status: 200, body: parcel };
  },

  async collectParcel({ body }, { parcel }) {
    if (parcel.collectedBy !== null)
      throw conflict('parcel_collected', { values: { name: parcel.collectedBy } });
    Object.assign(parcel, { state: 'COLLECTED', collectedBy: body.name });
    return { status: 200, body: parcel };
  },
};
