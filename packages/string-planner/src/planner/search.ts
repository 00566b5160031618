import TinyQueue from 'tinyqueue';
import { extensions } from './extend.ts';
import { limits } from './limits.ts';
import { compareMerit, compareOrder } from './merit.ts';
import { keyOf, nothingWired, type PartialWiring } from './partial-wiring.ts';
import type { Problem } from './problem.ts';
import type { Step, Steps } from './steps.ts';

export interface SearchResult {
  /** A wiring of all modules, or null when none was found. */
  wiring: PartialWiring | null;
  /** Nothing was left out: the wiring is the best, or there is none. */
  complete: boolean;
}

/** The best wiring by the order of merit, or when that takes too long, a good one. */
export function search(problem: Problem, { steps, complete }: Steps): SearchResult {
  const start = nothingWired(problem);
  const best = bestFirst(start, steps);
  return best === 'too long'
    ? { wiring: anyGood(start, steps), complete: false }
    : { wiring: best, complete };
}

/**
 * Slot after slot is decided, always next in the partial wiring with the best outlook. So the first that becomes whole is the best
 * of all: no other can come to more than its outlook. Null when no wiring is left.
 */
function bestFirst(start: PartialWiring, steps: readonly Step[]): PartialWiring | null | 'too long' {
  const queue = new TinyQueue<PartialWiring>([start], compareOutlook);
  const seen = new Set<string>();
  let work = 0;
  for (let wiring = queue.pop(); wiring; wiring = queue.pop()) {
    const step = steps[wiring.decided];
    if (!step) return wiring;
    const key = keyOf(wiring);
    if (seen.has(key)) continue;
    seen.add(key);
    work += workOf(step);
    if (work > limits.weighed || queue.length > limits.queue) return 'too long';
    for (const extension of extensions(wiring, step)) queue.push(extension);
  }
  return null;
}

/** Slot after slot is decided, in several partial wirings at once: those with the best outlooks go on. */
function anyGood(start: PartialWiring, steps: readonly Step[]): PartialWiring | null {
  const work = steps.reduce((sum, step) => sum + workOf(step), 0);
  const width = Math.min(limits.width, Math.floor(limits.weighed / work));
  let wirings = width > 0 ? [start] : [];
  for (const step of steps) {
    const candidates = wirings.flatMap((wiring) => extensions(wiring, step)).sort(compareOutlook);
    wirings = firstUnlike(candidates, width);
  }
  return wirings[0] ?? null;
}

function firstUnlike(wirings: readonly PartialWiring[], count: number): PartialWiring[] {
  const unlike = new Map<string, PartialWiring>();
  for (const wiring of wirings) {
    if (unlike.size >= count) break;
    const key = keyOf(wiring);
    if (!unlike.has(key)) unlike.set(key, wiring);
  }
  return [...unlike.values()];
}

function workOf({ contents, lines }: Step): number {
  return contents.length + lines.length;
}

function compareOutlook(one: PartialWiring, other: PartialWiring): number {
  return (
    compareMerit(one.outlook, other.outlook) ||
    compareOrder(one.order, other.order) ||
    other.decided - one.decided
  );
}
