import { checkWiring } from '../check-wiring.ts';
import type { Plant, WiredString } from '../plant.ts';
import type { StringPlan } from '../string-plan.ts';
import { validatePlant } from '../validate.ts';
import { obstaclesOfSplitting, plainObstacles, whatIsMissing } from './obstacles.ts';
import { createProblem, type Problem, type Relaxation } from './problem.ts';
import { type Reason, reason } from './reason.ts';
import type { PartialWiring } from './search/partial-wiring.ts';
import { isFeasible, search } from './search/search.ts';
import { createSteps } from './steps.ts';
import { isTooLarge } from './too-large.ts';

/** A wiring that no rule fails and that uses every module and every inverter. */
export interface Proposal {
  strings: WiredString[];
  plan: StringPlan;
}

export interface PlanningResult {
  proposal: Proposal | null;
  /**
   * Why there is no proposal. Beside a proposal only `search_limit_reached`: it is good, but may not be the best. Without any reason
   * it is the best.
   */
  reasons: Reason[];
}

/** The best wiring of a plant by the order of merit, or why there is none. The same plant always gets the same answer. */
export function planWiring(plant: Plant): PlanningResult {
  validatePlant(plant);
  const missing = whatIsMissing(plant);
  if (missing.length > 0) return { proposal: null, reasons: missing };
  if (isTooLarge(plant)) return limitReached('a wiring may exist');
  const problem = createProblem(plant);
  const plain = plainObstacles(plant, problem);
  if (plain.length > 0) return { proposal: null, reasons: plain };
  const steps = createSteps(problem);
  if (!steps) return limitReached('a wiring may exist');
  const ofSplitting = obstaclesOfSplitting(problem, steps);
  if (ofSplitting.length > 0) return { proposal: null, reasons: ofSplitting };

  const { wiring, complete } = search(problem, steps);
  if (!wiring) return complete ? whyInfeasible(plant) : limitReached('a wiring may exist');
  const strings = wiredStrings(wiring, plant, problem);
  const proposal = { strings, plan: checkWiring(plant, strings) };
  return complete ? { proposal, reasons: [] } : limitReached('a better wiring may exist', proposal);
}

function limitReached(open: string, proposal: Proposal | null = null): PlanningResult {
  return {
    proposal,
    reasons: [reason('search_limit_reached', `The plant has too many combinations to try all: ${open}.`)],
  };
}

/** Every line can be split on its own, but no wiring of all exists: which condition, taken away, leaves one? */
function whyInfeasible(plant: Plant): PlanningResult {
  const because = (...of: Parameters<typeof reason>) => ({ proposal: null, reasons: [reason(...of)] });
  const anySizing = isFeasibleWithout(plant, { anySizing: true });
  if (anySizing) return because('sizing_out_of_range', 'Every wiring of all modules overloads an inverter.');
  const unusedInverters = isFeasibleWithout(plant, { anySizing: true, unusedInverters: true });
  if (unusedInverters === false) {
    const message = 'The trackers do not suffice for the strings of all module lines together.';
    return because('too_few_trackers', message);
  }
  if (unusedInverters && anySizing === false) {
    return because('roof_too_small', 'Every wiring of all modules leaves an inverter without a string.');
  }
  return limitReached('there is no wiring, but it is not known why');
}

/** Null when that takes too long to find out. */
function isFeasibleWithout(plant: Plant, relaxation: Relaxation): boolean | null {
  const problem = createProblem(plant, relaxation);
  const steps = createSteps(problem);
  return steps && isFeasible(problem, steps);
}

/** Labelled by inverter, tracker and string: 1.2.1 is the first string on tracker 2 of the first inverter. */
function wiredStrings(wiring: PartialWiring, plant: Plant, { slots }: Problem): WiredString[] {
  const strings: Omit<WiredString, 'label'>[] = [];
  for (let at: PartialWiring | null = wiring; at; at = at.previous) {
    const slot = slots[at.decided - 1];
    const inverter = slot && plant.inverters[slot.inverter.index];
    if (!inverter || !at.content) continue;
    const { length, groups } = at.content;
    const onSlot = groups.flatMap(({ line, count }) =>
      Array.from({ length: count }, () => ({
        inverterRef: inverter.ref,
        mppTracker: slot.trackerIndex,
        moduleRef: line.module.ref,
        moduleCount: length,
      })),
    );
    strings.unshift(...onSlot);
  }
  return strings.map((string, index) => {
    const inverter = plant.inverters.findIndex(({ ref }) => ref === string.inverterRef) + 1;
    const before = strings.slice(0, index).filter((other) => isOnSameTracker(string, other)).length;
    return { ...string, label: `${inverter}.${string.mppTracker}.${before + 1}` };
  });
}

function isOnSameTracker(one: Omit<WiredString, 'label'>, other: Omit<WiredString, 'label'>): boolean {
  return one.inverterRef === other.inverterRef && one.mppTracker === other.mppTracker;
}
