import TinyQueue from 'tinyqueue';
import { limits } from '../limits.ts';
import type { Problem } from '../problem.ts';
import type { Step, Steps } from '../steps.ts';
import { extensions } from './extend.ts';
import { compareMerit, compareOrder } from './merit.ts';
import { keyOf, nothingWired, type PartialWiring } from './partial-wiring.ts';

export interface SearchResult {
  /** A wiring of all modules, or null when none was found. */
  wiring: PartialWiring | null;
  /** Nothing was left out: the wiring is the best, or there is none. */
  complete: boolean;
}

/** The best wiring by the order of merit, or when that takes too long, a good one. */
export function search(problem: Problem, { steps, complete }: Steps): SearchResult {
  const start = nothingWired(problem);
  const best = firstWhole(start, steps, compareOutlook, limits.weighedForBest);
  if (best !== 'too long') return { wiring: best, complete };
  const good =
    bestOfSeveral(start, steps) ??
    firstWhole(start, steps, compareDepth, limits.weighedForAny, limits.waysEach);
  return { wiring: good === 'too long' ? null : good, complete: false };
}

/** Whether there is any wiring; null when that takes too long to find out. */
export function isFeasible(problem: Problem, { steps, complete }: Steps): boolean | null {
  const any = firstWhole(nothingWired(problem), steps, compareDepth, limits.weighedForAny);
  if (any === 'too long') return null;
  if (any) return true;
  return complete ? false : null;
}

/**
 * Decides slot after slot, always next in the partial wiring that comes first by `compare`, until one is whole. By the best outlook,
 * that one is the best of all, for no other can come to more than its outlook. Null when no partial wiring is left. Of the ways to
 * decide a slot, only the `ways` with the best outlooks are pursued.
 */
function firstWhole(
  start: PartialWiring,
  steps: readonly Step[],
  compare: (one: PartialWiring, other: PartialWiring) => number,
  maxWork: number,
  ways = Number.POSITIVE_INFINITY,
): PartialWiring | null | 'too long' {
  const queue = new TinyQueue<PartialWiring>([start], compare);
  const seen = new Set<string>();
  let work = 0;
  for (let wiring = queue.pop(); wiring; wiring = queue.pop()) {
    const step = steps[wiring.decided];
    if (!step) return wiring;
    const key = keyOf(wiring);
    if (seen.has(key)) continue;
    seen.add(key);
    work += workOf(step);
    if (work > maxWork || queue.length > limits.queue) return 'too long';
    const found = extensions(wiring, step);
    const pursued = found.length > ways ? found.sort(compareOutlook).slice(0, ways) : found;
    for (const extension of pursued) queue.push(extension);
  }
  return null;
}

/** Decides slot after slot in several partial wirings at once, of which those with the best outlooks go on. */
function bestOfSeveral(start: PartialWiring, steps: readonly Step[]): PartialWiring | null {
  const work = steps.reduce((sum, step) => sum + workOf(step), 0);
  const width = Math.min(limits.width, Math.floor(limits.weighedForGood / work));
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

/** Goes on with the one that is most decided, and back only when it leads nowhere. */
function compareDepth(one: PartialWiring, other: PartialWiring): number {
  return other.decided - one.decided || compareOutlook(one, other);
}
