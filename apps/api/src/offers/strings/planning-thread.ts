import { existsSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { checkWiring, type PlanningResult, planWiring, type StringPlan } from '@pv-planning/string-planner';
import type { OfferPlant } from './offer-plant.ts';

/** Sent before planning starts, because planning can be stopped. */
export interface CheckedMessage {
  current: StringPlan;
  /** Processor time of the thread so far. */
  cpuMicroseconds: number;
  /** The thread's id in the operating system; undefined except on Linux. */
  systemThreadId: number | undefined;
}

export interface PlannedMessage {
  planned: PlanningResult;
}

const threadLink = '/proc/thread-self';
const systemThreadId = existsSync(threadLink) ? Number(basename(readlinkSync(threadLink))) : undefined;

parentPort?.on('message', ({ plant, strings }: OfferPlant) => {
  const current = checkWiring(plant, strings);
  const { user, system } = process.threadCpuUsage();
  const checked: CheckedMessage = { current, cpuMicroseconds: user + system, systemThreadId };
  parentPort?.postMessage(checked);
  parentPort?.postMessage({ planned: planWiring(plant) } satisfies PlannedMessage);
});
