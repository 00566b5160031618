import { request } from 'node:http';

interface RawRequest {
  method?: string;
  /** Sent unchanged. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent without Content-Length unless `headers` contain one. */
  chunks: Iterable<string | Uint8Array>;
}

/** Sends a request that fetch would reject or change. Resolves to the status. */
export function rawRequest(
  url: string,
  { method = 'POST', path, headers = {}, chunks }: RawRequest,
): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers });
    sent.on('error', reject).on('response', (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    for (const chunk of chunks) sent.write(chunk);
    sent.end();
  });
}
