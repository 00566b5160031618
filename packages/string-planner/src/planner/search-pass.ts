import type { TrackerStrings } from './capacity.ts';
import { type Cost, compareCosts } from './cost.ts';
import { limits } from './limits.ts';
import {
  compareStrings,
  extended,
  keyOf,
  type PartialWiring,
  type Planning,
  prefixesOf,
  stateOf,
} from './partial-wiring.ts';
import type { Problem, Slot } from './problem.ts';

export interface SearchResult {
  wiring: PartialWiring;
  /** Lower bound for all wirings. */
  bound: Cost;
}

interface Effort {
  /** Number of partial wirings kept per slot (beam width). */
  width: number;
  /** Effort of evaluating a partial wiring. */
  weight: number;
  /** Number of contents of a slot tried for a partial wiring. */
  contents: number;
}

export function effortOf({ lines, slots }: Problem, width: number): Effort {
  const weight = 1 + Math.floor(lines.length / limits.linesOfWeight);
  const perSlot = Math.floor(limits.weighed / slots.length / weight);
  return {
    weight,
    width:
      width > limits.widths[0]
        ? width
        : Math.max(1, Math.min(width, Math.floor(perSlot / limits.contentsOfWiring))),
    contents: Math.max(limits.contentsOfWiring, Math.floor(perSlot / limits.widths[0])),
  };
}

interface Pass extends Planning, Effort {
  maxWeighed: number;
}

interface PassResult extends SearchResult {
  /** Whether a better wiring may have been missed. */
  isOpen: boolean;
  weighed: number;
}

/** Beam search: decides slot after slot in several partial wirings and keeps those with the best bounds. */
export function searchPass(start: PartialWiring, best: PartialWiring, pass: Pass): PassResult {
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
        if (candidate && mayBeat(candidate, best, ofBest)) {
          candidates.push(candidate);
        }
      }
      if (candidates.length > 8 * width) candidates = firstUnlike(candidates, pass, leftOut);
    }
    wirings = firstUnlike(candidates, pass, leftOut);
  }
  const [first] = wirings;
  const found = first && compareWirings(first, best) < 0 ? first : best;
  const ofFound = prefixesOf(found);
  const better = leftOut.filter((wiring) => mayBeat(wiring, found, ofFound));
  const bounds = better.map((wiring) => wiring.bound).sort(compareCosts);
  return { wiring: found, bound: bounds[0] ?? found.bound, isOpen: better.length > 0, weighed };
}

/** Whether a continuation of the wiring may be at least as good as another wiring. */
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
  { problem, capacity, withoutWarnings, contents: most }: Pass,
): { contents: TrackerStrings[]; complete: boolean } {
  const contents: TrackerStrings[] = [];
  for (const line of problem.lines) {
    if (modules[line.index] === 0) continue;
    if (contents.length >= most) return { contents, complete: false };
    for (const content of capacity.contents(slot, line, withoutWarnings)) {
      const fits = content.groups.every(
        ({ line: { index }, count }) => count * content.length <= (modules[index] ?? 0),
      );
      if (fits) contents.push(content);
    }
  }
  return { contents, complete: true };
}

/** Keeps only the best of the wirings with the same continuations. */
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
