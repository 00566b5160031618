import { invalidRequest } from '@pv-planning/server-kit';
import type { RequestHandler } from 'express';

/** 400 for several `Host` headers (RFC 9112, 3.2): a proxy in front may have read another one than Node, which reads the first. */
export const requireOneHost: RequestHandler = ({ rawHeaders }, _response, next) => {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length <= 1) return next();
  next(invalidRequest({ in: 'header', path: 'Host', code: 'duplicate', message: 'must be sent once' }));
};
