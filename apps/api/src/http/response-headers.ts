import type { RequestHandler } from 'express';

/** No browser guesses another content type. */
export const noSniffing: RequestHandler = (_request, response, next) => {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  next();
};

/** No cache keeps personal data. */
export const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};
