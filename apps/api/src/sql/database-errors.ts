import {
  type CompanyQueries,
  isUnavailable,
  propertyName,
  StaleReadError,
  TransactionTimeoutError,
  tableNames,
} from '@pv-planning/database';
import { rateLimited, serviceUnavailable } from '@pv-planning/server-kit';
import { alreadyExists, type ConflictCode, conflict, unknownReference } from '../contract/api-errors.ts';

interface PostgresError {
  code?: string;
  constraint?: string;
  message?: string;
  /** JSON Pointer of the part of the body that was written. */
  at?: string;
}

/**
 * Returns the name of the violated key, which consists of its table and column: `customer_external_id_key`. Errors of
 * distributed tables contain the name only in the message, followed by the number of a shard. Names of tables can end in `_key`
 * too, but are shorter.
 */
function violatedKey({ constraint, message = '' }: PostgresError): string {
  const names = (constraint ?? message).match(/\w+_f?key(?=_\d+\b|\b)/g) ?? [];
  return names.reduce((longest, name) => (name.length > longest.length ? name : longest), '');
}

const longestFirst = tableNames.toSorted((one, other) => other.length - one.length);

/** Returns the field of the key's column: `externalId`. */
function fieldOf(key: string): string {
  const table = longestFirst.find((name) => key.startsWith(`${name}_`)) ?? '';
  return propertyName(key.slice(table.length + 1).replace(/_f?key$/, ''));
}

/** Keys of internal tables. A violation of these is an internal error, not a caller's. */
const internalKeys = /^(webhook|idempotency_key|api_key)_/;

const retrySeconds = 5;

/**
 * Converts an error of the database to the API error that it means for the caller: a constraint violation, 503 while the
 * database is unavailable or too slow, 429 for reads that stayed stale after all retries. Returns any other error unchanged.
 */
export function asApiError(error: unknown): unknown {
  if (error instanceof StaleReadError) return rateLimited(retrySeconds, { cause: error.cause });
  if (isUnavailable(error) || error instanceof TransactionTimeoutError)
    return serviceUnavailable(retrySeconds, { cause: error });
  const { code, at = '' } = error as PostgresError;
  if (code !== '23505' && code !== '23503') return error;
  const key = violatedKey(error as PostgresError);
  if (key === '' || internalKeys.test(key)) return error;
  const path = `${at}/${fieldOf(key)}`;
  // 23503: the referenced record was deleted after its id was checked.
  return code === '23505' ? alreadyExists(path) : unknownReference(path);
}

/**
 * Awaits the write of a part of the body, so that an error names a field within that part.
 *
 * @param at JSON Pointer of the part
 */
export async function inPartOfBody<T>(at: string, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    // The id of the record that was deleted can be in another part. A retry checks all of them again.
    if ((error as PostgresError).code === '23503') throw new StaleReadError(error);
    throw Object.assign(error as Error, { at });
  }
}

/** Whether a deletion failed because of references. PostgreSQL 18 reports violations of RESTRICT with a separate code, 23001. */
function isReferenced(error: unknown): boolean {
  return ['23503', '23001'].includes(String((error as PostgresError).code));
}

/** Finds the record that has the value of a unique field. */
type FindHolder = (db: CompanyQueries, field: string) => Promise<string | undefined>;

/** A write failed because another record has the value of a unique field. */
class TakenValueError extends Error {
  override readonly name = 'TakenValueError';
  readonly findHolder: FindHolder;
  /** JSON Pointer of the part of the body that was written. */
  at = '';

  constructor(cause: unknown, findHolder: FindHolder) {
    super('Another record has this value.', { cause });
    this.findHolder = findHolder;
  }
}

/** Adds to a violation of a unique key how to find the other record. The violation ends the transaction, so that comes later. */
export async function withHolder<T>(write: Promise<T>, findHolder: FindHolder): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw (error as PostgresError).code === '23505' ? new TakenValueError(error, findHolder) : error;
  }
}

/** Like `asApiError`, after the transaction was rolled back. The refusal names the record that has a unique value. */
export async function asApiErrorWithHolder(error: unknown, db: CompanyQueries): Promise<unknown> {
  if (!(error instanceof TakenValueError)) return asApiError(error);
  const field = fieldOf(violatedKey(error.cause as PostgresError));
  try {
    return alreadyExists(`${error.at}/${field}`, await error.findHolder(db, field));
  } catch (failure) {
    return asApiError(failure);
  }
}

/**
 * Deletes a record that other records may reference. A foreign key violation looks the same on insert and on delete, so it is
 * converted here.
 *
 * @throws 409 `inUse` if other records reference it
 */
export async function deleteUnlessReferenced(
  inUse: ConflictCode | undefined,
  remove: () => Promise<unknown>,
): Promise<void> {
  try {
    await remove();
  } catch (error) {
    throw isReferenced(error) && inUse !== undefined ? conflict(inUse) : error;
  }
}

/**
 * Converts a constraint violation to `StaleReadError`, for work that writes based on earlier reads: another transaction has since
 * added or deleted a record that was read.
 */
export function asStaleRead(error: unknown): unknown {
  const isStale = isReferenced(error) || (error as PostgresError).code === '23505';
  return isStale ? new StaleReadError(error) : error;
}

/** Whether the error is an expired `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return (error as PostgresError).code === '55P03';
}
