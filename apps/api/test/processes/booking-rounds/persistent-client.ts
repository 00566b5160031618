import { setTimeout as delay } from 'node:timers/promises';
import type { Caller, Reply } from '../crash/http-caller.ts';

/** A request that was sent until it was answered. */
export interface SentRequest {
  path: string;
  begunAt: number;
  answeredAt: number;
}

/** Short, so that waits are those of the service. */
const repeatMs = 100;
const patienceMs = 60_000;

/** Whether a repeat of the request can succeed: the service has died, is busy, or still works on the first request. */
function isPassing({ status, body }: Reply): boolean {
  const { error } = (body ?? {}) as { error?: string };
  return status >= 500 || status === 429 || error === 'idempotency_in_progress';
}

/** Returns a caller that repeats each request until it is answered. */
export function persistentCaller(call: Caller, sent: SentRequest[]): Caller {
  return async (method, path, body, headers) => {
    const begunAt = performance.now();
    for (;;) {
      const reply = await call(method, path, body, headers).catch(() => undefined);
      const answeredAt = performance.now();
      if (reply && !isPassing(reply)) {
        sent.push({ path, begunAt, answeredAt });
        return reply;
      }
      if (answeredAt - begunAt > patienceMs)
        throw new Error(`${method} ${path} → ${reply ? JSON.stringify(reply) : 'no response'}`);
      await delay(repeatMs);
    }
  };
}
