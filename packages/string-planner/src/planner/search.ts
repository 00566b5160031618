import type { Capacity } from './capacity.ts';
import { compareCosts, noCost } from './cost.ts';
import { improved } from './improve.ts';
import { limits } from './limits.ts';
import { nothingWired, type PartialWiring, type Planning, planningOf, wiringOf } from './partial-wiring.ts';
import type { Problem } from './problem.ts';
import { effortOf, type SearchResult, searchPass } from './search-pass.ts';

/**
 * Returns the best wiring by the order of merit, or a good one if the search takes too long.
 *
 * @param report called with each improved wiring
 */
export function search(
  problem: Problem,
  capacity: Capacity,
  report: (found: SearchResult) => void,
): SearchResult {
  // Most plants can be wired without warnings, so strings with warnings are tried only if necessary.
  const withoutWarnings = searchWith(planningOf(problem, capacity, true), null, report);
  if (isFaultless(withoutWarnings.wiring)) return withoutWarnings;
  return searchWith(planningOf(problem, capacity, false), withoutWarnings.wiring, report);
}

function isFaultless({ bound: { unwired, heavyWarnings, lightWarnings } }: PartialWiring): boolean {
  return unwired + heavyWarnings + lightWarnings === 0;
}

/** Runs passes of growing width until none can improve the wiring. Replans inverters after the first pass. */
function searchWith(
  planning: Planning,
  known: PartialWiring | null,
  report: (found: SearchResult) => void,
): SearchResult {
  const { problem, capacity, withoutWarnings, lowerBound } = planning;
  const start = nothingWired(planning);
  let best = known ?? wiringOf([], planning);
  let bound = noCost;
  let weighed = 0;
  function take(found: { wiring: PartialWiring; weighed: number }): void {
    weighed += found.weighed;
    if (found.wiring === best) return;
    best = found.wiring;
    report({ wiring: best, bound: withoutWarnings ? noCost : start.bound });
  }
  for (const [index, width] of limits.widths.entries()) {
    const maxWeighed = index === 0 ? Number.POSITIVE_INFINITY : limits.weighed - weighed;
    const pass = searchPass(start, best, { ...planning, ...effortOf(problem, width), maxWeighed });
    take(pass);
    if (compareCosts(pass.bound, bound) > 0) bound = pass.bound;
    if (!pass.isOpen) break;
    if (index === 0) take(improved(best, planning));
    // Too little effort left for a wider pass, or only strings with warnings can remove the warnings of the plant.
    if (weighed + 2 * pass.weighed > limits.weighed || (withoutWarnings && !isFaultless(start))) break;
  }
  if (!lowerBound.isProven || capacity.isTruncated()) bound = start.bound;
  return { wiring: best, bound };
}
