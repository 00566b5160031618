import { isUtf8 } from 'node:buffer';
import express, { type RequestHandler } from 'express';
import { ApiError } from './api-error.ts';
import { normalized } from './normalized.ts';
import { refuseTooManyValues } from './value-count.ts';

/** 400: the body is not JSON. */
export function invalidJson(reason: string): ApiError {
  return new ApiError('invalid_json', {
    values: { reason },
    details: [{ in: 'body', path: '', code: 'invalid_json', message: reason }],
  });
}

/** 413. @param limit bytes */
export function payloadTooLarge(limit: number): ApiError {
  return new ApiError('payload_too_large', { values: { limit: `${limit / 1024 / 1024} MiB` } });
}

/** Whether a `Content-Type` says JSON, in UTF-8 or in what need not be said. */
function isJsonInUtf8(contentType = ''): boolean {
  const [mediaType, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return mediaType === 'application/json' && (charset === undefined || /^charset="?utf-8"?$/.test(charset));
}

/** The parser of the body would read zstd as well, where Node can, and tell of a broken one in words of its own. */
const encodings = ['identity', 'gzip', 'deflate', 'br'];

function isReadable(contentEncoding = 'identity'): boolean {
  return encodings.includes(contentEncoding.trim().toLowerCase());
}

/**
 * Reads the JSON body of an operation that takes one: 413 before 415 before 400. Keeps its bytes in
 * `response.locals.bodyBytes`, which identify the request under an idempotency key.
 *
 * @param limit bytes, after inflating
 */
export function jsonBody(limit: number): RequestHandler {
  const parse = express.json({
    limit,
    strict: false,
    verify: (_request, response, bytes) => {
      if (!isUtf8(bytes)) throw invalidJson('it is not encoded in UTF-8');
      refuseTooManyValues(bytes);
      (response as express.Response).locals.bodyBytes = bytes;
    },
  });
  return (request, response, next) => {
    if (!response.locals.operation.hasBody) {
      // The validator compiles and keeps a schema per media type; without a body there is none to tell apart.
      delete request.headers['content-type'];
      next();
      return;
    }
    if (Number(request.headers['content-length'] ?? 0) > limit && !request.headers['content-encoding']) {
      throw payloadTooLarge(limit);
    }
    const { 'content-type': type, 'content-encoding': encoding } = request.headers;
    if (!isJsonInUtf8(type) || !isReadable(encoding)) throw new ApiError('unsupported_media_type');
    parse(request, response, (error?: unknown) => {
      if (error) return next(error);
      if (!response.locals.bodyBytes?.length) {
        return next(invalidJson('it is empty'));
      }
      try {
        request.body = normalized(request.body, 'body');
        request.headers['content-type'] = 'application/json';
        next();
      } catch (refused) {
        next(refused);
      }
    });
  };
}
