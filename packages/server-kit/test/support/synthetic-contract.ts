import type { Caller, Contract, ErrorTable, Finished, Operation, Steps } from '../../src/index.ts';
import { operationDefaults } from '../../src/testing.ts';
import { kitErrors } from './kit-errors.ts';

type Schema = Readonly<Record<string, unknown>>;

interface Result {
  status: number;
  body?: unknown;
}

/** The request of a handler of a synthetic operation. */
export interface SyntheticRequest {
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
  page: unknown;
  idempotencyKey: string | undefined;
  requireMatch(representation: unknown): void;
  signal: AbortSignal;
}

/** An operation defined by a test. All properties except the path have defaults. */
export interface SyntheticOperation extends Partial<Operation> {
  path: string;
  /** Query parameters by name. */
  query?: Readonly<Record<string, Schema>>;
  /** Schema of the body. Default: no body. */
  body?: Schema;
  /** Status of a successful response. Default: 200. */
  status?: number;
  /** Schema of a successful response. Default: anything. */
  result?: Schema;
  /** Statuses of error responses. Default: those of all error codes. */
  errorStatuses?: readonly number[];
  /** Default: responds with `{}`. */
  handle?: (request: SyntheticRequest, caller: Caller) => Promise<Result>;
  /** For an operation with steps. */
  handleSteps?: (request: SyntheticRequest, steps: Steps<Caller>) => Promise<Finished<Result>>;
}

export type SyntheticOperations = Readonly<Record<string, SyntheticOperation>>;

/** The codes of the kit, and the 401 of `serveSynthetic`. */
export const syntheticErrors = {
  ...kitErrors,
  unknown_caller: { status: 401, message: 'Who are you?' },
} as const;

const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });

/** The content of a raw body in a document. */
const anyContent = { content: { '*/*': {} } };

function entryOf(own: SyntheticOperation, errors: ErrorTable): Operation {
  const { query, body, status, result, errorStatuses, handle, handleSteps, ...entry } = own;
  return {
    ...operationDefaults,
    method: body ? 'POST' : 'GET',
    errors: Object.keys(errors),
    hasBody: body !== undefined,
    readOnly: body === undefined,
    steps: handleSteps !== undefined,
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

function operationObject(operationId: string, own: SyntheticOperation, entry: Operation, errors: ErrorTable) {
  const {
    body,
    status = 200,
    result = {},
    errorStatuses = Object.values(errors).map((error) => error.status),
  } = own;
  const error = json({ type: 'object', required: ['error', 'message'] });
  return {
    operationId,
    parameters: parametersOf(own, entry),
    ...(body && {
      requestBody: { required: !entry.optionalBody, ...(entry.rawBody ? anyContent : json(body)) },
    }),
    responses: {
      ...Object.fromEntries(errorStatuses.map((code) => [code, { description: 'error', ...error }])),
      [status]: { description: 'success', ...(status !== 204 && json(result)) },
    },
  };
}

/** A contract with operations defined by a test. Its types do not include them. */
export function syntheticContract(
  operations: SyntheticOperations,
  {
    errors = syntheticErrors,
    formats = {},
    components = {},
  }: Partial<Pick<Contract, 'errors' | 'formats'>> & { components?: Contract['document']['components'] } = {},
): Contract {
  const entries = Object.fromEntries(
    Object.entries(operations).map(([operationId, own]) => [operationId, entryOf(own, errors)]),
  );
  const paths: Contract['document']['paths'] = {};
  for (const [operationId, own] of Object.entries(operations)) {
    const entry = entryOf(own, errors);
    const described = operationObject(operationId, own, entry, errors);
    paths[entry.path] = { ...paths[entry.path], [entry.method.toLowerCase()]: described };
  }
  const document = { openapi: '3.1.0', info: { title: 'Synthetic', version: '1.0.0' }, paths, components };
  return { document, operations: entries, errors, formats };
}
