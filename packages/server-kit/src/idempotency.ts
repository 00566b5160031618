import { createHash } from 'node:crypto';
import { type ApiError, apiError } from './api-error.ts';
import type { ApiResponse } from './api-response.ts';
import type { IdempotencyRecords } from './transactions.ts';

interface Fingerprinted {
  operationId: string;
  /** Path and query as sent. */
  target: string;
  bodyBytes: Buffer | undefined;
}

/** Returns a hash that identifies a request: requests with the same fingerprint are considered equal. */
export function fingerprint({ operationId, target, bodyBytes }: Fingerprinted): string {
  const hash = createHash('sha256').update(`${operationId}\n${target}\n`);
  if (bodyBytes) hash.update(bodyBytes);
  return hash.digest('hex');
}

function inProgress(): ApiError {
  return apiError('idempotency_in_progress', { headers: { 'Retry-After': '1' } });
}

/**
 * Runs `work` at most once for a key. It runs inside the transaction of the change, so that the effect and the stored reply are
 * committed together. An error rolls both back, and the request can be retried with the same key.
 *
 * @returns the first reply, with `Idempotent-Replayed: true` if it was stored before
 * @throws 409 `idempotency_key_reused` if the key was used for another request, 409 `idempotency_in_progress`
 */
export async function onlyOnce(
  records: IdempotencyRecords,
  key: string,
  requestFingerprint: string,
  work: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const reservation = await records.reserve(key, requestFingerprint);
  switch (reservation.state) {
    case 'running':
      throw inProgress();
    case 'done': {
      if (reservation.fingerprint !== requestFingerprint) throw apiError('idempotency_key_reused');
      const { response } = reservation;
      return { ...response, headers: { ...response.headers, 'Idempotent-Replayed': 'true' } };
    }
    case 'new': {
      const response = await work();
      await records.store(key, response);
      return response;
    }
  }
}

export type KeyQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Limits how many requests of this process hold a connection for the same key: one runs and one waits. Further requests fail
 * immediately with 409 `idempotency_in_progress`.
 */
export function keyQueue(): KeyQueue {
  const holders = new Map<string, number>();
  return async (key, work) => {
    const current = holders.get(key) ?? 0;
    if (current >= 2) throw inProgress();
    holders.set(key, current + 1);
    try {
      return await work();
    } finally {
      const left = (holders.get(key) ?? 1) - 1;
      if (left === 0) holders.delete(key);
      else holders.set(key, left);
    }
  };
}
