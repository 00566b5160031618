import { type Capacity, type Content, capacityOf, modulesIn } from './capacity.ts';
import { type Cost, compareCosts, compareOrders, noCost } from './cost.ts';
import { limits } from './limits.ts';
import { lowerBoundOf } from './lower-bound.ts';
import { extended, keyOf, nothingWired, type PartialWiring, type Planning } from './partial-wiring.ts';
import type { Problem, Slot } from './problem.ts';

export interface SearchResult {
  wiring: PartialWiring;
  /** No wiring costs less than this. */
  bound: Cost;
}

/** The best wiring by the order of merit, or if that takes too long, a good one. */
export function search(problem: Problem): SearchResult {
  // Most plants can be wired without a warning, so that other strings need not be considered.
  const sound = searchWith(problem, capacityOf(problem, { sound: true }), null);
  const { unwired, heavyWarnings, lightWarnings } = sound.wiring.bound;
  if (unwired + heavyWarnings + lightWarnings === 0) return sound;
  return searchWith(problem, capacityOf(problem, { sound: false }), sound.wiring);
}

function searchWith(problem: Problem, capacity: Capacity, known: PartialWiring | null): SearchResult {
  const lowerBound = lowerBoundOf(problem, capacity);
  const planning = { problem, capacity, lowerBound };
  const start = nothingWired(planning);
  const unwired = problem.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  let best: PartialWiring = known ?? { ...start, bound: { ...noCost, unwired } };
  let bound = noCost;
  let weighed = 0;
  for (const width of limits.widths) {
    const maxWeighed = width === firstWidth ? Number.POSITIVE_INFINITY : limits.weighed - weighed;
    const pass = searchPass(start, best, { ...planning, width, maxWeighed });
    weighed += pass.weighed;
    best = pass.wiring;
    if (compareCosts(pass.bound, bound) > 0) bound = pass.bound;
    if (weighed >= limits.weighed || !pass.isOpen) break;
  }
  if (!lowerBound.isProven || capacity.isTruncated()) bound = lowerBound.ofPlant(start);
  return { wiring: best, bound };
}

const [firstWidth] = limits.widths;

interface Pass extends Planning {
  /** Partial wirings that are kept for each slot. */
  width: number;
  maxWeighed: number;
}

interface PassResult extends SearchResult {
  /** Whether a better wiring may have been left out. */
  isOpen: boolean;
  weighed: number;
}

/** Decides slot after slot in several partial wirings at once, of which those with the best bounds are kept. */
function searchPass(start: PartialWiring, best: PartialWiring, pass: Pass): PassResult {
  let weighed = 0;
  let wirings = [start];
  const leftOut: PartialWiring[] = [];
  for (const slot of pass.problem.slots) {
    const candidates: PartialWiring[] = [];
    for (const wiring of wirings) {
      const { contents, complete } = contentsFor(wiring, slot, pass);
      weighed += contents.length + 1;
      if (weighed > pass.maxWeighed || !complete) leftOut.push(wiring);
      if (weighed > pass.maxWeighed) continue;
      const outlook = pass.lowerBound.outlook(wiring.decidedSlots + 1, wiring.modules);
      for (const content of [null, ...contents]) {
        const candidate = extended(wiring, content, outlook, best.bound, pass);
        if (candidate && compareWirings(candidate, best) < 0) candidates.push(candidate);
      }
    }
    wirings = firstUnlike(candidates.sort(compareWirings), pass, leftOut);
  }
  const [found = best] = wirings;
  const better = leftOut.filter((wiring) => compareWirings(wiring, found) < 0);
  const [first = found] = better.sort(compareWirings);
  return { wiring: found, bound: first.bound, isOpen: better.length > 0, weighed };
}

function contentsFor(
  { modules }: PartialWiring,
  slot: Slot,
  { problem, capacity }: Pass,
): { contents: Content[]; complete: boolean } {
  const most = Math.max(20, Math.floor(limits.weighed / problem.slots.length / firstWidth));
  const contents: Content[] = [];
  for (const line of problem.lines) {
    if (modules[line.index] === 0) continue;
    if (contents.length >= most) return { contents, complete: false };
    for (const content of capacity.contents(slot, line)) {
      const fits = content.groups.every(
        (group) => modulesIn(group, content) <= (modules[group.line.index] ?? 0),
      );
      if (fits) contents.push(content);
    }
  }
  return { contents, complete: true };
}

/** Of wirings that can be continued in the same ways, only the best is kept. */
function firstUnlike(
  wirings: readonly PartialWiring[],
  { width, problem }: Pass,
  leftOut: PartialWiring[],
): PartialWiring[] {
  const unlike = new Map<string, PartialWiring>();
  for (const wiring of wirings) {
    const key = keyOf(wiring, problem);
    if (unlike.has(key)) continue;
    if (unlike.size === width) {
      leftOut.push(wiring);
      break;
    }
    unlike.set(key, wiring);
  }
  return [...unlike.values()];
}

/** `bound` of a whole wiring is its cost. */
function compareWirings(one: PartialWiring, other: PartialWiring): number {
  return compareCosts(one.bound, other.bound) || compareOrders(one.order, other.order);
}
