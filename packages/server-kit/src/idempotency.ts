import { createHash } from 'node:crypto';
import { type ApiError, refusal } from './api-error.ts';
import type { IdempotencyRecords } from './backend.ts';
import type { Reply } from './reply.ts';

interface Fingerprinted {
  operationId: string;
  /** Path with its values, and the query. */
  target: string;
  bodyBytes: Buffer | undefined;
}

/** Two requests with the same fingerprint are the same request. */
export function fingerprint({ operationId, target, bodyBytes }: Fingerprinted): string {
  const hash = createHash('sha256').update(`${operationId}\n${target}\n`);
  if (bodyBytes) hash.update(bodyBytes);
  return hash.digest('hex');
}

function inProgress(): ApiError {
  return refusal('idempotency_in_progress', { headers: { 'Retry-After': '1' } });
}

/**
 * Runs `work` at most once for a key. Runs inside the transaction of the change, so that effect and stored reply are
 * committed together; a refusal rolls both back and may simply be tried again.
 *
 * @returns the first reply, with `Idempotent-Replayed: true` when it was stored before
 * @throws 409 `idempotency_key_reused` for another request under the key, 409 `idempotency_in_progress`
 */
export async function onlyOnce(
  records: IdempotencyRecords,
  key: string,
  requestFingerprint: string,
  work: () => Promise<Reply>,
): Promise<Reply> {
  const reservation = await records.reserve(key, requestFingerprint);
  switch (reservation.state) {
    case 'running':
      throw inProgress();
    case 'done': {
      if (reservation.fingerprint !== requestFingerprint) throw refusal('idempotency_key_reused');
      const { reply } = reservation;
      return { ...reply, headers: { ...reply.headers, 'Idempotent-Replayed': 'true' } };
    }
    case 'new': {
      const reply = await work();
      await records.store(key, reply);
      return reply;
    }
  }
}

export type KeyQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Bounds how many requests of this process hold a connection for the same key: one runs, one waits for it, any further
 * one is refused at once with 409 `idempotency_in_progress`.
 */
export function keyQueue(): KeyQueue {
  const holders = new Map<string, number>();
  return async (key, work) => {
    const present = holders.get(key) ?? 0;
    if (present >= 2) throw inProgress();
    holders.set(key, present + 1);
    try {
      return await work();
    } finally {
      const left = (holders.get(key) ?? 1) - 1;
      if (left === 0) holders.delete(key);
      else holders.set(key, left);
    }
  };
}
