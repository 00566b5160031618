import findMyWay from 'find-my-way';
import { ApiError, notFound } from './api-error.ts';
import type { Operation } from './operation.ts';

export interface FoundOperation {
  operationId: string;
  operation: Operation;
  /** The decoded values of the path's parameters. */
  params: Readonly<Record<string, string | undefined>>;
}

/** Node takes no longer request line. What is no id is refused later, like every id that does not exist. */
const longestSegment = 16_384;

/**
 * Finds the operation of a request in a trie: the time does not grow with the number of paths, and neither Express nor
 * the validator has to scan them.
 *
 * @throws 404 `not_found` for an unknown path, 405 `method_not_allowed` with `Allow` for an unknown method of a known one
 */
export function operationLookup(
  operations: Readonly<Record<string, Operation>>,
): (method: string, path: string) => FoundOperation {
  const router = findMyWay({
    caseSensitive: true,
    ignoreTrailingSlash: false,
    maxParamLength: longestSegment,
  });
  for (const [operationId, operation] of Object.entries(operations)) {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    router.on(operation.method, path, () => {}, { operationId, operation });
  }
  const methods = [...new Set(Object.values(operations).map(({ method }) => method))];

  function find(method: string, path: string): FoundOperation | undefined {
    const match = router.find(method as Operation['method'], path);
    if (!match || Object.values(match.params).includes('')) return undefined;
    return { ...(match.store as Omit<FoundOperation, 'params'>), params: match.params };
  }

  return (method, path) => {
    const found = find(method === 'HEAD' ? 'GET' : method, path);
    if (found) return found;
    const allowed: string[] = methods.filter((candidate) => find(candidate, path));
    if (allowed.length === 0) throw notFound();
    if (allowed.includes('GET')) allowed.push('HEAD');
    const Allow = allowed.join(', ');
    throw new ApiError('method_not_allowed', { values: { method, allowed: Allow }, headers: { Allow } });
  };
}
