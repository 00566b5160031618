import type { Body, ErrorCode, OperationId, PathParams, Query, Result } from '@pv-planning/contract';
import { contractCheck } from './contract-check.ts';
import { publicContract, type TestContract } from './contract-document.ts';
import { operationResources } from './resources.ts';

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
  /** Typed as the body of a success. For errors, use `error` and `details`. */
  body: Success;
  error: ErrorCode | undefined;
  details: ErrorDetail[] | undefined;
  text: string;
}

export interface SendOptions {
  /** An API key; null sends none. Default: the client's key. */
  key?: string | null;
  /** A string is appended unchanged. */
  query?: string | Readonly<Record<string, unknown>>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged, with `Content-Type: application/json` unless `headers` contain another content type. */
  rawBody?: string | Uint8Array<ArrayBuffer>;
  headers?: Readonly<Record<string, string>>;
  /** Whether 502 or 503 is a response that the test expects. */
  mayFail?: boolean;
}

type SuccessBody<O extends OperationId> = NonNullable<Result<O>['body']>;

type CallOptions<O extends OperationId> = Omit<SendOptions, 'query' | 'body'> & {
  params?: PathParams<O>;
  query?: Query<O>;
  body?: Body<O>;
};

/** Options for a request of an operation. Omitted values are taken from the contract's examples. */
export interface SampleOptions extends SendOptions {
  params?: Readonly<Record<string, string>>;
}

export interface ApiClient<Id extends string = OperationId> {
  /** Sends any request. The response is checked against the contract. */
  send(method: string, path: string, options?: SendOptions): Promise<ApiResponse>;
  /** Calls an operation by name, typed by the contract of the public API. */
  call<O extends OperationId>(operationId: O, options?: CallOptions<O>): Promise<ApiResponse<SuccessBody<O>>>;
  /** Calls an operation with the path ids, the required parameters and the body from the contract's examples. */
  sample(operationId: Id, options?: SampleOptions): Promise<ApiResponse>;
  /** Returns the path of an operation. Omitted ids are known to the client, or taken from the contract's examples. */
  pathOf(operationId: Id, params?: Readonly<Record<string, string>>): string;
  /** Returns the values that replace those of the examples in paths and bodies of an operation. */
  known(operationId: Id): KnownValues;
  /** Returns the same client with another key. */
  withKey(key: string | null): ApiClient<Id>;
}

/** Values by name, such as the token of a link, which differs between companies. */
export type KnownValues = Readonly<Record<string, string>>;

export interface ClientOptions<Id extends string> {
  /** An API key; null for none. */
  key: string | null;
  /** Returns the values that replace those of the examples in paths and bodies of an operation. Default: none. */
  known?: (operationId: Id) => KnownValues;
  /** Sent with every request. */
  headers?: () => Readonly<Record<string, string>>;
}

/** Creates requests from the examples of a contract document. */
export interface RequestSamples<Id extends string> {
  /** Returns the path of an operation. Omitted ids are taken from the contract's examples. */
  pathOf(operationId: Id, params?: Readonly<Record<string, string>>): string;
  /** Returns the first example body of an operation, with new values in the unique fields. */
  sampleBody(operationId: Id): object | undefined;
  /** Returns the query, with the examples of the required parameters that it lacks. */
  sampleQuery(operationId: Id, query: SendOptions['query']): string;
}

let uniqueNumber = 0;

export function requestSamples<Id extends string>(contract: TestContract<Id>): RequestSamples<Id> {
  const { operations, parametersOf, bodyExamplesOf, requiredQueryOf } = contract;
  const { uniqueFieldsOf } = operationResources(contract);
  return {
    pathOf(operationId, params = {}) {
      const examples = new Map(
        parametersOf(operationId, 'path').map(({ name, example }) => [name, String(example)]),
      );
      return operations[operationId].path.replaceAll(
        /\{(\w+)\}/g,
        (_, name: string) => params[name] ?? examples.get(name) ?? name,
      );
    },
    sampleBody(operationId) {
      const [example] = bodyExamplesOf(operationId);
      if (!example) return undefined;
      const unique = uniqueFieldsOf(operationId).filter(({ name }) => name in example);
      return {
        ...example,
        ...Object.fromEntries(unique.map(({ name }) => [name, `sample-${++uniqueNumber}`])),
      };
    },
    sampleQuery(operationId, query) {
      const given = queryText(query).slice(1);
      const missing = Object.entries(requiredQueryOf(operationId))
        .filter(([name]) => !new RegExp(`(^|&)${name}=`).test(given))
        .map(([name, example]) => `${name}=${encodeURIComponent(String(example))}`);
      return [...missing, given].filter((part) => part !== '').join('&');
    },
  };
}

const publicSamples = requestSamples(publicContract);

export const { pathOf, sampleBody } = publicSamples;

function queryText(query: SendOptions['query']): string {
  if (query === undefined) return '';
  if (typeof query === 'string') return `?${query}`;
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** Returns a client for the service at a URL, with the operations of a contract document. */
export function apiClient<Id extends string>(
  contract: TestContract<Id>,
  url: string,
  clientOptions: ClientOptions<Id>,
): ApiClient<Id> {
  const { key: clientKey, known = () => ({}), headers: ownHeaders = () => ({}) } = clientOptions;
  const { operations } = contract;
  const samples = requestSamples(contract);
  const pathOf = (operationId: Id, params: Readonly<Record<string, string>> = {}) =>
    samples.pathOf(operationId, { ...known(operationId), ...params });
  const knownBody = (operationId: Id) => {
    const body = samples.sampleBody(operationId);
    const values = Object.entries(known(operationId));
    return body && { ...body, ...Object.fromEntries(values.filter(([name]) => name in body)) };
  };
  const { checkResponse } = contractCheck(contract);
  const client: ApiClient<Id> = {
    async send(method, path, { key = clientKey, query, body, rawBody, headers = {}, mayFail = false } = {}) {
      const content = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
      const response = await fetch(`${url}${path}${queryText(query)}`, {
        method,
        headers: {
          ...(key !== null && { Authorization: `Bearer ${key}` }),
          ...(content !== undefined && { 'Content-Type': 'application/json' }),
          ...ownHeaders(),
          ...headers,
        },
        ...(content !== undefined && { body: content }),
        redirect: 'manual',
      });
      const text = await response.text();
      const [bare = ''] = path.split('?');
      const { status } = response;
      checkResponse({ method, path: bare, status, headers: response.headers, text }, { mayFail });
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
      const { method } = publicContract.operations[operationId];
      return (await client.send(method, publicSamples.pathOf(operationId, params), options)) as never;
    },
    sample(operationId, { params, ...options } = {}) {
      const body =
        options.body === undefined && options.rawBody === undefined ? knownBody(operationId) : options.body;
      const query = samples.sampleQuery(operationId, options.query);
      return client.send(operations[operationId].method, pathOf(operationId, params), {
        ...options,
        query,
        body,
      });
    },
    pathOf,
    known,
    withKey: (key) => apiClient(contract, url, { ...clientOptions, key }),
  };
  return client;
}
