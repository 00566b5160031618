import type { ServerResponse } from 'node:http';

/** A response, as it is sent and as it is stored for an `Idempotency-Key`. */
export interface ApiResponse {
  status: number;
  /** The body as text; undefined if there is none. */
  json: string | undefined;
  headers: Readonly<Record<string, string>>;
}

export function setHeaders(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const name in headers) response.setHeader(name, headers[name] ?? '');
}

/** A longer text is encoded once, before it is sent. Node would reserve three bytes per character until the client has read it. */
const encodedFrom = 64 * 1024;

/** Sends the text unchanged. Express would also determine its type, entity tag and length. */
export function sendResponse(response: ServerResponse, { status, json, headers }: ApiResponse): void {
  response.statusCode = status;
  setHeaders(response, headers);
  if (json === undefined) {
    response.end();
    return;
  }
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  const body = json.length > encodedFrom ? Buffer.from(json) : json;
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}
