import { type ApiError, apiError } from '../errors/api-error.ts';
import { type ApiResponse, storedResponse } from '../responses/api-response.ts';
import {
  type IdempotencyRecords,
  KeyInUseError,
  type RequestKey,
  type Reservation,
} from './idempotency-records.ts';

export function inProgress(): ApiError {
  return apiError('idempotency_in_progress', { headers: { 'Retry-After': '1' } });
}

/**
 * Returns the response to replay; undefined for a new key.
 *
 * @throws 409 `idempotency_key_reused` if the key was used for another request
 * @throws {KeyInUseError}
 */
export function replayOf(reservation: Reservation, requested: RequestKey): ApiResponse | undefined {
  if (reservation.state === 'new') return undefined;
  if (reservation.fingerprint !== requested.fingerprint) throw apiError('idempotency_key_reused');
  if (reservation.state === 'running') throw new KeyInUseError();
  const { response } = reservation;
  return { ...response, headers: { ...response.headers, 'Idempotent-Replayed': 'true' } };
}

/**
 * Runs `work` at most once for a key. It runs inside the transaction of the change, so that the effect and the stored response are
 * committed together. An error rolls both back, and the request can be retried with the same key.
 *
 * @returns the first response, with `Idempotent-Replayed: true` if it was stored before
 * @throws 409 `idempotency_key_reused` if the key was used for another request
 * @throws {KeyInUseError}
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
