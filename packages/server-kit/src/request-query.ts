import { parse } from 'node:querystring';
import type { RequestHandler } from 'express';
import { invalidRequest } from './api-error.ts';
import { normalized } from './normalized.ts';

/**
 * All parameters of a query, repeated ones as lists. Express would take the first thousand and leave the others out.
 *
 * @throws 400 `invalid_request` for what is no UTF-8 under its percent signs
 */
function parameters(url: string): Record<string, unknown> {
  const start = url.indexOf('?');
  if (start === -1) return {};
  const query = url.slice(start + 1);
  try {
    decodeURIComponent(query);
  } catch {
    const message = 'is not UTF-8, percent-encoded; a percent sign itself is written %25';
    throw invalidRequest({ in: 'query', path: '', code: 'encoding', message });
  }
  return { ...parse(query, undefined, undefined, { maxKeys: 0 }) };
}

/** Reads the query, its texts in the form in which records are stored. */
export const normalizedQuery: RequestHandler = (request, _response, next) => {
  // Express parses the query anew at every access unless the request has one of its own.
  const value = normalized(parameters(request.url), 'query');
  Object.defineProperty(request, 'query', { value, writable: true, enumerable: true, configurable: true });
  next();
};
