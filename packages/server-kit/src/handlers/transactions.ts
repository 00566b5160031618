import type { Caller } from '../admission/caller.ts';
import type { IdempotencyRecords } from '../idempotency/idempotency-records.ts';

/** Runs the work of handlers with their context. */
export interface Transactions<Who extends Caller, Context> {
  /** Runs a read-only handler. Waits and queries end when the signal is aborted. */
  read<T>(caller: Who, work: (context: Context) => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Runs a handler in one transaction, which is committed before the promise resolves and rolled back if `work` rejects. */
  write<T>(caller: Who, work: (context: Context, idempotency: IdempotencyRecords) => Promise<T>): Promise<T>;
  /** Whether a request with the idempotency key is known to be running. Only reads. */
  isKeyInUse(caller: Who, key: string, signal: AbortSignal): Promise<boolean>;
}
