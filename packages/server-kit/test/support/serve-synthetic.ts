import { testLog } from '../../../../scripts/test-log.ts';
import {
  type ApiOptions,
  type Authenticate,
  admission,
  apiErrors,
  type Caller,
  type Contract,
  contractApi,
  fallbackResponder,
  requestLog,
} from '../../src/index.ts';
import { memoryTransactions } from './memory-transactions.ts';
import { serve } from './serve.ts';
import { type SyntheticOperations, syntheticContract, syntheticErrors } from './synthetic-contract.ts';

const { unauthorized } = apiErrors(syntheticErrors);

/** Authenticates by a header with the caller's name, which is also its tenant. Callers have all scopes except the one in another header. */
const authenticateByName: Authenticate<Caller> = async ({ headers }) => {
  const name = headers['x-caller'];
  if (typeof name !== 'string') throw unauthorized('unknown_caller');
  const missingScope = headers['x-without-scope'];
  return {
    tenant: name,
    owner: `caller:${name}`,
    rateLimitKey: name,
    logFields: { caller: name },
    hasScope: (scope) => scope !== missingScope,
  };
};

type Options = Partial<Omit<ApiOptions<Contract, Caller, Caller>, 'contract' | 'handlers' | 'logger'>> & {
  maxConcurrentRequests?: number;
} & Parameters<typeof syntheticContract>[1];

export interface SendOptions {
  method?: string;
  /** Null: without authentication. */
  caller?: string | null;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged. */
  rawBody?: string | Uint8Array<ArrayBuffer>;
  signal?: AbortSignal;
}

export interface SyntheticResponse {
  status: number;
  headers: Headers;
  body: { error?: string; message?: string; details?: unknown[] } & Record<string, unknown>;
}

/** Serves a contract with these operations over HTTP and validates its responses. */
export async function serveSynthetic(
  operations: SyntheticOperations,
  {
    errors,
    formats,
    components,
    authenticate = authenticateByName,
    maxConcurrentRequests = 16,
    ...options
  }: Options = {},
) {
  const contract = syntheticContract(operations, {
    ...(errors && { errors }),
    ...(formats && { formats }),
    ...(components && { components }),
  });
  const { logger, lines } = testLog();
  let authenticated = 0;
  const handleByDefault = async () => ({ status: 200, body: {} });
  const handlers = Object.fromEntries(
    Object.entries(operations).map(([operationId, { handle = handleByDefault, handleSteps }]) => [
      operationId,
      handleSteps ?? handle,
    ]),
  );
  const api = contractApi<Contract, Caller, Caller>({
    contract,
    async authenticate(head) {
      const caller = await authenticate(head);
      authenticated += 1;
      return caller;
    },
    handlers: handlers as never,
    transactions: memoryTransactions(),
    requestsPerMinute: 0,
    admission: admission(maxConcurrentRequests),
    validateResponses: true,
    logger,
    ...options,
  });
  const fallback = fallbackResponder({ contract, logger });
  const { url, close } = await serve(requestLog(logger), api.handler, ...fallback);

  async function send(
    path: string,
    { body, rawBody, caller = 'anna', method, headers, signal }: SendOptions = {},
  ): Promise<SyntheticResponse> {
    const content = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(url + path, {
      method: method ?? (content === undefined ? 'GET' : 'POST'),
      headers: {
        ...(caller !== null && { 'x-caller': caller }),
        ...(content !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(content !== undefined && { body: content }),
      ...(signal && { signal }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
  }

  return {
    url,
    send,
    lines,
    /** The number of authenticated requests so far, whether they are running or waiting. */
    authenticated: () => authenticated,
    warmUp: api.warmUp,
    close,
  };
}
