import type { StoredResponse } from '../responses/api-response.ts';

/** The state of an idempotency key when a request with it starts. */
export type Reservation =
  | { state: 'new' }
  | { state: 'done'; fingerprint: string; response: StoredResponse }
  /** Another request with the key is running. Its fingerprint is unknown until its transaction is committed. */
  | { state: 'running'; fingerprint: string | undefined };

/** The idempotency key of a request. */
export interface RequestKey {
  /** For an anonymous caller it contains the fingerprint. */
  key: string;
  fingerprint: string;
}

/** Reserves a key beyond a transaction, for a request that has several of them. */
export interface KeyLease {
  /** Different for each request. */
  id: string;
  /** How long the key stays reserved after `reserve` or `renew` if the process dies. */
  seconds: number;
}

/** The idempotency keys of one caller, in the transaction of the change. */
export interface IdempotencyRecords {
  /**
   * Reserves the key for this transaction, and with a lease also beyond it. Waits a limited time for another transaction that holds
   * the key. A lease that was released or has expired is taken over by a request with the same fingerprint, for which the state is
   * `new`.
   */
  reserve(key: RequestKey, lease?: KeyLease): Promise<Reservation>;
  /** Stores the response and ends a lease. */
  store(key: string, response: StoredResponse): Promise<void>;
  /** Prolongs a lease, and locks it for this transaction. Returns false if another request has taken it over. */
  renew(key: RequestKey, lease: KeyLease): Promise<boolean>;
  /** Ends a lease without a response. The key can be used anew; if `keep` is set, only with the same fingerprint. */
  release(key: string, lease: KeyLease, keep: boolean): Promise<void>;
}
