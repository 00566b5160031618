import type { Capacity } from './capacity.ts';
import { compareCosts, noCost } from './cost.ts';
import { improved } from './improve.ts';
import { limits } from './limits.ts';
import { nothingWired, type PartialWiring, type Planning, planningOf, wiringOf } from './partial-wiring.ts';
import type { Problem } from './problem.ts';
import { effortOf, type SearchResult, searchPass } from './search-pass.ts';

/**
 * The best wiring by the order of merit, or if that takes too long, a good one.
 *
 * @param report gets the best wiring so far whenever there is a better one
 */
export function search(
  problem: Problem,
  capacity: Capacity,
  report: (found: SearchResult) => void,
): SearchResult {
  // Most plants can be wired without a warning, so that other strings need not be considered.
  const withoutWarnings = searchWith(planningOf(problem, capacity, true), null, report);
  if (isFaultless(withoutWarnings.wiring)) return withoutWarnings;
  return searchWith(planningOf(problem, capacity, false), withoutWarnings.wiring, report);
}

function isFaultless({ bound: { unwired, heavyWarnings, lightWarnings } }: PartialWiring): boolean {
  return unwired + heavyWarnings + lightWarnings === 0;
}

/** Passes of growing width, until none can find a better wiring; after the first one, inverters are planned again. */
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
    // Without enough effort left for a wider pass, or if only strings with warnings remove those of the plant.
    if (weighed + 2 * pass.weighed > limits.weighed || (withoutWarnings && !isFaultless(start))) break;
  }
  if (!lowerBound.isProven || capacity.isTruncated()) bound = start.bound;
  return { wiring: best, bound };
}
