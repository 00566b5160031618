import { parse } from 'node:url';

/**
 * Lets Node believe that it has warned of `url.parse()`. express-openapi-validator calls that for every request, and until
 * the warning was given, Node walks the call stack each time to find out whether a dependency asks.
 */
export function settleUrlParseWarning(): void {
  const { noDeprecation = false } = process;
  process.noDeprecation = true;
  parse('/');
  process.noDeprecation = noDeprecation;
}
