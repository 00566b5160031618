import type { ClientRequest, IncomingMessage } from 'node:http';

export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
  truncated: boolean;
}

export interface ResponseLimits {
  bodyLimit: number;
  /** Milliseconds for the body after the headers. */
  bodyMs: number;
}

/** Reads the response up to the limits. Closes the connection if the response exceeds them. */
export function collectResponse(
  request: ClientRequest,
  response: IncomingMessage,
  { bodyLimit, bodyMs }: ResponseLimits,
): Promise<HttpResponse> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve) => {
    const finish = (truncated: boolean) => {
      clearTimeout(timer);
      if (truncated) request.destroy();
      resolve({
        status: response.statusCode ?? 0,
        headers: textHeaders(response),
        body: Buffer.concat(chunks).subarray(0, bodyLimit).toString('utf8'),
        truncated,
      });
    };
    const timer = setTimeout(() => finish(true), bodyMs);
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > bodyLimit) finish(true);
    });
    response.once('end', () => finish(false));
    response.on('error', () => finish(true));
    response.once('close', () => finish(!response.complete));
  });
}

/** Names in lower case. Repeated headers are joined. */
function textHeaders({ rawHeaders }: IncomingMessage): Record<string, string> {
  const headers = new Map<string, string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    const value = rawHeaders[index + 1] ?? '';
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(headers);
}
