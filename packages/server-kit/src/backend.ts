import type { Caller } from './handler.ts';

/** A successful answer, as it is sent and as it is stored under an `Idempotency-Key`. */
export interface Reply {
  status: number;
  /** The body as text; undefined for an answer without one. */
  json: string | undefined;
  headers: Record<string, string>;
}

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

/** What the service puts behind the contract. */
export interface Backend<Context> {
  /** Null for a key that does not exist, no longer or never did. */
  authenticate(apiKey: string): Promise<Caller | null>;
  /** Runs a handler that changes nothing. */
  read<T>(caller: Caller, work: (context: Context) => Promise<T>): Promise<T>;
  /** Runs a handler in one transaction: committed before the promise resolves, rolled back when `work` rejects. */
  write<T>(
    caller: Caller,
    work: (context: Context, idempotency: IdempotencyRecords) => Promise<T>,
  ): Promise<T>;
}
