import type { Caller, Contract, ErrorTable, Operation } from '../../src/index.ts';
import { kitErrors } from './kit-errors.ts';

type Schema = Readonly<Record<string, unknown>>;

interface Answer {
  status: number;
  body?: unknown;
}

/** What a handler of a made-up operation gets. */
export interface SyntheticRequest {
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
  page: unknown;
  requireMatch(representation: unknown): void;
  signal: AbortSignal;
}

/** An operation made up for a test: what is left out is as plain as can be. */
export interface SyntheticOperation extends Partial<Operation> {
  path: string;
  /** Query parameters by their names. */
  query?: Readonly<Record<string, Schema>>;
  /** Schema of the body; without one the operation takes none. */
  body?: Schema;
  /** Status of the success; 200 when left out. */
  status?: number;
  /** Schema of the success; anything when left out. */
  result?: Schema;
  /** Statuses of the refusals; those of all errors when left out. */
  refusals?: readonly number[];
  /** Answers `{}` when left out. */
  handle?: (request: SyntheticRequest, caller: Caller) => Promise<Answer>;
}

export type SyntheticOperations = Readonly<Record<string, SyntheticOperation>>;

/** 401 of the callers that `serveSynthetic` knows, beside the codes of the kit. */
export const syntheticErrors = {
  ...kitErrors,
  unknown_caller: { status: 401, message: 'Who are you?' },
} as const;

const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });

function entryOf(own: SyntheticOperation): Operation {
  const { query, body, status, result, refusals, handle, ...entry } = own;
  return {
    method: body ? 'POST' : 'GET',
    hasBody: body !== undefined,
    maxBodyMiB: 1,
    readOnly: body === undefined,
    oneAtATime: false,
    idempotent: false,
    dryRun: false,
    ifMatch: false,
    etag: false,
    location: null,
    sortable: [],
    nullableSort: [],
    defaultSort: null,
    ...entry,
  };
}

function parametersOf({ path, query = {} }: SyntheticOperation, { idempotent, ifMatch }: Operation) {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', maxLength: 64 },
  }));
  const inQuery = Object.entries(query).map(([name, schema]) => ({ name, in: 'query', schema }));
  const headers = [...(idempotent ? ['Idempotency-Key'] : []), ...(ifMatch ? ['If-Match'] : [])];
  const inHeader = headers.map((name) => ({ name, in: 'header', schema: { type: 'string', minLength: 1 } }));
  return [...inPath, ...inQuery, ...inHeader];
}

function describedOperation(
  operationId: string,
  own: SyntheticOperation,
  entry: Operation,
  errors: ErrorTable,
) {
  const {
    body,
    status = 200,
    result = {},
    refusals = Object.values(errors).map((error) => error.status),
  } = own;
  const refused = json({ type: 'object', required: ['error', 'message'] });
  return {
    operationId,
    parameters: parametersOf(own, entry),
    ...(body && { requestBody: { required: true, ...json(body) } }),
    responses: {
      ...Object.fromEntries(refusals.map((code) => [code, { description: 'refused', ...refused }])),
      [status]: { description: 'done', ...(status !== 204 && json(result)) },
    },
  };
}

/** A contract with operations made up for a test; its types know nothing of them. */
export function syntheticContract(
  operations: SyntheticOperations,
  {
    errors = syntheticErrors,
    formats = {},
    components = {},
  }: Partial<Pick<Contract, 'errors' | 'formats'>> & { components?: Contract['document']['components'] } = {},
): Contract {
  const entries = Object.fromEntries(
    Object.entries(operations).map(([operationId, own]) => [operationId, entryOf(own)]),
  );
  const paths: Contract['document']['paths'] = {};
  for (const [operationId, own] of Object.entries(operations)) {
    const entry = entryOf(own);
    const described = describedOperation(operationId, own, entry, errors);
    paths[entry.path] = { ...paths[entry.path], [entry.method.toLowerCase()]: described };
  }
  const document = { openapi: '3.1.0', info: { title: 'Synthetic', version: '1.0.0' }, paths, components };
  return { document, operations: entries, errors, formats };
}
