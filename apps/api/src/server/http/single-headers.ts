import { invalidRequest } from '@pv-planning/server-kit';
import type { RequestHandler } from 'express';

/** Node reads the first of several such headers, or joins them, but a proxy may have read another. */
const singleHeaders = ['Host', 'Authorization', 'Idempotency-Key'];

/** Responds with 400 to requests with several headers of which there can be one (RFC 9110, 5.3). */
export const requireSingleHeaders: RequestHandler = ({ headersDistinct }, _response, next) => {
  const [path] = singleHeaders.filter((name) => (headersDistinct[name.toLowerCase()]?.length ?? 0) > 1);
  if (path === undefined) return next();
  next(invalidRequest({ in: 'header', path, code: 'duplicate', message: 'must be sent once' }));
};
