import type { IncomingHttpHeaders } from 'node:http';

/** What the kit asks of whoever sends a request, whether it is known by a key, a link or a session. */
export interface Caller {
  /** Whose data it works with. Operations that run one at a time do so for each tenant. */
  readonly tenant: string;
  /** Whom an idempotency key belongs to, within the tenant: `key:17`. */
  readonly owner: string;
  /** What the rate limit counts by. */
  readonly countedBy: string;
  /** What the log says of it. */
  readonly logged: Readonly<Record<string, string>>;
  /** Whether it may call operations of a scope. */
  readonly may: (scope: string) => boolean;
}

/** What is known of a request before anything of its body is read. */
export interface RequestFacts {
  operationId: string;
  /** The decoded values of the path's parameters. */
  params: Readonly<Record<string, string | undefined>>;
  headers: IncomingHttpHeaders;
  clientAddress: string | undefined;
}

/** Tells who sends a request. Throws an `ApiError` for whoever is not known: 401, or 404 where nobody must learn of it. */
export type Authenticate<Who extends Caller> = (request: RequestFacts) => Promise<Who>;
