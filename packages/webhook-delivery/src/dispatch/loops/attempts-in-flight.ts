import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Capacity } from '../capacity/capacity.ts';
import type { WindowResponse } from '../capacity/endpoint-window.ts';
import type { Claim } from '../claim/claim.ts';
import type { ResultQueue } from '../results/result-queue.ts';
import { affectsHealth } from '../results/save-health.ts';
import { isHealthySuccess } from '../results/save-results.ts';
import type { ClaimSchedule } from '../schedule/claim-schedule.ts';
import type { AttemptResult } from '../send/attempt.ts';

/** Attempts from the claim of a delivery until its result is saved. */
export interface AttemptsInFlight {
  send(claim: Claim): void;
  /** Waits until all results are saved, for at most the given time. */
  drained(maxMs: number): Promise<void>;
}

export interface AttemptsOptions {
  /** Never throws. */
  attempt: (claim: Claim) => Promise<AttemptResult>;
  results: ResultQueue;
  capacity: Capacity;
  schedule: Pick<ClaimSchedule, 'slotReleased' | 'wake'>;
  logger: Logger;
}

export function createAttemptsInFlight(options: AttemptsOptions): AttemptsInFlight {
  const { attempt, results, capacity, schedule, logger } = options;
  const running = new Set<Promise<void>>();

  async function sendAndSave(claim: Claim): Promise<void> {
    const result = await attempt(claim);
    // After a failure, and while the endpoint recovers, the next attempt depends on the saved result.
    if (isHealthySuccess(result)) release(result);
    await results.save(result);
    log(result);
    if (isHealthySuccess(result)) return;
    release(result);
    // Claims have skipped the endpoint while its row was locked for saving.
    schedule.wake(claim.companyId);
  }

  function release(result: AttemptResult): void {
    const window = capacity.ended(result.claim, windowResponse(result));
    schedule.slotReleased(result.claim.companyId, window);
  }

  function log(result: AttemptResult): void {
    const { claim, outcome, errorCode, durationMs, response, internalError: err } = result;
    const { companyId, deliveryId, eventId, endpoint } = claim;
    const entry = { companyId, endpointId: endpoint.id, deliveryId, eventId, outcome, errorCode, durationMs };
    if (err) logger.error({ ...entry, err }, 'webhook attempt failed because of an internal error');
    else logger.debug({ ...entry, status: response?.status }, 'webhook attempt');
  }

  return {
    send(claim) {
      capacity.began(claim);
      const sending = sendAndSave(claim)
        .catch((error: unknown) =>
          logger.error({ err: error }, 'unexpected error while sending a webhook delivery'),
        )
        .finally(() => running.delete(sending));
      running.add(sending);
    },
    async drained(maxMs) {
      await Promise.race([Promise.all(running), delay(maxMs, undefined, { ref: false })]);
    },
  };
}

/** The response time starts when the connection is ready. */
function windowResponse(result: AttemptResult): WindowResponse {
  const { resolved = 0, connected = 0, secured = 0, answered = result.durationMs } = result.timings;
  return {
    delivered: affectsHealth(result) ? result.outcome === 'delivered' : null,
    responseMs: answered - Math.max(resolved, connected, secured),
  };
}
