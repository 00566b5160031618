import type { Caller } from './caller.ts';
import type { Reply } from './reply.ts';

/** What is known of an idempotency key when a request with it begins. */
export type Reservation =
  | { state: 'new' }
  | { state: 'done'; fingerprint: string; reply: Reply }
  /** Another request with the key still runs, and did not finish while this one waited. */
  | { state: 'running' };

/** Idempotency keys of one caller, bound to the transaction of the change they belong to. */
export interface IdempotencyRecords {
  /** Takes the key for this transaction; waits for another holder for a bounded time. */
  reserve(key: string, fingerprint: string): Promise<Reservation>;
  store(key: string, reply: Reply): Promise<void>;
}

/** What the service puts behind a contract. */
export interface Backend<Who extends Caller, Context> {
  /** Runs a handler that changes nothing. */
  read<T>(caller: Who, work: (context: Context) => Promise<T>): Promise<T>;
  /** Runs a handler in one transaction: committed before the promise resolves, rolled back when `work` rejects. */
  write<T>(caller: Who, work: (context: Context, idempotency: IdempotencyRecords) => Promise<T>): Promise<T>;
}
