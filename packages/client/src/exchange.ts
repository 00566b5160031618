import type { operations } from '@pv-planning/contract';
import createFetchClient from 'openapi-fetch';

type Method = (typeof operations)[keyof typeof operations]['method'];

/** A request as openapi-fetch takes it. */
export interface ExchangeRequest {
  /** With placeholders, such as `/v1/customers/{id}`. */
  params: { path: Record<string, string>; query: Record<string, unknown> | undefined };
  headers: Record<string, string | undefined>;
  body: unknown;
  signal: AbortSignal;
}

/** The response with its body as text, or the reason why there is none. */
export type Exchanged = { response: Response; text: string } | { response: undefined; cause: unknown };

export type Exchange = (method: Method, path: string, request: ExchangeRequest) => Promise<Exchanged>;

/** Separates several values of a parameter by commas, as all lists of the contract do. */
const querySerializer = { array: { style: 'form', explode: false } } as const;

/** Any operation, in the form in which openapi-fetch reads the types of a document. The types of single ones are those of `Client`. */
interface AnyOperation {
  parameters: { path: Record<string, string>; query: Record<string, unknown> | undefined };
  requestBody?: { content: { 'application/json': unknown } };
  responses: { default: { content: { 'application/json': unknown } } };
}

type AnyPaths = Record<string, Record<Lowercase<Method>, AnyOperation>>;

/** In lower case, as openapi-fetch types it; it sends upper case. */
const lowerCase = (method: Method) => method.toLowerCase() as Lowercase<Method>;

/**
 * One attempt over HTTP. Rejects if the request cannot be built, for example from a body that is not serializable; returns
 * network failures.
 */
export function createExchange(
  baseUrl: string,
  headers: Record<string, string | undefined>,
  fetchRequest: (request: Request) => Promise<Response>,
): Exchange {
  // The API never redirects. Following one would turn a POST into a GET.
  const client = createFetchClient<AnyPaths>({ baseUrl, headers, redirect: 'manual', querySerializer });

  return async (method, path, request) => {
    let sent = false;
    function fetch(httpRequest: Request): Promise<Response> {
      sent = true;
      return fetchRequest(httpRequest);
    }
    try {
      const init = { ...request, parseAs: 'text', fetch } as const;
      const { data = '', error = '', response } = await client.request(lowerCase(method), path, init);
      if (response.ok) return { response, text: data };
      return { response, text: typeof error === 'string' ? error : JSON.stringify(error) };
    } catch (cause) {
      if (!sent) throw cause;
      return { response: undefined, cause };
    }
  };
}
