import { parse } from 'node:querystring';
import { invalidRequest } from './api-error.ts';
import { normalized } from './normalized.ts';

export type RequestQuery = Record<string, unknown>;

/**
 * All parameters of a query, repeated ones as lists, their texts in the form in which records are stored. Express would take
 * the first thousand and leave the others out.
 *
 * @throws 400 `invalid_request` for what is no UTF-8 under its percent signs
 */
export function readQuery(url: string): RequestQuery {
  const start = url.indexOf('?');
  if (start === -1) return {};
  const query = url.slice(start + 1);
  try {
    decodeURIComponent(query);
  } catch {
    const message = 'is not UTF-8, percent-encoded; a percent sign itself is written %25';
    throw invalidRequest({ in: 'query', path: '', code: 'encoding', message });
  }
  return normalized({ ...parse(query, undefined, undefined, { maxKeys: 0 }) }, 'query') as RequestQuery;
}
