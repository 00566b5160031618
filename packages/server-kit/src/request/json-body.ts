import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTick } from 'node:timers/promises';
import express from 'express';
import { ApiError, apiError, invalidRequest } from '../errors/api-error.ts';
import { inSlices } from './in-slices.ts';
import { requireJsonWithinLimits } from './json-limits.ts';
import { normalize, normalizeInSlices } from './normalize.ts';
import { ClientDisconnectedError, whenClosed } from './request-lifetime.ts';
import { watchUploadSpeed } from './upload-speed.ts';

/** The JSON body of a request. */
export interface JsonBody {
  /** The parsed body, with normalized texts. */
  value: unknown;
  /** The decompressed bytes. They identify the request of an idempotency key. */
  bytes: Buffer;
}

/** Maximum number of characters of a header in an error message. */
const maxShownHeader = 100;

/** 400: the body is not JSON. */
function invalidJson(reason: string): ApiError {
  return apiError('invalid_json', {
    values: { reason },
    details: [{ in: 'body', path: '', code: 'invalid_json', message: reason }],
  });
}

/** 413. @param limit bytes */
function payloadTooLarge(limit: number): ApiError {
  return apiError('payload_too_large', { values: { limit: `${limit / 1024 / 1024} MiB` } });
}

/** 415. @param received the value of the header; undefined if it is absent */
function unsupportedMediaType(header: string, received: string | undefined): ApiError {
  const shown = received === undefined ? `no ${header}` : `"${header}: ${received.slice(0, maxShownHeader)}"`;
  return apiError('unsupported_media_type', { values: { received: shown } });
}

/** 408. The connection is closed, since the rest of the body may still arrive on it. */
function requestTimeout(): ApiError {
  return apiError('request_timeout', { headers: { Connection: 'close' } });
}

/** Whether a `Content-Type` is JSON with the charset UTF-8 or none. */
function isJsonInUtf8(contentType = ''): boolean {
  const [mediaType, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return mediaType === 'application/json' && (charset === undefined || /^charset="?utf-8"?$/.test(charset));
}

/** Excludes zstd, which body-parser would accept if Node supports it, with error messages of its own. */
const encodings = ['identity', 'gzip', 'deflate', 'br'];

function isSupportedEncoding(contentEncoding = 'identity'): boolean {
  return encodings.includes(contentEncoding.trim().toLowerCase());
}

/** An error of body-parser. */
interface ParserError {
  status?: number;
  type?: string;
  code?: string;
  message: string;
}

function fromParserError(error: ParserError, limit: number): unknown {
  if (error.type === 'request.aborted') return new ClientDisconnectedError();
  if (error.type === 'entity.too.large') return payloadTooLarge(limit);
  if (error.code?.startsWith('Z_')) return invalidJson(`it cannot be decompressed (${error.message})`);
  if (error.status !== 400) return error;
  return invalidRequest({ in: 'body', path: '', code: 'invalid_request', message: error.message });
}

const empty = 'it is empty; send at least {}';

/** Strips a byte order mark. */
const utf8 = new TextDecoder();

/** A larger body is parsed, normalized and validated with breaks in between. */
const breaksFrom = 64 * 1024;

/**
 * Parses a body. Long work is done in slices.
 *
 * @param maxMebibytes maximum size of the body
 * @throws 400 `invalid_json`, `invalid_request`
 */
export async function parseJsonBody(bytes: Buffer, maxMebibytes: number): Promise<JsonBody> {
  if (!isUtf8(bytes)) throw invalidJson('it is not encoded in UTF-8');
  await inSlices(requireJsonWithinLimits(bytes, maxMebibytes));
  const parsed = parse(bytes);
  if (bytes.length < breaksFrom) return { value: normalize(parsed, 'body'), bytes };
  await nextTick();
  const value = await inSlices(normalizeInSlices(parsed, 'body'));
  await nextTick();
  return { value, bytes };
}

function parse(bytes: Buffer): unknown {
  const text = utf8.decode(bytes);
  try {
    return JSON.parse(text);
  } catch (error) {
    const trailingComma = bytes.length < breaksFrom ? trailingCommaIn(text) : undefined;
    throw invalidJson(trailingComma ?? (error as SyntaxError).message);
  }
}

/** Returns the position of a trailing comma in a list or an object. The parser's own message has no position for lists. */
function trailingCommaIn(text: string): string | undefined {
  for (const { 0: token, index } of text.matchAll(/"(?:\\.|[^"\\])*"|,\s*[\]}]/g)) {
    if (!token.startsWith(',')) continue;
    const lines = text.slice(0, index).split('\n');
    const column = (lines.at(-1) ?? '').length + 1;
    return `the comma before ${token.at(-1)} must be removed (line ${lines.length} column ${column})`;
  }
  return undefined;
}

/** Reads the decompressed bytes of a body; undefined if there are none. */
export type BodyReader = (request: IncomingMessage, response: ServerResponse) => Promise<Buffer | undefined>;

/** Whether the headers of a request announce a body. */
function announcesBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
}

const smallBodyBytes = 64 * 1024;

/** Whether a body may have more than 64 KiB after decompression. */
export function mayBeLarge(request: IncomingMessage): boolean {
  const { 'content-length': length, 'content-encoding': encoding } = request.headers;
  return announcesBody(request) && (encoding !== undefined || !(Number(length) <= smallBodyBytes));
}

function byteReader(limit: number, slowBodyTimeoutMs: number): BodyReader {
  const read = express.raw({ limit, type: () => true });
  return (request, response) =>
    new Promise((resolve, reject) => {
      const stopWatching = watchUploadSpeed(request, slowBodyTimeoutMs, () => reject(requestTimeout()));
      let isRead = false;
      // body-parser does not notice this during decompression.
      whenClosed(response, () => {
        stopWatching();
        if (!isRead) reject(new ClientDisconnectedError());
      });
      read(request, response, (error?: unknown) => {
        stopWatching();
        isRead = true;
        if (error) return reject(fromParserError(error as ParserError, limit));
        const { body } = request as { body?: Buffer };
        resolve(body?.length ? body : undefined);
      });
    });
}

/** 400. The connection is closed unless the body was read, since the rest of it may still arrive. */
function unexpectedBody({ isRead }: { isRead: boolean }): ApiError {
  const message = 'must be absent or {}: this operation takes no body';
  return apiError('invalid_request', {
    details: [{ in: 'body', path: '', code: 'unexpected_body', message }],
    ...(!isRead && { headers: { Connection: 'close' } }),
  });
}

/** The bodies that clients send for "no body". PHP encodes an empty array as `[]`. */
const absent = /^\s*(\{\s*\}|\[\s*\]|null)?\s*$/;
const maxAbsentBytes = 64;

function isAbsent(bytes: Buffer | undefined): boolean {
  return !bytes || (bytes.length <= maxAbsentBytes && absent.test(bytes.toString()));
}

/**
 * Returns a reader of bodies whose bytes matter, for example because they are signed. Bodies of any content type are read as they
 * were sent, and compressed ones rejected.
 */
export function rawBodyReader(limit: number, slowBodyTimeoutMs: number): BodyReader {
  const readBytes = byteReader(limit, slowBodyTimeoutMs);
  return async (request, response) => {
    const { 'content-encoding': encoding = 'identity', 'content-length': length } = request.headers;
    if (Number(length ?? 0) > limit) throw payloadTooLarge(limit);
    if (encoding !== 'identity') throw unsupportedMediaType('Content-Encoding', encoding);
    return (await readBytes(request, response)) ?? Buffer.alloc(0);
  };
}

/** Rejects unexpected bodies, so that callers don't assume that their fields were applied. */
export function absentBodyReader(slowBodyTimeoutMs: number): BodyReader {
  const readBytes = byteReader(maxAbsentBytes, slowBodyTimeoutMs);
  return async (request, response) => {
    if (!announcesBody(request)) return undefined;
    const { 'content-encoding': encoding } = request.headers;
    if (!isSupportedEncoding(encoding)) throw unsupportedMediaType('Content-Encoding', encoding);
    if (Number(request.headers['content-length']) > maxAbsentBytes) throw unexpectedBody({ isRead: false });
    const bytes = await readBytes(request, response).catch((error: unknown) => {
      throw error instanceof ApiError ? unexpectedBody({ isRead: false }) : error;
    });
    if (!isAbsent(bytes)) throw unexpectedBody({ isRead: true });
    return undefined;
  };
}

/** 413, 415: the headers of a request announce a body that will not be read. */
function requireReadable(
  { 'content-encoding': encoding, 'content-length': length }: IncomingHttpHeaders,
  limit: number,
): void {
  if (Number(length ?? 0) > limit && !encoding) throw payloadTooLarge(limit);
  if (!isSupportedEncoding(encoding)) throw unsupportedMediaType('Content-Encoding', encoding);
}

/**
 * Returns a reader of JSON bodies, which does not parse them. It checks in this order: whether there is a body, 413
 * `payload_too_large`, 415 `unsupported_media_type`, 408 `request_timeout`.
 *
 * @param limit maximum bytes after decompression
 * @param slowBodyTimeoutMs how long a body may arrive too slowly
 */
export function jsonBodyReader(limit: number, slowBodyTimeoutMs: number): BodyReader {
  const readBytes = byteReader(limit, slowBodyTimeoutMs);
  return async (request, response) => {
    const { 'content-type': type } = request.headers;
    if (!announcesBody(request)) throw invalidJson(empty);
    requireReadable(request.headers, limit);
    if (!isJsonInUtf8(type)) throw unsupportedMediaType('Content-Type', type);
    const bytes = await readBytes(request, response);
    if (!bytes) throw invalidJson(empty);
    return bytes;
  };
}

/**
 * Returns a reader of JSON bodies that may be absent, which is the same as `{}`. Many clients send a `Content-Type` without a body,
 * so it is checked only if there is one.
 */
export function optionalJsonBodyReader(limit: number, slowBodyTimeoutMs: number): BodyReader {
  const readBytes = byteReader(limit, slowBodyTimeoutMs);
  return async (request, response) => {
    requireReadable(request.headers, limit);
    const bytes = announcesBody(request) ? await readBytes(request, response) : undefined;
    if (isAbsent(bytes)) return Buffer.from('{}');
    const { 'content-type': type } = request.headers;
    if (!isJsonInUtf8(type)) throw unsupportedMediaType('Content-Type', type);
    return bytes;
  };
}
