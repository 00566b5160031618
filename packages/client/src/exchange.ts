import createFetchClient from 'openapi-fetch';

/** A request in the terms of the contract. */
export interface ExchangeRequest {
  /** With placeholders, such as `/v1/customers/{id}`. */
  params: { path: Record<string, unknown>; query: unknown };
  headers: Record<string, string | undefined>;
  body: unknown;
  signal: AbortSignal;
}

/** What came back: an answer with its body still text, or the reason why there is none. */
export type Exchanged = { response: Response; text: string } | { response: undefined; cause: unknown };

export type Exchange = (method: string, path: string, request: ExchangeRequest) => Promise<Exchanged>;

/** openapi-fetch with the types of single operations forgotten: this one function serves them all. */
type FetchOperation = (
  method: string,
  path: string,
  init: object,
) => Promise<{ data?: string; error?: unknown; response: Response }>;

/**
 * One attempt over HTTP. A fault before the request leaves, such as a body that is no JSON, rejects; a fault on the way
 * is returned.
 */
export function createExchange(
  baseUrl: string,
  headers: Record<string, string | undefined>,
  fetchRequest: (request: Request) => Promise<Response>,
): Exchange {
  // The API never redirects. Following one would turn a POST into a GET.
  const client = createFetchClient({ baseUrl, headers, redirect: 'manual' });
  const fetchOperation = client.request as unknown as FetchOperation;

  return async (method, path, request) => {
    let sent = false;
    function fetch(httpRequest: Request): Promise<Response> {
      sent = true;
      return fetchRequest(httpRequest);
    }
    try {
      const init = { ...request, parseAs: 'text', fetch };
      const { data = '', error = '', response } = await fetchOperation(method, path, init);
      if (response.ok) return { response, text: data };
      return { response, text: typeof error === 'string' ? error : JSON.stringify(error) };
    } catch (cause) {
      if (!sent) throw cause;
      return { response: undefined, cause };
    }
  };
}
