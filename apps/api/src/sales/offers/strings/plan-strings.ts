import type { Offer, OfferString, Project, StringPlan, StringPlanningResult } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { checkWiring, type StringPlan as Plan, type WiredString } from '@pv-planning/string-planner';
import { readCompany } from '../../../company/company-records.ts';
import { readProject } from '../../../crm/projects/project-records.ts';
import {
  type DesignTemperatures,
  type OfferPlant,
  placesOn,
  plantOf,
  temperaturesOr,
  type WiredLines,
} from '../model/offer-plant.ts';
import { planningThreads } from './planning-threads.ts';

export interface OfferPlanning extends Omit<StringPlanningResult, 'applied'> {
  /** The proposed strings by the `ref` of their inverter; null without a proposal. */
  strings: Map<string, OfferString[]> | null;
}

/** Reads the plant of an offer, with the current roofs and design temperatures of its project. */
export async function readPlant(db: CompanyQueries, offer: Offer): Promise<OfferPlant> {
  const project = await readProject(db, offer.projectId);
  return plantOf(offer, placesOn(project.roofs), await designTemperatures(db, project));
}

const planInThread = planningThreads({ maxCpuMs: 5_000, maxHeapMiB: 192 });

/** Checks the wiring of a plant. */
export function checkStringsOf(offer: WiredLines, { plant, strings }: OfferPlant): StringPlan {
  return shownPlan(checkWiring(plant, strings), offer);
}

/** Checks the wiring of a plant and proposes the best one. @throws the signal's reason if it is aborted */
export async function planStringsOf(
  offer: WiredLines,
  plant: OfferPlant,
  signal: AbortSignal,
): Promise<OfferPlanning> {
  const { current, proposal, ...outcome } = await planInThread(plant, signal);
  const shown = (plan: Plan) => shownPlan(plan, offer);
  return {
    current: shown(current),
    proposal: proposal && shown(proposal.plan),
    ...outcome,
    strings: proposal && storedStrings(proposal.strings),
  };
}

/** Takes the temperatures of the company where the given ones are unknown. */
export async function designTemperatures(
  db: CompanyQueries,
  given: Partial<Pick<Project, keyof DesignTemperatures>>,
): Promise<DesignTemperatures> {
  const company = await readCompany(db);
  return temperaturesOr({
    designTempMin: given.designTempMin ?? company.designTempMin,
    designTempMax: given.designTempMax ?? company.designTempMax,
  });
}

/** Adds the limits and names of the trackers, as stored in the offer's lines. */
function shownPlan(plan: Plan, { inverters }: WiredLines): StringPlan {
  const productOf = new Map(inverters.map(({ ref, product }) => [ref, product]));
  return {
    ...plan,
    inverters: plan.inverters.map((inverter) => ({
      ...inverter,
      trackers: inverter.trackers.map((tracker) => {
        const limits = productOf.get(inverter.ref)?.mppTrackers[tracker.index - 1];
        return { ...tracker, limits: { name: null, ...tracker.limits, ...limits } };
      }),
    })),
  };
}

function storedStrings(strings: readonly WiredString[]): Map<string, OfferString[]> {
  const stored = strings.map(({ inverterRef, label, mppTracker, moduleRef, moduleCount }) => ({
    inverterRef,
    string: { label, mppTracker, moduleRef, moduleCount },
  }));
  const byInverter = Map.groupBy(stored, ({ inverterRef }) => inverterRef);
  return new Map([...byInverter].map(([ref, ofInverter]) => [ref, ofInverter.map(({ string }) => string)]));
}
