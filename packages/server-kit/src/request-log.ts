import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { recordOf } from './request-record.ts';

/** Characters. What a caller says of itself can be as long as headers can. */
const maxUserAgentLength = 200;

/**
 * Answers each request with its id (`X-Request-Id`, the caller's when it is sane) and logs one line when it is over: never a
 * key, a body or a query.
 */
export function requestLog(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const record = recordOf(request);
    const userAgent = request.headers['user-agent']?.slice(0, maxUserAgentLength);
    response.setHeader('X-Request-Id', record.requestId);
    response.once('close', () => {
      const { requestId, operationId, caller, clientAddress } = record;
      logger.info(
        {
          requestId,
          method: request.method,
          operationId,
          ...caller,
          clientAddress,
          userAgent,
          status: response.statusCode,
          durationMs: Math.round((performance.now() - startedAt) * 100) / 100,
          ...(!response.writableFinished && { aborted: true }),
        },
        'request',
      );
    });
    next();
  };
}
