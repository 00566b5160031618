import { checkWiring } from '../check-wiring.ts';
import type { Plant, WiredString } from '../plant.ts';
import type { StringPlan } from '../string-plan.ts';
import { validatePlant } from '../validate.ts';
import { capacityOf } from './capacity.ts';
import { criteria } from './cost.ts';
import { contentsOf } from './partial-wiring.ts';
import { type Problem, problemOf } from './problem.ts';
import type { Gap, Reason } from './reason.ts';
import { searchLimitReached, whatIsMissing, whyUnwired } from './reasons.ts';
import { search } from './search.ts';
import type { SearchResult } from './search-pass.ts';

/** A wiring without errors. */
export interface Proposal {
  strings: WiredString[];
  plan: StringPlan;
}

export interface PlanningResult {
  /** Null if nothing can be wired. */
  proposal: Proposal | null;
  /** The reasons for unwired modules, and `search_limit_reached` if the proposal may not be optimal. */
  reasons: Reason[];
  /** Whether the proposal is proven optimal. */
  complete: boolean;
  gap: Gap | null;
}

/**
 * The best wiring of a plant by the order of merit. The same plant always gets the same result.
 *
 * @param report called with each improved wiring, for callers that may stop the planner
 */
export function planWiring(
  plant: Plant,
  report: (result: PlanningResult) => void = () => {},
): PlanningResult {
  validatePlant(plant);
  const missing = whatIsMissing(plant);
  if (missing.length > 0) return { proposal: null, reasons: missing, complete: true, gap: null };
  const problem = problemOf(plant);
  const capacity = capacityOf(problem);
  const resultOf = (found: SearchResult, whyNotAll: Reason[]): PlanningResult => {
    const strings = wiredStrings(found, problem);
    const gap = gapOf(found);
    return {
      proposal: strings.length > 0 ? { strings, plan: checkWiring(plant, strings) } : null,
      reasons: [...whyNotAll, ...(gap ? [searchLimitReached(gap)] : [])],
      complete: !gap,
      gap,
    };
  };
  const found = search(problem, capacity, (better) => report(resultOf(better, [])));
  return resultOf(found, whyUnwired(problem, capacity, found.wiring));
}

function gapOf({ wiring, bound }: SearchResult): Gap | null {
  const criterion = criteria.find((name) => bound[name] !== wiring.bound[name]);
  if (!criterion) return null;
  return { criterion, proposal: wiring.bound[criterion], bound: bound[criterion] };
}

/** Labelled by inverter, tracker and string: 1.2.1 is the first string on tracker 2 of the first inverter. */
function wiredStrings({ wiring }: SearchResult, { slots }: Problem): WiredString[] {
  const onTrackers = new Map<string, number>();
  return contentsOf(wiring).flatMap((content, index) => {
    const slot = slots[index];
    if (!slot || !content) return [];
    const { mppTracker, inverter, inverterIndex } = slot;
    return content.groups.flatMap(({ line, count }) =>
      Array.from({ length: count }, () => {
        const tracker = `${inverterIndex + 1}.${mppTracker}`;
        const number = (onTrackers.get(tracker) ?? 0) + 1;
        onTrackers.set(tracker, number);
        return {
          inverterRef: inverter.ref,
          mppTracker,
          label: `${tracker}.${number}`,
          moduleRef: line.module.ref,
          moduleCount: content.length,
        };
      }),
    );
  });
}
