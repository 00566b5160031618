import type { StoredResponse } from '../responses/api-response.ts';

/** The state of an idempotency key when a request with it starts. */
export type Reservation =
  | { state: 'new' }
  | { state: 'done'; fingerprint: string; response: StoredResponse }
  /** Another request with the key is still running after the wait. */
  | { state: 'running' };

/** The idempotency keys of one caller, in the transaction of the change. */
export interface IdempotencyRecords {
  /** Reserves the key for this transaction. Waits a limited time for another transaction that holds it. */
  reserve(key: string, fingerprint: string): Promise<Reservation>;
  store(key: string, response: StoredResponse): Promise<void>;
}
