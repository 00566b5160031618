import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { recordOf } from './request-record.ts';

/** In characters. The header can be of any length. */
const maxUserAgentLength = 200;

/**
 * Adds `X-Request-Id` to each response, with the caller's value if it is valid, and logs one line when the request ends, with
 * the code of an error. Keys, bodies, queries and the details of errors are never logged.
 */
export function requestLog(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const record = recordOf(request);
    const userAgent = request.headers['user-agent']?.slice(0, maxUserAgentLength);
    response.setHeader('X-Request-Id', record.requestId);
    response.once('close', () => {
      const { requestId, operationId, caller, clientAddress, errorCode } = record;
      logger.info(
        {
          requestId,
          method: request.method,
          operationId,
          ...caller,
          clientAddress,
          userAgent,
          status: response.statusCode,
          code: errorCode,
          durationMs: Math.round((performance.now() - startedAt) * 100) / 100,
          ...(!response.writableFinished && { aborted: true }),
        },
        'request',
      );
    });
    next();
  };
}
