import { checkWiring } from '../check-wiring.ts';
import type { Plant, WiredString } from '../plant.ts';
import type { StringPlan } from '../string-plan.ts';
import { validatePlant } from '../validate.ts';
import { obstaclesOfSplitting, plainObstacles, whatIsMissing } from './obstacles.ts';
import type { PartialWiring } from './partial-wiring.ts';
import { createProblem, type Problem, type Relaxation } from './problem.ts';
import { type Reason, reason } from './reason.ts';
import { type SearchResult, search } from './search.ts';
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
  if (isTooLarge(plant)) return limitReached(null);
  const problem = createProblem(plant);
  const plain = plainObstacles(plant, problem);
  if (plain.length > 0) return { proposal: null, reasons: plain };
  const steps = createSteps(problem);
  if (!steps) return limitReached(null);
  const ofSplitting = obstaclesOfSplitting(problem, steps);
  if (ofSplitting.length > 0) return { proposal: null, reasons: ofSplitting };

  const { wiring, complete } = search(problem, steps);
  if (!wiring) return complete ? { proposal: null, reasons: [reasonOfFailure(plant)] } : limitReached(null);
  const strings = wiredStrings(wiring, plant, problem);
  const proposal = { strings, plan: checkWiring(plant, strings) };
  return complete ? { proposal, reasons: [] } : limitReached(proposal);
}

function limitReached(proposal: Proposal | null): PlanningResult {
  const open = proposal ? 'a better wiring may exist' : 'a wiring may exist';
  return {
    proposal,
    reasons: [reason('search_limit_reached', `The plant has too many combinations to try all: ${open}.`)],
  };
}

/** Every line can be split on its own, but no wiring of all exists: which condition, taken away, leaves one? */
function reasonOfFailure(plant: Plant): Reason {
  const anySizing = searchWithout(plant, { anySizing: true });
  if (anySizing.wiring)
    return reason('sizing_out_of_range', 'Every wiring of all modules overloads an inverter.');
  const unusedInverters = searchWithout(plant, { anySizing: true, unusedInverters: true });
  if (unusedInverters.wiring) {
    return reason('roof_too_small', 'Every wiring of all modules leaves an inverter without a string.');
  }
  if (anySizing.complete && unusedInverters.complete) {
    return reason(
      'too_few_trackers',
      'The trackers do not suffice for the strings of all module lines together.',
    );
  }
  return reason(
    'no_equal_split',
    'The modules cannot be split into equal strings that fit trackers and inverters.',
  );
}

function searchWithout(plant: Plant, relaxation: Relaxation): SearchResult {
  const problem = createProblem(plant, relaxation);
  const steps = createSteps(problem);
  return steps ? search(problem, steps) : { wiring: null, complete: false };
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
