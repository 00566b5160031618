import findMyWay, { type HTTPMethod } from 'find-my-way';
import type { Operation } from './contract.ts';

export interface Found<Endpoint> {
  /** Undefined when the path has no such method. */
  endpoint: Endpoint | undefined;
  /** The decoded values of the path's parameters. */
  params: Readonly<Record<string, string | undefined>>;
  /** The methods that the path has; empty when the endpoint was found. */
  allowed: readonly string[];
}

/** Node takes no longer request line. What is no id is refused later, like every id that does not exist. */
const maxSegmentLength = 16_384;

/**
 * Finds the operation of a request in a trie: the time does not grow with the number of paths, and neither Express nor
 * the validator has to scan them. Undefined for a path that the contract does not have.
 */
export function operationLookup<Endpoint extends { operation: Pick<Operation, 'method' | 'path'> }>(
  endpoints: readonly Endpoint[],
): (method: string, path: string) => Found<Endpoint> | undefined {
  const router = findMyWay({
    caseSensitive: true,
    ignoreTrailingSlash: false,
    maxParamLength: maxSegmentLength,
  });
  for (const endpoint of endpoints) {
    const { method, path } = endpoint.operation;
    router.on(method, path.replaceAll(/\{(\w+)\}/g, ':$1'), () => {}, endpoint);
  }
  const methods = [...new Set(endpoints.map(({ operation }) => operation.method))];

  function match(method: string, path: string) {
    const matched = router.find(method as HTTPMethod, path);
    return matched && !Object.values(matched.params).includes('') ? matched : undefined;
  }

  return (method, path) => {
    // HEAD is answered as GET; Node leaves the body out.
    const matched = match(method === 'HEAD' ? 'GET' : method, path);
    if (matched) return { endpoint: matched.store as Endpoint, params: matched.params, allowed: [] };
    const allowed: string[] = methods.filter((candidate) => match(candidate, path));
    if (allowed.length === 0) return undefined;
    if (allowed.includes('GET')) allowed.push('HEAD');
    return { endpoint: undefined, params: {}, allowed };
  };
}
