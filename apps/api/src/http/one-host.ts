import { invalidRequest } from '@pv-planning/server-kit';
import type { RequestHandler } from 'express';

/**
 * Responds with 400 to requests with several `Host` headers (RFC 9112, 3.2): Node reads the first one, but a proxy may have read
 * another.
 */
export const requireOneHost: RequestHandler = ({ rawHeaders }, _response, next) => {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length <= 1) return next();
  next(invalidRequest({ in: 'header', path: 'Host', code: 'duplicate', message: 'must be sent once' }));
};
