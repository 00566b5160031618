import type { RequestHandler } from 'express';

/** Forbids browsers to guess another content type. */
export const noSniffing: RequestHandler = (_request, response, next) => {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  next();
};

/** Forbids caches to store responses, which contain personal data. */
export const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};
