import type { RequestHandler } from 'express';
import { normalized } from './normalized.ts';

/** Brings the query's texts to the form in which records are stored. */
export const normalizedQuery: RequestHandler = (request, _response, next) => {
  // Express parses the query anew at every access unless the request has one of its own.
  const value = normalized(request.query, 'query');
  Object.defineProperty(request, 'query', { value, writable: true, enumerable: true, configurable: true });
  next();
};
