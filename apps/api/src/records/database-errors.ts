import { Overtaken } from '@pv-planning/database';
import { rateLimited } from '@pv-planning/server-kit';
import { alreadyExists, type ConflictCode, conflict, unknownReference } from '../contract/refusals.ts';

interface PostgresError {
  code?: string;
  constraint?: string;
  table?: string;
}

/** `customer_external_id_key` of the table `customer` tells of the field `externalId`: constraints are named after their column. */
function fieldOf({ constraint = '', table = '' }: PostgresError): string {
  const column = constraint.slice(table.length + 1).replace(/_(key|fkey)$/, '');
  return column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Rows that no field of a body is written to: what goes wrong there is a fault of ours. */
const ownTables = /^(webhook_|idempotency_key$|api_key$|secret_key$)/;

/** What a constraint that a written record violates means to the caller; any other error as it is. */
export function asApiError(error: unknown): unknown {
  const violation = error as PostgresError;
  if (ownTables.test(violation.table ?? '')) return error;
  switch (violation.code) {
    case '23505':
      return alreadyExists(`/${fieldOf(violation)}`);
    // The record was there when its id was checked, and was deleted since.
    case '23503':
      return unknownReference(`/${fieldOf(violation)}`);
    default:
      return error;
  }
}

/**
 * Deletes a record that others may name. The violation looks the same from both ends of a foreign key, so that only the
 * deletion itself can tell what it means.
 *
 * @throws 409 `inUse` when they do
 */
export async function refuseWhenReferenced(
  inUse: ConflictCode | undefined,
  remove: () => Promise<unknown>,
): Promise<void> {
  try {
    await remove();
  } catch (error) {
    // PostgreSQL 18 has a code of its own (23001) for what a key that restricts refuses.
    const isReferenced = ['23503', '23001'].includes(String((error as PostgresError).code));
    throw isReferenced && inUse !== undefined ? conflict(inUse) : error;
  }
}

/**
 * For work that has looked first: what it adds or names has come or gone since, and it may look again. When that happens again
 * and again, the caller may come back later: 429 `rate_limited`.
 */
export function asOvertaken(error: unknown): unknown {
  const isStale = ['23505', '23503'].includes(String((error as PostgresError).code));
  return isStale ? new Overtaken(rateLimited(5, { cause: error })) : error;
}

/** A lock was not to be had in the time that the transaction set. */
export function isLockTimeout(error: unknown): boolean {
  return (error as PostgresError).code === '55P03';
}
