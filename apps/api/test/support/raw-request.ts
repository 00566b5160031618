import { type RequestOptions, request } from 'node:http';
import { checkAgainstContract } from './contract-check.ts';

interface RawResponse {
  status: number;
  headers: Headers;
  text: string;
}

type RawOptions = Pick<RequestOptions, 'headers'> & {
  method: string;
  /** Sent without normalization. */
  path: string;
  /** Sent in chunks, without a Content-Length header. */
  chunks?: Iterable<string | Uint8Array>;
};

/** Sends a request that fetch would reject or normalize. Its response is checked against the contract. */
export function rawRequest(url: string, { method, path, headers, chunks }: RawOptions): Promise<RawResponse> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, ...(headers && { headers }) });
    sent.on('error', reject).on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      response.on('end', () => {
        const answer = {
          status: response.statusCode ?? 0,
          headers: new Headers(response.headers as Record<string, string>),
          text,
        };
        try {
          checkAgainstContract({ method, path: path.split('?')[0] ?? '', ...answer });
          resolve(answer);
        } catch (error) {
          reject(error);
        }
      });
    });
    for (const chunk of chunks ?? []) sent.write(chunk);
    sent.end();
  });
}
