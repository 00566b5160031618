import type { ClientRequest, IncomingMessage } from 'node:http';

export interface HttpAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
  truncated: boolean;
}

export interface AnswerLimits {
  bodyLimit: number;
  /** Milliseconds for the rest of the answer once its headers are there. */
  bodyMs: number;
}

/** Reads what the limits allow. An answer that is not read to its end takes its connection with it. */
export function collectAnswer(
  request: ClientRequest,
  response: IncomingMessage,
  { bodyLimit, bodyMs }: AnswerLimits,
): Promise<HttpAnswer> {
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

/** Names in lower case. What comes several times is joined. */
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
