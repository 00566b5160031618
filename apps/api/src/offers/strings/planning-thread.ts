import { parentPort } from 'node:worker_threads';
import { checkWiring, type PlanningResult, planWiring, type StringPlan } from '@pv-planning/string-planner';
import type { OfferPlant } from './offer-plant.ts';

export interface CheckedAndPlanned extends PlanningResult {
  current: StringPlan;
}

parentPort?.on('message', ({ plant, strings }: OfferPlant) => {
  const result: CheckedAndPlanned = { current: checkWiring(plant, strings), ...planWiring(plant) };
  parentPort?.postMessage(result);
});
