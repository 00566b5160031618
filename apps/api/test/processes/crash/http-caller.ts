export interface Reply {
  status: number;
  body: unknown;
}

export type Caller = (
  method: string,
  path: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<Reply>;

/** Sends requests to a service that may be killed at any time; the promise then rejects. */
export function httpCaller(url: string, apiKey: string): Caller {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        Authorization: `Bearer ${apiKey}`,
        ...(body && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
}
