import { setTimeout as delay } from 'node:timers/promises';
import type { FairSlots } from '@pv-planning/fair-slots';
import type { Logger } from 'pino';
import type { EndpointWindow, WindowResponse } from '../capacity/endpoint-window.ts';
import type { EndpointWindows } from '../capacity/endpoint-windows.ts';
import type { Claim } from '../claim/claim.ts';
import type { ResultQueue } from '../results/result-queue.ts';
import { affectsHealth } from '../results/save-health.ts';
import { isHealthySuccess } from '../results/save-results.ts';
import type { AttemptResult } from '../send/attempt.ts';

/** Attempts from the claim of a delivery until its result is saved. */
export interface AttemptLoop {
  send(claim: Claim): void;
  /** Number of attempts that have a slot. */
  inFlight(): number;
  /** Waits until all results are saved, for at most the given time. */
  drained(maxMs: number): Promise<void>;
}

export interface AttemptLoopOptions {
  /** Never throws. */
  attempt: (claim: Claim) => Promise<AttemptResult>;
  results: ResultQueue;
  windows: EndpointWindows;
  slots: FairSlots;
  slotReleased: (companyId: string, window: EndpointWindow) => void;
  wake: (companyId: string) => void;
  logger: Logger;
}

export function createAttemptLoop(options: AttemptLoopOptions): AttemptLoop {
  const { results, windows, slots, logger } = options;
  const running = new Set<Promise<void>>();
  let inFlight = 0;

  async function sendAndSave(claim: Claim): Promise<void> {
    const result = await options.attempt(claim);
    // After a failure, and while the endpoint recovers, the next attempt depends on the saved result.
    if (isHealthySuccess(result)) release(result);
    await results.save(result);
    log(result);
    if (isHealthySuccess(result)) return;
    release(result);
    // Claims have skipped the endpoint while its row was locked for saving.
    options.wake(claim.companyId);
  }

  function release(result: AttemptResult): void {
    const { companyId } = result.claim;
    inFlight -= 1;
    slots.releaseReserved(companyId, 1);
    options.slotReleased(companyId, windows.answered(result.claim, windowResponse(result)));
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
      inFlight += 1;
      slots.begin(claim.companyId);
      windows.began(claim);
      const attempt = sendAndSave(claim)
        .catch((error: unknown) =>
          logger.error({ err: error }, 'unexpected error while sending a webhook delivery'),
        )
        .finally(() => running.delete(attempt));
      running.add(attempt);
    },
    inFlight: () => inFlight,
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
