import type { StoredResponse } from '../responses/api-response.ts';

/** The state of an idempotency key when a request with it starts. */
export type Reservation =
  | { state: 'new' }
  | { state: 'done'; fingerprint: string; response: StoredResponse }
  /** Another request with the key is running. */
  | { state: 'running'; fingerprint: string };

/** Another request with the key is running. The current request can check again later. */
export class KeyInUseError extends Error {
  override readonly name = 'KeyInUseError';

  constructor() {
    super('A request with this idempotency key is running.');
  }
}

/** The idempotency key of a request. */
export interface RequestKey {
  /** For an anonymous caller, it contains the fingerprint. */
  key: string;
  fingerprint: string;
}

/** The idempotency keys of one caller, in the transaction of the change. A lease is a text that is different for each request. */
export interface IdempotencyRecords {
  /**
   * Reserves the key for this transaction, and with a lease also beyond it, for a request that has several of them. The lease ends with
   * the process, or when it was not renewed for longer than a step takes. It is then taken over by a request with the same fingerprint,
   * for which the state is `new`.
   *
   * @throws {KeyInUseError} if another transaction that has not committed yet has reserved the key
   */
  reserve(key: RequestKey, lease?: string): Promise<Reservation>;
  /** Stores the response and ends a lease. */
  store(key: string, response: StoredResponse): Promise<void>;
  /** Extends a lease and locks it for this transaction. Returns false if another request has taken it over. */
  renew(key: RequestKey, lease: string): Promise<boolean>;
  /** Ends a lease without a response. The key can be reused; if `keep` is set, only with the same fingerprint. */
  release(key: string, lease: string, keep: boolean): Promise<void>;
}
