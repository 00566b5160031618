import {
  type CompanyQueries,
  isUnavailable,
  propertyName,
  StaleReadError,
  TransactionTimeoutError,
  tableNames,
} from '@pv-planning/database';
import { type ApiError, serviceUnavailable } from '@pv-planning/server-kit';
import { alreadyExists, type ConflictCode, conflict, unknownReference } from '../contract/api-errors.ts';

interface PostgresError {
  code?: string;
  constraint?: string;
  message?: string;
  /** JSON Pointer of the part of the body that was being written. */
  at?: string;
}

/**
 * Returns the name of the violated key, which consists of table and column: `customer_external_id_key`. Errors of distributed tables
 * contain the name only in the message, followed by a shard number. Table names can end in `_key` too, but are shorter.
 */
function violatedKey({ constraint, message = '' }: PostgresError): string {
  const names = (constraint ?? message).match(/\w+_f?key(?=_\d+\b|\b)/g) ?? [];
  return names.reduce((longest, name) => (name.length > longest.length ? name : longest), '');
}

const longestFirst = tableNames.toSorted((one, other) => other.length - one.length);

/** Returns the field of the column of a violated key, for example `externalId`. */
function fieldOf(key: string): string {
  const table = longestFirst.find((name) => key.startsWith(`${name}_`)) ?? '';
  return propertyName(key.slice(table.length + 1).replace(/_f?key$/, ''));
}

/** Keys of internal tables. Their violation is an internal error, not the caller's. */
const internalKeys = /^(webhook|idempotency_key|api_key)_/;

const retrySeconds = 5;

/** Whether transactions still collided when the last repeat was rolled back: a serialization failure or deadlock. */
const isCollision = (error: unknown) => ['40001', '40P01'].includes(String((error as PostgresError).code));

/** Whether a statement was cancelled: usually by its time-out, or by that of its wait for a lock. */
const isCancelled = (error: unknown) => ['57014', '55P03'].includes(String((error as PostgresError).code));

/** 503: concurrent requests have changed the data that this one read, at every attempt. */
export function keptChanging(cause?: unknown): ApiError {
  const reason = 'Other requests changed the same records meanwhile, and nothing was stored';
  return serviceUnavailable(retrySeconds, { values: { reason }, cause });
}

/**
 * Converts a database error to the corresponding API error: 409 or 400 for a constraint violation (409 `slot_unavailable` for two
 * appointments at a time), 503 if the database is unavailable or too slow, or if reads were still stale or transactions still collided
 * after all retries. Returns any other error unchanged.
 */
export function asApiError(error: unknown): unknown {
  if (error instanceof StaleReadError) return keptChanging(error.cause);
  if (isCollision(error)) return keptChanging(error);
  if (isUnavailable(error) || isCancelled(error) || error instanceof TransactionTimeoutError)
    return serviceUnavailable(retrySeconds, { cause: error });
  const { code, at = '' } = error as PostgresError;
  // The only exclusion constraint is that of bookings.
  if (code === '23P01')
    return conflict('slot_unavailable', { values: { reason: 'another appointment is in the way' } });
  if (code !== '23505' && code !== '23503') return error;
  const key = violatedKey(error as PostgresError);
  if (key === '' || internalKeys.test(key)) return error;
  const path = `${at}/${fieldOf(key)}`;
  // With 23503, the referenced record was deleted after its id was checked.
  return code === '23505' ? alreadyExists(path) : unknownReference(path);
}

/**
 * Awaits the write of a part of the body. Prefixes the path in its errors with the location of the part.
 *
 * @param at JSON Pointer of the part
 */
export async function inPartOfBody<T>(at: string, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    // The id of the deleted record may be in another part. A retry checks all ids again.
    if ((error as PostgresError).code === '23503') throw new StaleReadError(error);
    throw Object.assign(error as Error, { at });
  }
}

/** Whether a deletion failed because other records reference the row. PostgreSQL 18 reports violations of RESTRICT as 23001. */
function isReferenced(error: unknown): boolean {
  return ['23503', '23001'].includes(String((error as PostgresError).code));
}

/** Finds the record that already has the value of a unique field. */
type FindHolder = (db: CompanyQueries, field: string) => Promise<string | undefined>;

/** A write that failed because another record has the value of a unique field. */
class TakenValueError extends Error {
  override readonly name = 'TakenValueError';
  readonly findHolder: FindHolder;
  /** JSON Pointer of the part of the body that was being written. */
  at = '';

  constructor(cause: unknown, findHolder: FindHolder) {
    super('Another record has this value.', { cause });
    this.findHolder = findHolder;
  }
}

/** Adds `findHolder` to a violation of a unique key, which aborts the transaction, so that the other record is found afterwards. */
export async function withHolder<T>(write: Promise<T>, findHolder: FindHolder): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw (error as PostgresError).code === '23505' ? new TakenValueError(error, findHolder) : error;
  }
}

/** Like `asApiError`, but finds the record that has the unique value and adds its id to the details. Call it after the rollback. */
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
 * Deletes a record that other records may reference. PostgreSQL reports the same foreign key violation for inserts and deletes, so
 * violations by deletes are converted here.
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
 * Converts a constraint violation to `StaleReadError`, for writes that depend on earlier reads: another transaction has since added or
 * deleted a record.
 */
export function asStaleRead(error: unknown): unknown {
  const isStale = isReferenced(error) || (error as PostgresError).code === '23505';
  return isStale ? new StaleReadError(error) : error;
}

/** Whether the error is an expired `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return (error as PostgresError).code === '55P03';
}
