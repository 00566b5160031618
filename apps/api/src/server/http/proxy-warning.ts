import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

/** Warns once if requests come through a proxy that `TRUST_PROXY` does not count. */
export function proxyWarning(trustProxy: number, logger: Logger): RequestHandler {
  let isExpected = trustProxy > 0;
  return ({ headers }, _response, next) => {
    if (!isExpected && headers['x-forwarded-for'] !== undefined) {
      isExpected = true;
      logger.warn(
        'a request has X-Forwarded-For, but TRUST_PROXY is 0: behind a proxy, all clients share the limits of one address, and the ' +
          'evidence of decisions has the address of the proxy',
      );
    }
    next();
  };
}
