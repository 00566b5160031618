import findMyWay, { type HTTPMethod } from 'find-my-way';
import type { Operation } from '../contract/contract.ts';
import { type ApiError, apiError } from '../errors/api-error.ts';

export interface OperationMatch<Endpoint> {
  /** Undefined if the path does not support the method. */
  endpoint: Endpoint | undefined;
  /** Decoded path parameters. */
  params: Readonly<Record<string, string | undefined>>;
  /** The methods that the path supports; empty if the endpoint was found. */
  allowed: readonly string[];
}

/** Node's limit for a request line. Longer ids than the contract allows are rejected later, like ids that do not exist. */
const maxSegmentLength = 16_384;

/**
 * Returns a function that looks up the operation of a request in a trie, in time independent of the number of paths. It returns
 * undefined for a path that the contract does not have.
 */
export function operationLookup<Endpoint extends { operation: Pick<Operation, 'method' | 'path'> }>(
  endpoints: readonly Endpoint[],
): (method: string, path: string) => OperationMatch<Endpoint> | undefined {
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
    // HEAD is handled as GET; Node omits the body.
    const matched = match(method === 'HEAD' ? 'GET' : method, path);
    if (matched) return { endpoint: matched.store as Endpoint, params: matched.params, allowed: [] };
    const allowed: string[] = methods.filter((candidate) => match(candidate, path));
    if (allowed.length === 0) return undefined;
    if (allowed.includes('GET')) allowed.push('HEAD');
    return { endpoint: undefined, params: {}, allowed };
  };
}

/** 405 with the methods that the path supports. */
export function methodNotAllowed(method: string, methods: readonly string[]): ApiError {
  const allowed = methods.join(', ');
  return apiError('method_not_allowed', { values: { method, allowed }, headers: { Allow: allowed } });
}
