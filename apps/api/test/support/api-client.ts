import {
  type Body,
  type ErrorCode,
  type OperationId,
  operations,
  type PathParams,
  type Query,
  type Result,
} from '@pv-planning/contract';
import { checkAgainstContract } from './contract-check.ts';
import { bodyExamplesOf, parametersOf, requiredQueryOf } from './contract-document.ts';
import { uniqueFieldsOf } from './resources.ts';

export interface ErrorDetail {
  in: string;
  path: string;
  code: string;
  message: string;
  id?: string;
}

export interface ApiResponse<Success = unknown> {
  status: number;
  headers: Headers;
  /** Typed as the success; of a refusal see `error` and `details`. */
  body: Success;
  error: ErrorCode | undefined;
  details: ErrorDetail[] | undefined;
  text: string;
}

export interface SendOptions {
  /** An API key; null sends none. Default: the client's. */
  key?: string | null;
  /** Appended as it is when a text. */
  query?: string | Readonly<Record<string, unknown>>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, with `Content-Type: application/json` unless `headers` say otherwise. */
  rawBody?: string | Uint8Array<ArrayBuffer>;
  headers?: Readonly<Record<string, string>>;
}

type SuccessBody<O extends OperationId> = NonNullable<Result<O>['body']>;

type CallOptions<O extends OperationId> = Omit<SendOptions, 'query' | 'body'> & {
  params?: PathParams<O>;
  query?: Query<O>;
  body?: Body<O>;
};

/** A request of an operation: what is not given is taken from the contract's examples. */
export interface SampleOptions extends SendOptions {
  params?: Readonly<Record<string, string>>;
}

export interface ApiClient {
  /** Any request. Its answer is held against the contract. */
  send(method: string, path: string, options?: SendOptions): Promise<ApiResponse>;
  /** An operation by name, typed by the contract. */
  call<O extends OperationId>(operationId: O, options?: CallOptions<O>): Promise<ApiResponse<SuccessBody<O>>>;
  /** An operation with the path ids, the required parameters and the body of the contract's own examples. */
  sample(operationId: OperationId, options?: SampleOptions): Promise<ApiResponse>;
  /** The same client with another key. */
  withKey(key: string | null): ApiClient;
}

/** The address of an operation; ids that are not given are those of the contract's examples. */
export function pathOf(operationId: OperationId, params: Readonly<Record<string, string>> = {}): string {
  const examples = new Map(
    parametersOf(operationId, 'path').map(({ name, example }) => [name, String(example)]),
  );
  return operations[operationId].path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => params[name] ?? examples.get(name) ?? name,
  );
}

let uniqueNumber = 0;

/** The first body that the contract shows for an operation; what must be unique is made so. */
export function sampleBody(operationId: OperationId): object | undefined {
  const [example] = bodyExamplesOf(operationId);
  if (!example) return undefined;
  const unique = uniqueFieldsOf(operationId).filter(({ name }) => name in example);
  return { ...example, ...Object.fromEntries(unique.map(({ name }) => [name, `sample-${++uniqueNumber}`])) };
}

function queryText(query: SendOptions['query']): string {
  if (query === undefined) return '';
  if (typeof query === 'string') return `?${query}`;
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** The query, with the examples of required parameters that it lacks. */
function sampleQuery(operationId: OperationId, query: SendOptions['query']): string {
  const given = queryText(query).slice(1);
  const missing = Object.entries(requiredQueryOf(operationId))
    .filter(([name]) => !new RegExp(`(^|&)${name}=`).test(given))
    .map(([name, example]) => `${name}=${encodeURIComponent(String(example))}`);
  return [...missing, given].filter((part) => part !== '').join('&');
}

export function apiClient(url: string, clientKey: string | null): ApiClient {
  const client: ApiClient = {
    async send(method, path, { key = clientKey, query, body, rawBody, headers = {} } = {}) {
      const content = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
      const response = await fetch(`${url}${path}${queryText(query)}`, {
        method,
        headers: {
          ...(key !== null && { Authorization: `Bearer ${key}` }),
          ...(content !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(content !== undefined && { body: content }),
        redirect: 'manual',
      });
      const text = await response.text();
      const [bare = ''] = path.split('?');
      checkAgainstContract({ method, path: bare, status: response.status, headers: response.headers, text });
      const parsed = text === '' ? undefined : JSON.parse(text);
      const refused = response.status >= 400;
      return {
        status: response.status,
        headers: response.headers,
        body: parsed,
        error: refused ? parsed?.error : undefined,
        details: refused ? parsed?.details : undefined,
        text,
      };
    },
    async call(operationId, { params, ...options } = {}) {
      const path = pathOf(operationId, params);
      return (await client.send(operations[operationId].method, path, options)) as never;
    },
    sample(operationId, { params, ...options } = {}) {
      const body =
        options.body === undefined && options.rawBody === undefined ? sampleBody(operationId) : options.body;
      const query = sampleQuery(operationId, options.query);
      return client.send(operations[operationId].method, pathOf(operationId, params), {
        ...options,
        query,
        body,
      });
    },
    withKey: (key) => apiClient(url, key),
  };
  return client;
}
