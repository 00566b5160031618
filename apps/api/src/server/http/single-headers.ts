import { invalidRequest } from '@pv-planning/server-kit';
import type { RequestHandler } from 'express';

/** Node reads the first of repeated headers or joins them, but a proxy may read another one. */
const singleHeaders = ['Host', 'Authorization', 'Idempotency-Key'];

/** Responds with 400 to requests that repeat a header that must not be repeated (RFC 9110, 5.3). */
export const requireSingleHeaders: RequestHandler = ({ headersDistinct }, _response, next) => {
  const [path] = singleHeaders.filter((name) => (headersDistinct[name.toLowerCase()]?.length ?? 0) > 1);
  if (path === undefined) return next();
  next(invalidRequest({ in: 'header', path, code: 'duplicate', message: 'must be sent once' }));
};
