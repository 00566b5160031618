import { request } from 'node:http';

interface RawRequest {
  method?: string;
  /** As it goes over the wire. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent piece by piece, without a length. */
  chunks: Iterable<string | Uint8Array>;
}

/** Sends what fetch would not send, or would tidy up first; resolves to the status. */
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
