import findMyWay from 'find-my-way';
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
 * undefined for a path that the contract does not have. A path without parameters takes precedence, as OpenAPI says: where there is a
 * path `/things/new`, no method of it belongs to `/things/{id}`.
 */
export function operationLookup<Endpoint extends { operation: Pick<Operation, 'method' | 'path'> }>(
  endpoints: readonly Endpoint[],
): (method: string, path: string) => OperationMatch<Endpoint> | undefined {
  const router = findMyWay({
    caseSensitive: true,
    ignoreTrailingSlash: false,
    maxParamLength: maxSegmentLength,
  });
  const endpointsOfPaths = Object.groupBy(endpoints, ({ operation }) => operation.path);
  for (const [path, ofPath = []] of Object.entries(endpointsOfPaths)) {
    const byMethod = new Map(ofPath.map((endpoint) => [endpoint.operation.method as string, endpoint]));
    router.on('GET', path.replaceAll(/\{(\w+)\}/g, ':$1'), () => {}, byMethod);
  }

  return (method, path) => {
    const matched = router.find('GET', path);
    if (!matched || Object.values(matched.params).includes('')) return undefined;
    const byMethod = matched.store as ReadonlyMap<string, Endpoint>;
    // HEAD is handled as GET; Node omits the body.
    const endpoint = byMethod.get(method === 'HEAD' ? 'GET' : method);
    if (endpoint) return { endpoint, params: matched.params, allowed: [] };
    const allowed = [...byMethod.keys()];
    if (allowed.includes('GET')) allowed.push('HEAD');
    return { endpoint: undefined, params: {}, allowed };
  };
}

/** 405 with the methods that the path supports. */
export function methodNotAllowed(method: string, methods: readonly string[]): ApiError {
  const allowed = methods.join(', ');
  return apiError('method_not_allowed', { values: { method, allowed }, headers: { Allow: allowed } });
}
