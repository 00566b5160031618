import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { logEntryOf } from './request-log-entry.ts';

/** In characters. The header is sent by the client. */
const maxUserAgentLength = 200;

/**
 * Adds `X-Request-Id` to each response, with the caller's value if it is valid, and logs one line when the request ends, with
 * the code of an error. Keys, bodies, queries and the details of errors are never logged.
 */
export function requestLog(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const entry = logEntryOf(request);
    const userAgent = request.headers['user-agent']?.slice(0, maxUserAgentLength);
    response.setHeader('X-Request-Id', entry.requestId);
    response.once('close', () => {
      const { requestId, operationId, caller, clientAddress, errorCode } = entry;
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
