import { type ApiError, apiError } from '../errors/api-error.ts';
import { type ApiResponse, storedResponse } from '../responses/api-response.ts';
import type { IdempotencyRecords, RequestKey, Reservation } from './idempotency-records.ts';

export function inProgress(): ApiError {
  return apiError('idempotency_in_progress', { headers: { 'Retry-After': '1' } });
}

/**
 * Returns the response to replay; undefined for a new key.
 *
 * @throws 409 `idempotency_key_reused` if the key was used for another request, 409 `idempotency_in_progress`
 */
export function replayOf(reservation: Reservation, requested: RequestKey): ApiResponse | undefined {
  if (reservation.state === 'new') return undefined;
  if ((reservation.fingerprint ?? requested.fingerprint) !== requested.fingerprint)
    throw apiError('idempotency_key_reused');
  if (reservation.state === 'running') throw inProgress();
  const { response } = reservation;
  return { ...response, headers: { ...response.headers, 'Idempotent-Replayed': 'true' } };
}

/**
 * Runs `work` at most once for a key. It runs inside the transaction of the change, so that the effect and the stored response are
 * committed together. An error rolls both back, and the request can be retried with the same key.
 *
 * @returns the first response, with `Idempotent-Replayed: true` if it was stored before
 * @throws 409 `idempotency_key_reused` if the key was used for another request, 409 `idempotency_in_progress`
 */
export async function runOnce(
  records: IdempotencyRecords,
  key: RequestKey,
  work: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const replay = replayOf(await records.reserve(key), key);
  if (replay) return replay;
  const response = await work();
  await records.store(key.key, storedResponse(response));
  return response;
}

/** @throws 409 `idempotency_in_progress` if a request with the key is running and another one is waiting */
export type KeyQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Limits how many requests of this process hold a connection for the same key: one runs and one waits. */
export function keyQueue(): KeyQueue {
  const requests = new Map<string, number>();
  return async (key, work) => {
    const current = requests.get(key) ?? 0;
    if (current >= 2) throw inProgress();
    requests.set(key, current + 1);
    try {
      return await work();
    } finally {
      const left = (requests.get(key) ?? 1) - 1;
      if (left === 0) requests.delete(key);
      else requests.set(key, left);
    }
  };
}
