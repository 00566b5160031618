import { propertyName, StaleReadError, tableNames } from '@pv-planning/database';
import { rateLimited } from '@pv-planning/server-kit';
import { alreadyExists, type ConflictCode, conflict, unknownReference } from '../contract/refusals.ts';

interface PostgresError {
  code?: string;
  constraint?: string;
  message?: string;
}

/**
 * The name of the violated key, which is that of its table and of the column that tells: `customer_external_id_key`. The error of
 * a distributed table has it in its message alone, with the number of a shard behind it. Names of tables end in `_key` too, but
 * are shorter.
 */
function violatedKey({ constraint, message = '' }: PostgresError): string {
  const names = (constraint ?? message).match(/\w+_f?key(?=_\d+\b|\b)/g) ?? [];
  return names.reduce((longest, name) => (name.length > longest.length ? name : longest), '');
}

const longestFirst = tableNames.toSorted((one, other) => other.length - one.length);

/** The field of the column: `externalId`. */
function fieldOf(key: string): string {
  const table = longestFirst.find((name) => key.startsWith(`${name}_`)) ?? '';
  return propertyName(key.slice(table.length + 1).replace(/_f?key$/, ''));
}

/** Keys of rows that no field of a body is written to: what goes wrong there is a fault of ours. */
const ownKeys = /^(webhook|idempotency_key|api_key)_/;

/**
 * What a constraint that a written record violates means to the caller; any other error as it is. A read that was stale each
 * time may succeed later: 429 `rate_limited`.
 */
export function asApiError(error: unknown): unknown {
  if (error instanceof StaleReadError) return rateLimited(5, { cause: error.cause });
  const { code } = error as PostgresError;
  if (code !== '23505' && code !== '23503') return error;
  const key = violatedKey(error as PostgresError);
  if (key === '' || ownKeys.test(key)) return error;
  // Of a reference, the record was there when its id was checked, and was deleted since.
  return code === '23505' ? alreadyExists(`/${fieldOf(key)}`) : unknownReference(`/${fieldOf(key)}`);
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
 * For work that writes on the basis of what it has read: a violation tells that others have meanwhile added or deleted some of
 * it, so that the work has to read again.
 */
export function asStaleRead(error: unknown): unknown {
  const isStale = ['23505', '23503'].includes(String((error as PostgresError).code));
  return isStale ? new StaleReadError(error) : error;
}

/** A lock was not to be had in the time that the transaction set. */
export function isLockTimeout(error: unknown): boolean {
  return (error as PostgresError).code === '55P03';
}
