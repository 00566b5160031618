import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

/** A caller's request id is kept when it is what the contract allows. */
const saneRequestId = /^[\w.-]{1,64}$/;

/** Characters. What a caller says of itself can be as long as headers can. */
const longestUserAgent = 200;

/**
 * Gives each request its id (`X-Request-Id`, the caller's when it is sane) and logs one line when it is over: never a key,
 * a body or a query.
 */
export function requestLog(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const sent = request.headers['x-request-id'];
    const requestId = typeof sent === 'string' && saneRequestId.test(sent) ? sent : randomUUID();
    const startedAt = performance.now();
    // Taken now: a connection that is gone has no address, and HEAD is served as GET.
    const { method, ip: clientAddress } = request;
    const userAgent = request.headers['user-agent']?.slice(0, longestUserAgent);
    response.locals.requestId = requestId;
    response.setHeader('X-Request-Id', requestId);
    response.once('close', () => {
      const { operationId, caller } = response.locals;
      logger.info(
        {
          requestId,
          method,
          operationId,
          companyId: caller?.companyId,
          keyId: caller?.keyId,
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
