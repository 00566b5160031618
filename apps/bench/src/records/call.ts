/** Sends a request and returns the body of its response, by default a record. @throws Error unless the status is 2xx */
export async function call<T = { id: string }>(
  url: string,
  headers: Record<string, string>,
  body?: object,
  method = body ? 'POST' : 'GET',
): Promise<T> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text.slice(0, 2_000)}`);
  return JSON.parse(text) as T;
}
