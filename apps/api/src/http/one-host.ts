import { invalidRequest } from '@pv-planning/server-kit';
import type { RequestHandler } from 'express';

/**
 * Rejects requests with several `Host` headers with 400 (RFC 9112, 3.2): Node reads the first, and a proxy may have read another.
 */
export const requireOneHost: RequestHandler = ({ rawHeaders }, _response, next) => {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length <= 1) return next();
  next(invalidRequest({ in: 'header', path: 'Host', code: 'duplicate', message: 'must be sent once' }));
};
