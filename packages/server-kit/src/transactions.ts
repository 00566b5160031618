import type { ApiResponse } from './api-response.ts';
import type { Caller } from './caller.ts';

/** The state of an idempotency key when a request with it starts. */
export type Reservation =
  | { state: 'new' }
  | { state: 'done'; fingerprint: string; response: ApiResponse }
  /** Another request with the key is still running after the wait. */
  | { state: 'running' };

/** The idempotency keys of one caller, in the transaction of the change. */
export interface IdempotencyRecords {
  /** Reserves the key for this transaction. Waits a limited time for another transaction that holds it. */
  reserve(key: string, fingerprint: string): Promise<Reservation>;
  store(key: string, response: ApiResponse): Promise<void>;
}

/** Runs the handlers of a contract with their context. */
export interface Transactions<Who extends Caller, Context> {
  /** Runs a read-only handler. Waits and queries end when the signal is aborted. */
  read<T>(caller: Who, work: (context: Context) => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Runs a handler in one transaction, which is committed before the promise resolves and rolled back if `work` rejects. */
  write<T>(caller: Who, work: (context: Context, idempotency: IdempotencyRecords) => Promise<T>): Promise<T>;
}
