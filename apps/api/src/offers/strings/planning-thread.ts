import { parentPort } from 'node:worker_threads';
import { checkWiring, type PlanningResult, planWiring, type StringPlan } from '@pv-planning/string-planner';
import type { OfferPlant } from './offer-plant.ts';

/** Sent before planning starts, because planning can be stopped. */
export interface CheckedMessage {
  current: StringPlan;
  /** Processor time of the thread so far. */
  cpuMicroseconds: number;
}

export interface PlannedMessage {
  planned: PlanningResult;
}

parentPort?.on('message', ({ plant, strings }: OfferPlant) => {
  const current = checkWiring(plant, strings);
  const { user, system } = process.threadCpuUsage();
  parentPort?.postMessage({ current, cpuMicroseconds: user + system } satisfies CheckedMessage);
  parentPort?.postMessage({ planned: planWiring(plant) } satisfies PlannedMessage);
});
