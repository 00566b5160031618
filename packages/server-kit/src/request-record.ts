import { randomUUID } from 'node:crypto';
import type { Request } from 'express';

/** What the log says of a request, besides how it ends. */
export interface RequestRecord {
  /** The caller's `X-Request-Id` when it is what the contract allows. */
  readonly requestId: string;
  readonly method: string;
  readonly clientAddress: string | undefined;
  /** Known once the operation is found. */
  operationId?: string;
  /** What the caller says of itself for the log, once it is known. */
  caller?: Readonly<Record<string, string>>;
}

const saneRequestId = /^[\w.-]{1,64}$/;

const records = new WeakMap<Request, RequestRecord>();

/** The record of a request, one and the same for all who ask. */
export function recordOf(request: Request): RequestRecord {
  const known = records.get(request);
  if (known) return known;
  const sent = request.headers['x-request-id'];
  const record: RequestRecord = {
    requestId: typeof sent === 'string' && saneRequestId.test(sent) ? sent : randomUUID(),
    method: request.method,
    // Asked for now: a connection that is gone has no address.
    clientAddress: request.ip,
  };
  records.set(request, record);
  return record;
}
