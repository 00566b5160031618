import { parse } from 'node:querystring';
import { invalidRequest } from '../errors/api-error.ts';
import { normalize } from './normalize.ts';

export type RequestQuery = Record<string, unknown>;

/**
 * Reads all parameters of a query, with normalized texts and repeated parameters as lists. Express ignores all after the
 * first thousand.
 *
 * @throws 400 `invalid_request` if the percent-encoding is not valid UTF-8
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
  return normalize({ ...parse(query, undefined, undefined, { maxKeys: 0 }) }, 'query') as RequestQuery;
}
