import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { serviceUnavailable } from '@pv-planning/server-kit';
import type { PlanningResult, StringPlan } from '@pv-planning/string-planner';
import type { OfferPlant } from '../model/offer-plant.ts';
import type { BetterMessage, CheckedMessage, PlannedMessage, StartedMessage } from './planning-thread.ts';

export interface PlanningLimits {
  /** Processor time of one check and plan. Unlike elapsed time, it does not depend on what else the machine does. */
  maxCpuMs: number;
  maxHeapMiB: number;
}

export interface CheckedAndPlanned extends PlanningResult {
  current: StringPlan;
}

/** A plan that has taken this processor time makes way for shorter ones and for requests. */
const longPlanMs = 200;
const lowPriority = 10;

/**
 * @throws the signal's reason if it is aborted, which stops planning; 503 `service_unavailable` if already the check of the wiring
 *   exceeds the limits, for which an offer would have to be much larger than the contract allows
 */
export type PlanInThread = (plant: OfferPlant, signal: AbortSignal) => Promise<CheckedAndPlanned>;

const watchEveryMs = 100;
const retrySeconds = 5;

/**
 * Checks and plans wirings in worker threads, because a large plant takes seconds. A plan that exceeds the limits, which the planner
 * should prevent by its own, ends with the best proposal so far. The number of threads is the highest number of concurrent calls so far, which `x-concurrency` of the operation limits.
 */
export function planningThreads(limits: PlanningLimits): PlanInThread {
  const idle = new Set<Worker>();

  function startThread(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: limits.maxHeapMiB };
    const thread = new Worker(new URL('./planning-thread.ts', import.meta.url), { resourceLimits });
    thread.on('error', () => idle.delete(thread));
    // Does not keep the process running.
    thread.unref();
    return thread;
  }

  return async (plant, signal) => {
    signal.throwIfAborted();
    const [thread = startThread()] = idle;
    idle.delete(thread);
    try {
      const result = await runInThread(thread, plant, { limits, signal });
      if (result.isReusable) idle.add(thread);
      else await thread.terminate();
      return result.outcome;
    } catch (error) {
      await thread.terminate();
      throw error;
    }
  };
}

interface ThreadResult {
  outcome: CheckedAndPlanned;
  /** False if the thread was stopped, or has a low priority, which only an administrator could raise. */
  isReusable: boolean;
}

async function runInThread(
  thread: Worker,
  plant: OfferPlant,
  { limits, signal }: { limits: PlanningLimits; signal: AbortSignal },
): Promise<ThreadResult> {
  const { promise, resolve, reject } = Promise.withResolvers<ThreadResult>();
  let started: StartedMessage | undefined;
  let checked: CheckedMessage | undefined;
  let best: PlanningResult = { proposal: null, reasons: [stopped], complete: false, gap: null };
  let hasLowPriority = false;
  let hasEnded = false;

  function receive(message: StartedMessage | CheckedMessage | BetterMessage | PlannedMessage): void {
    if ('cpuMicroseconds' in message) started = message;
    else if ('current' in message) checked = message;
    else if ('better' in message) best = { ...message.better, complete: false };
    else if (checked)
      resolve({ outcome: { current: checked.current, ...message.planned }, isReusable: !hasLowPriority });
  }
  function stop(cause?: Error): void {
    if (!checked) {
      reject(serviceUnavailable(retrySeconds, { cause }));
      return;
    }
    resolve({ outcome: { current: checked.current, ...best }, isReusable: false });
  }
  function fail(error: Error & { code?: string }): void {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') stop(error);
    else reject(error);
  }
  async function watch(): Promise<void> {
    if (!started) return;
    const { user, system } = await thread.cpuUsage();
    if (hasEnded) return;
    const used = (user + system - started.cpuMicroseconds) / 1000;
    if (used > limits.maxCpuMs) stop();
    if (used > longPlanMs && !hasLowPriority && started.systemThreadId !== undefined) {
      setPriority(started.systemThreadId, lowPriority);
      hasLowPriority = true;
    }
  }
  const abort = () => reject(signal.reason);
  // Errors are ignored: a thread that has ended reports the reason itself.
  const timer = setInterval(() => void watch().catch(() => undefined), watchEveryMs);
  signal.addEventListener('abort', abort);
  thread.on('message', receive);
  thread.on('error', fail);
  thread.postMessage(plant);
  try {
    return await promise;
  } finally {
    hasEnded = true;
    clearInterval(timer);
    signal.removeEventListener('abort', abort);
    thread.off('message', receive);
    thread.off('error', fail);
  }
}

const stopped: PlanningResult['reasons'][number] = {
  code: 'search_limit_reached',
  message: 'The plant takes too long to plan: a wiring may exist. Divide it over several offers.',
};
