import type { IncomingHttpHeaders } from 'node:http';
import type { Operation } from '../contract/contract.ts';
import { apiError } from '../errors/api-error.ts';

/** The sender of a request, authenticated by a key, a link or a session. */
export interface Caller {
  /** The owner of the data. Limits of concurrent requests apply to each tenant. */
  readonly tenant: string;
  /** The owner of idempotency keys within the tenant, such as `key:17`. */
  readonly owner: string;
  /** Requests with the same key share the limits of a caller. */
  readonly rateLimitKey: string;
  /**
   * Whether the request needs only a link, or no authentication at all. The anonymous requests of a tenant share a quarter of the
   * slots, separate from its other requests, and an idempotency key with a different body is a different key. Default: false.
   */
  readonly isAnonymous?: boolean;
  /** Anonymous requests of different shares do not wait for each other. Default: `anonymous`. */
  readonly share?: string;
  /** Fields for the log. */
  readonly logFields: Readonly<Record<string, string>>;
  /** Whether the caller has a scope. */
  readonly hasScope: (scope: string) => boolean;
}

/** The parts of a request that are known before its body is read. */
export interface RequestHead {
  operationId: string;
  /** Decoded path parameters. */
  params: Readonly<Record<string, string | undefined>>;
  headers: IncomingHttpHeaders;
  /** An IP address; undefined if the connection is closed. */
  clientAddress: string | undefined;
}

/**
 * Authenticates the sender of a request.
 *
 * @throws `ApiError` for an unknown caller: 401, or 404 where the existence of the resource must not be revealed
 */
export type Authenticate<Who extends Caller> = (request: RequestHead) => Promise<Who>;

/** @throws 403 `insufficient_scope` */
export function requireScope(caller: Caller, { scope }: Operation): void {
  if (scope !== undefined && !caller.hasScope(scope))
    throw apiError('insufficient_scope', { values: { scope } });
}
