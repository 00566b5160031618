import { randomUUID } from 'node:crypto';
import type { Request } from 'express';
import { clientAddressOf } from '../request/client-address.ts';

/** The fields of a request for the log. */
export interface RequestLogEntry {
  /** The caller's `X-Request-Id` if it is valid, otherwise a generated one. */
  readonly requestId: string;
  /** An IP address; undefined if the connection is closed. */
  readonly clientAddress: string | undefined;
  /** Set when the operation is found. */
  operationId?: string;
  /** `logFields` of the caller. Set when the caller is authenticated. */
  caller?: Readonly<Record<string, string>>;
  /** Set when the response is an error. */
  errorCode?: string;
}

const validRequestId = /^[\w.-]{1,64}$/;

/** The property of a request that holds its log entry. A WeakMap would be several times slower. */
const logEntry = Symbol('logEntry');

/** Returns the log entry of a request, created on first use. */
export function logEntryOf(request: Request & { [logEntry]?: RequestLogEntry }): RequestLogEntry {
  const existing = request[logEntry];
  if (existing) return existing;
  const sent = request.headers['x-request-id'];
  const entry: RequestLogEntry = {
    requestId: typeof sent === 'string' && validRequestId.test(sent) ? sent : randomUUID(),
    // Read immediately, because a closed connection has no address.
    clientAddress: clientAddressOf(request),
  };
  request[logEntry] = entry;
  return entry;
}
