import { PostgresUnavailableError } from '@pv-planning/embedded-postgres';
import pg from 'pg';

/** Errors of the network and of sockets. */
const connectionErrors = new Set([
  ...['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
]);

/** SQLSTATEs of a server that is starting or shutting down, and class 08: poolers report a lost server connection with it. */
const unreachableStates = /^(57P01|57P02|57P03|08...)$/;

/**
 * SQLSTATEs of a server that cannot serve or store at the moment: class 28 role rejected, class 53 disk full, out of memory or too
 * many connections; read-only after a failover; input/output error.
 */
const unavailableStates = /^(28|53)|^(25006|58030)$/;

/** Messages of `pg` and its pool, which have no code. */
const neverSent = /not queryable$/;
const lostConnection = /^Connection terminated|^timeout exceeded when trying to connect|not queryable$/;

/** Whether an error means that no server can be reached. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isUnreachable);
  if (error instanceof pg.DatabaseError) return unreachableStates.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  return 'code' in error ? connectionErrors.has(String(error.code)) : lostConnection.test(error.message);
}

/** Whether an error means that the statement was not sent, because its connection had already been lost. */
export function isUnsent(error: unknown): boolean {
  return error instanceof Error && neverSent.test(error.message);
}

/** Whether an error means that the database is unreachable or rejects statements for reasons unrelated to the statement. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof PostgresUnavailableError || isUnreachable(error)) return true;
  return error instanceof pg.DatabaseError && unavailableStates.test(error.code ?? '');
}
