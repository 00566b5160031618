import type { Capacity, Content } from './capacity.ts';
import { type Cost, compareCosts, noCost } from './cost.ts';
import { limits } from './limits.ts';
import { lowerBoundOf } from './lower-bound.ts';
import {
  compareStrings,
  extended,
  keyOf,
  nothingWired,
  type PartialWiring,
  type Planning,
  prefixesOf,
  stateOf,
} from './partial-wiring.ts';
import type { Problem, Slot } from './problem.ts';

export interface SearchResult {
  wiring: PartialWiring;
  /** No wiring costs less than this. */
  bound: Cost;
}

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
  const sound = searchWith({ problem, capacity, sound: true }, null, report);
  const { unwired, heavyWarnings, lightWarnings } = sound.wiring.bound;
  if (unwired + heavyWarnings + lightWarnings === 0) return sound;
  return searchWith({ problem, capacity, sound: false }, sound.wiring, report);
}

interface Space {
  problem: Problem;
  capacity: Capacity;
  /** Whether strings with warnings are left out. */
  sound: boolean;
}

function searchWith(
  { problem, capacity, sound }: Space,
  known: PartialWiring | null,
  report: (found: SearchResult) => void,
): SearchResult {
  const lowerBound = lowerBoundOf(problem, capacity, sound);
  const planning = { problem, capacity, lowerBound, sound };
  const start = nothingWired(planning);
  const ofPlant = start.bound;
  const unwired = problem.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  let best: PartialWiring = known ?? { ...start, bound: { ...noCost, unwired } };
  let bound = noCost;
  const effort = effortOf(problem);
  let weighed = 0;
  for (const [index, width] of limits.widths.entries()) {
    const maxWeighed = index === 0 ? Number.POSITIVE_INFINITY : limits.weighed - weighed;
    const pass = searchPass(start, best, {
      ...planning,
      ...effort,
      width: Math.min(width, index === 0 ? effort.firstWidth : width),
      maxWeighed,
    });
    weighed += pass.weighed;
    if (pass.wiring !== best) report({ wiring: pass.wiring, bound: sound ? noCost : ofPlant });
    best = pass.wiring;
    if (compareCosts(pass.bound, bound) > 0) bound = pass.bound;
    if (weighed >= limits.weighed || !pass.isOpen) break;
  }
  if (!lowerBound.isProven || capacity.isTruncated()) bound = ofPlant;
  return { wiring: best, bound };
}

interface Effort {
  /** What weighing a partial wiring counts. */
  weight: number;
  /** Ways to fill a slot that a partial wiring tries. */
  contents: number;
  /** Partial wirings that the first pass keeps: it visits all slots. */
  firstWidth: number;
}

function effortOf({ lines, slots }: Problem): Effort {
  const weight = 1 + Math.floor(lines.length / limits.linesOfWeight);
  const perSlot = Math.floor(limits.weighed / slots.length / weight);
  const firstWidth = Math.max(1, Math.min(limits.widths[0], Math.floor(perSlot / limits.contentsOfWiring)));
  return {
    weight,
    firstWidth,
    contents: Math.max(limits.contentsOfWiring, Math.floor(perSlot / firstWidth)),
  };
}

interface Pass extends Planning, Effort, Space {
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
  const { problem, lowerBound, width } = pass;
  const ofBest = prefixesOf(best);
  const leftOut: PartialWiring[] = [];
  let weighed = 0;
  let wirings = [start];
  for (const slot of problem.slots) {
    let candidates: PartialWiring[] = [];
    for (const wiring of wirings) {
      const { modules } = stateOf(wiring, problem);
      const { contents, complete } = contentsFor(modules, slot, pass);
      weighed += (contents.length + 1) * pass.weight;
      if (weighed > pass.maxWeighed || !complete) leftOut.push(wiring);
      if (weighed > pass.maxWeighed) continue;
      const outlook = lowerBound.outlook(wiring.decidedSlots + 1, modules);
      for (const content of [null, ...contents]) {
        const candidate = extended(wiring, content, outlook, best.bound, pass);
        if (candidate && mayBeat(candidate, best, ofBest)) candidates.push(candidate);
      }
      if (candidates.length > 8 * width) candidates = firstUnlike(candidates, pass, leftOut);
    }
    wirings = firstUnlike(candidates, pass, leftOut);
  }
  const [found = best] = wirings;
  const ofFound = prefixesOf(found);
  const better = leftOut.filter((wiring) => mayBeat(wiring, found, ofFound));
  const bounds = better.map((wiring) => wiring.bound).sort(compareCosts);
  return { wiring: found, bound: bounds[0] ?? found.bound, isOpen: better.length > 0, weighed };
}

/** Whether the wiring may be continued to one that is at least as good as another. */
function mayBeat(
  wiring: PartialWiring,
  other: PartialWiring,
  prefixesOfOther: readonly PartialWiring[],
): boolean {
  const difference = compareCosts(wiring.bound, other.bound);
  if (difference !== 0) return difference < 0;
  const prefix = prefixesOfOther[wiring.decidedSlots];
  return !prefix || compareStrings(wiring, prefix, prefix === other) <= 0;
}

function contentsFor(
  modules: readonly number[],
  slot: Slot,
  { problem, capacity, sound, contents: most }: Pass,
): { contents: Content[]; complete: boolean } {
  const contents: Content[] = [];
  for (const line of problem.lines) {
    if (modules[line.index] === 0) continue;
    if (contents.length >= most) return { contents, complete: false };
    for (const content of capacity.contents(slot, line, sound)) {
      const fits = content.groups.every(
        ({ line: { index }, count }) => count * content.length <= (modules[index] ?? 0),
      );
      if (fits) contents.push(content);
    }
  }
  return { contents, complete: true };
}

/** Of wirings that can be continued in the same ways, only the best is kept. */
function firstUnlike(
  wirings: PartialWiring[],
  { width, problem }: Pass,
  leftOut: PartialWiring[],
): PartialWiring[] {
  const unlike = new Map<string, PartialWiring>();
  for (const wiring of wirings.sort(compareWirings)) {
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
  return compareCosts(one.bound, other.bound) || compareStrings(one, other);
}
