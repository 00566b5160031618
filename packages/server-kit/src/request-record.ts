import { randomUUID } from 'node:crypto';
import type { Request } from 'express';

/** The fields of a request for the log. */
export interface RequestRecord {
  /** The caller's `X-Request-Id` if it is valid, otherwise a generated one. */
  readonly requestId: string;
  readonly clientAddress: string | undefined;
  /** Set when the operation is found. */
  operationId?: string;
  /** `logged` of the caller. Set when the caller is authenticated. */
  caller?: Readonly<Record<string, string>>;
  /** Set when the response is an error. */
  errorCode?: string;
}

const validRequestId = /^[\w.-]{1,64}$/;

/** The property of a request that holds its record. A WeakMap would cost several times as much. */
const kept = Symbol('record');

/** Returns the record of a request, created on first use. */
export function recordOf(request: Request & { [kept]?: RequestRecord }): RequestRecord {
  const known = request[kept];
  if (known) return known;
  const sent = request.headers['x-request-id'];
  const record: RequestRecord = {
    requestId: typeof sent === 'string' && validRequestId.test(sent) ? sent : randomUUID(),
    // Read now: a closed connection has no address.
    clientAddress: request.ip,
  };
  request[kept] = record;
  return record;
}
