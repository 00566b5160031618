import type { ServerResponse } from 'node:http';
import { byteLengthOf, type Json, textOf } from './json-text.ts';

export interface ApiResponse {
  status: number;
  /** The body; undefined if there is none. */
  json: Json | undefined;
  headers: Readonly<Record<string, string>>;
}

/** A response stored for an `Idempotency-Key`. */
export interface StoredResponse extends ApiResponse {
  json: string | undefined;
}

export function storedResponse({ json, ...response }: ApiResponse): StoredResponse {
  return { ...response, json: json === undefined ? undefined : textOf(json) };
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
  response.setHeader('Content-Length', byteLengthOf(json));
  if (typeof json === 'string') {
    response.end(json.length > encodedFrom ? Buffer.from(json) : json);
    return;
  }
  response.cork();
  for (const part of json) response.write(part);
  response.end();
}
