import { randomUUID } from 'node:crypto';
import type { Request } from 'express';

/** What the log says of a request, besides how it ends. */
export interface RequestRecord {
  /** The caller's `X-Request-Id` when it is what the contract allows. */
  readonly requestId: string;
  readonly clientAddress: string | undefined;
  /** Known once the operation is found. */
  operationId?: string;
  /** What the caller says of itself for the log, once it is known. */
  caller?: Readonly<Record<string, string>>;
}

const saneRequestId = /^[\w.-]{1,64}$/;

/** Where a request keeps its record. A WeakMap of requests would cost several times as much. */
const kept = Symbol('record');

/** The record of a request, one and the same for all who ask. */
export function recordOf(request: Request & { [kept]?: RequestRecord }): RequestRecord {
  const known = request[kept];
  if (known) return known;
  const sent = request.headers['x-request-id'];
  const record: RequestRecord = {
    requestId: typeof sent === 'string' && saneRequestId.test(sent) ? sent : randomUUID(),
    // Asked for now: a connection that is gone has no address.
    clientAddress: request.ip,
  };
  request[kept] = record;
  return record;
}
