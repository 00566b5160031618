import { existsSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { checkWiring, type PlanningResult, planWiring, type StringPlan } from '@pv-planning/string-planner';
import type { OfferPlant } from '../model/offer-plant.ts';

/** Sent before the wiring is checked, because checking and planning can be stopped. */
export interface StartedMessage {
  /** Processor time of the thread so far. */
  cpuMicroseconds: number;
  /** The thread's id in the operating system; undefined except on Linux. */
  systemThreadId: number | undefined;
}

/** Sent before planning starts. */
export interface CheckedMessage {
  current: StringPlan;
}

/** Sent whenever there is a better wiring, in case planning is stopped. */
export interface BetterMessage {
  better: PlanningResult;
}

export interface PlannedMessage {
  planned: PlanningResult;
}

const threadLink = '/proc/thread-self';
const systemThreadId = existsSync(threadLink) ? Number(basename(readlinkSync(threadLink))) : undefined;

parentPort?.on('message', ({ plant, strings }: OfferPlant) => {
  const { user, system } = process.threadCpuUsage();
  parentPort?.postMessage({ cpuMicroseconds: user + system, systemThreadId } satisfies StartedMessage);
  parentPort?.postMessage({ current: checkWiring(plant, strings) } satisfies CheckedMessage);
  const planned = planWiring(plant, (better) => {
    parentPort?.postMessage({ better } satisfies BetterMessage);
  });
  parentPort?.postMessage({ planned } satisfies PlannedMessage);
});
