import createFetchClient from 'openapi-fetch';

/** A request as openapi-fetch takes it. */
export interface ExchangeRequest {
  /** With placeholders, such as `/v1/customers/{id}`. */
  params: { path: Record<string, unknown>; query: unknown };
  headers: Record<string, string | undefined>;
  body: unknown;
  signal: AbortSignal;
}

/** The response with its body as text, or the reason why there is none. */
export type Exchanged = { response: Response; text: string } | { response: undefined; cause: unknown };

export type Exchange = (method: string, path: string, request: ExchangeRequest) => Promise<Exchanged>;

/** Separates several values of a parameter by commas, as all lists of the contract do. */
const querySerializer = { array: { style: 'form', explode: false } } as const;

/** openapi-fetch without the types of single operations. */
type FetchOperation = (
  method: string,
  path: string,
  init: object,
) => Promise<{ data?: string; error?: unknown; response: Response }>;

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
  const client = createFetchClient({ baseUrl, headers, redirect: 'manual', querySerializer });
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
