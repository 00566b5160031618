import { Worker } from 'node:worker_threads';
import type { PlanningResult, StringPlan } from '@pv-planning/string-planner';
import type { OfferPlant } from './offer-plant.ts';
import type { CheckedMessage, PlannedMessage } from './planning-thread.ts';

export interface PlanningLimits {
  /** Processor time of one plan. Unlike elapsed time, it does not depend on what else the machine does. */
  maxCpuMs: number;
  maxHeapMiB: number;
}

export interface CheckedAndPlanned extends PlanningResult {
  current: StringPlan;
}

/** @throws the signal's reason if it is aborted, which stops planning */
export type PlanInThread = (plant: OfferPlant, signal: AbortSignal) => Promise<CheckedAndPlanned>;

const watchEveryMs = 100;

/**
 * Checks and plans wirings in worker threads, because a large plant takes seconds. A plan that exceeds the limits ends without a
 * proposal. There are as many threads as there have been concurrent calls; `x-concurrency` of the operation limits these.
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
      if (result.isStopped) await thread.terminate();
      else idle.add(thread);
      return result.outcome;
    } catch (error) {
      await thread.terminate();
      throw error;
    }
  };
}

interface ThreadResult {
  outcome: CheckedAndPlanned;
  /** The thread exceeded a limit and cannot be used again. */
  isStopped: boolean;
}

async function runInThread(
  thread: Worker,
  plant: OfferPlant,
  { limits, signal }: { limits: PlanningLimits; signal: AbortSignal },
): Promise<ThreadResult> {
  const { promise, resolve, reject } = Promise.withResolvers<ThreadResult>();
  let checked: CheckedMessage | undefined;

  function receive(message: CheckedMessage | PlannedMessage): void {
    if ('current' in message) checked = message;
    else if (checked)
      resolve({ outcome: { current: checked.current, ...message.planned }, isStopped: false });
  }
  function stop({ current }: CheckedMessage): void {
    resolve({ outcome: { current, proposal: null, reasons: [stopped] }, isStopped: true });
  }
  function fail(error: Error & { code?: string }): void {
    if (checked && error.code === 'ERR_WORKER_OUT_OF_MEMORY') stop(checked);
    else reject(error);
  }
  async function watch(): Promise<void> {
    if (!checked) return;
    const { user, system } = await thread.cpuUsage();
    if (user + system - checked.cpuMicroseconds > limits.maxCpuMs * 1000) stop(checked);
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
