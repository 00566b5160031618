import { type ConnectedString, type InverterLoad, noLoad, powerOf, usesOptimizers } from '../connected.ts';
import { sizingFactorPercent } from '../rules/inverter-rules.ts';
import { type Capacity, connectedStrings, loadKey, type TrackerStrings } from './capacity.ts';
import { type Cost, compareCosts, noCost, widened } from './cost.ts';
import { limits } from './limits.ts';
import { type LowerBound, lowerBoundOf, type Remainder } from './lower-bound.ts';
import type { Problem, Slot } from './problem.ts';

/** A wiring of the first slots. */
export interface PartialWiring extends Remainder {
  /** Cost of the decided part, except the light warnings of the inverter whose slots are being decided. */
  cost: Cost;
  /** Lower bound for wirings that continue this one. */
  bound: Cost;
  /** Content of the slot decided last (null if empty), and the wiring before. */
  content: TrackerStrings | null;
  previous: PartialWiring | null;
  /** Created on demand, because most wirings are dropped first. */
  state: State | null;
}

/** The data on which the costs of further strings depend. */
interface State {
  /** Remaining modules by line. */
  modules: readonly number[];
  /** Lengths of strings by line, on the inverter whose slots are being decided; 0 without strings. */
  shortest: readonly number[];
  longest: readonly number[];
  /** With optimizers: the strings on the tracker whose inputs are being decided. */
  onTracker: readonly ConnectedString[];
}

export interface Planning {
  problem: Problem;
  capacity: Capacity;
  /** Whether strings with warnings are left out. */
  withoutWarnings: boolean;
  lowerBound: LowerBound;
}

export function planningOf(problem: Problem, capacity: Capacity, withoutWarnings: boolean): Planning {
  return { problem, capacity, withoutWarnings, lowerBound: lowerBoundOf(problem, capacity, withoutWarnings) };
}

export function nothingWired({ problem: { lines, modules, range }, lowerBound }: Planning): PartialWiring {
  const power = lines.reduce(
    (sum, { index, module }) => sum + (modules[index] ?? 0) * module.product.power,
    0,
  );
  const remainder = { decidedSlots: 0, power, load: noLoad, loadWarnings: 0, range };
  const none = lines.map(() => 0);
  return {
    ...remainder,
    cost: noCost,
    bound: lowerBound.ofPlant(remainder, modules),
    content: null,
    previous: null,
    state: { modules, shortest: none, longest: none, onTracker: [] },
  };
}

/** Returns the wiring whose slots hold `contents`. Other slots are empty. Its bound is its cost. */
export function wiringOf(contents: readonly (TrackerStrings | null)[], planning: Planning): PartialWiring {
  const { problem, lowerBound } = planning;
  return problem.slots.reduce<PartialWiring>((wiring, _, index) => {
    const outlook = lowerBound.outlook(index + 1, stateOf(wiring, problem).modules);
    const next = extended(wiring, contents[index] ?? null, outlook, anyCost, planning);
    if (!next) throw new Error('The contents overload an inverter.');
    return next;
  }, nothingWired(planning));
}

const anyCost: Cost = { ...noCost, unwired: Number.POSITIVE_INFINITY };

/**
 * Returns the wiring with the next slot decided; null if this causes an error of the inverter, or if no continuation costs less than `worst`.
 *
 * @param outlook of the modules that the wiring leaves, with the slots after the next one
 */
export function extended(
  wiring: PartialWiring,
  content: TrackerStrings | null,
  outlook: Cost,
  worst: Cost,
  { problem, capacity, lowerBound }: Planning,
): PartialWiring | null {
  const slot = problem.slots[wiring.decidedSlots];
  if (!slot) return null;
  const decidedSlots = wiring.decidedSlots + 1;
  const load = content ? sumOf(wiring.load, content.load) : wiring.load;
  const loadWarnings = capacity.inverterWarnings(slot.inverterIndex, load);
  if (loadWarnings === null) return null;
  const state = stateOf(wiring, problem);
  const cost = content ? costWith(wiring.cost, state, content, slot, capacity) : wiring.cost;
  const ends = slot.isLastOfInverter;
  const decided = {
    decidedSlots,
    power: wiring.power - (content?.load.power ?? 0),
    load: ends ? noLoad : load,
    loadWarnings: ends ? 0 : loadWarnings,
    range: ends
      ? widened(wiring.range, sizingFactorPercent(load.power, slot.inverter.product.acPower))
      : wiring.range,
    cost: ends ? { ...cost, lightWarnings: cost.lightWarnings + loadWarnings } : cost,
  };
  const left = content ? lowerBound.without(outlook, decidedSlots, state.modules, content) : outlook;
  const modules = content ? modulesWithout(state.modules, content) : state.modules;
  const bound = lowerBound.of(decided.cost, decided, modules, left);
  if (compareCosts(bound, worst) > 0) return null;
  return { ...decided, bound, content, previous: wiring, state: null };
}

/** Wirings of the same slots with the same key can be continued in the same ways, to the same effect on their cost. */
export function keyOf(wiring: PartialWiring, problem: Problem): string {
  const { decidedSlots, load, range } = wiring;
  const slot = problem.slots[decidedSlots];
  if (!slot) return '';
  const { modules, shortest, longest, onTracker } = stateOf(wiring, problem);
  const lengths = modules.map((count, line) =>
    count > 0 && longest[line] ? `${shortest[line]}-${longest[line]}` : '',
  );
  const ofTracker = slot.limits.maxPower === null ? 0 : powerOf(onTracker);
  return `${modules};${loadKey(slot.inverter, load)};${range.smallest};${range.largest};${lengths};${ofTracker}`;
}

/**
 * Decides between wirings of the same slots and equal cost: their strings are compared one by one in the order of inverter, tracker
 * and ref, and the first lower one wins; when all are alike, the first longer string.
 *
 * @param byLength false if further strings of the wirings may still differ in their places
 */
export function compareStrings(one: PartialWiring, other: PartialWiring, byLength = true): number {
  let [places, lengths] = [0, 0];
  let [a, b]: (PartialWiring | null)[] = [one, other];
  for (let slots = 0; a && b && a !== b && slots < limits.comparedSlots; slots += 1) {
    if (a.content !== b.content) {
      places = comparePlaces(a.content, b.content) || places;
      lengths = (b.content?.length ?? 0) - (a.content?.length ?? 0) || lengths;
    }
    [a, b] = [a.previous, b.previous];
  }
  return places || (byLength ? lengths : 0);
}

/** Later strings are on later trackers, so the content with more strings wins if the first ones are alike. */
function comparePlaces(one: TrackerStrings | null, other: TrackerStrings | null): number {
  const [ofOne, ofOther] = [one, other].map((content) => content?.groups ?? []);
  for (let index = 0; ofOne?.[index] || ofOther?.[index]; index += 1) {
    const [a, b] = [ofOne?.[index], ofOther?.[index]];
    if (!a || !b) return a ? -1 : 1;
    if (a.line !== b.line) return a.line.index - b.line.index;
    if (a.count === b.count) continue;
    // The wiring with fewer strings of this line continues with a string of a later line, or none.
    return b.count - a.count;
  }
  return 0;
}

/** A wiring and those that it continues, by their number of decided slots. */
export function prefixesOf(wiring: PartialWiring): PartialWiring[] {
  const backwards: PartialWiring[] = [];
  for (let at: PartialWiring | null = wiring; at; at = at.previous) backwards.push(at);
  return backwards.toReversed();
}

/** Returns the contents of the slots in order. */
export function contentsOf(wiring: PartialWiring): (TrackerStrings | null)[] {
  return prefixesOf(wiring)
    .slice(1)
    .map(({ content }) => content);
}

export function stateOf(wiring: PartialWiring, problem: Problem): State {
  const { previous, content, decidedSlots } = wiring;
  if (wiring.state) return wiring.state;
  const slot = problem.slots[decidedSlots - 1];
  if (!previous || !slot) throw new Error('Only the empty wiring has no slots.');
  const before = stateOf(previous, problem);
  const none = slot.isLastOfInverter ? problem.lines.map(() => 0) : null;
  const lengths = content ? lengthsWith(before, content) : before;
  wiring.state = {
    modules: content ? modulesWithout(before.modules, content) : before.modules,
    shortest: none ?? lengths.shortest,
    longest: none ?? lengths.longest,
    onTracker: stringsOnTracker(before, content, slot),
  };
  return wiring.state;
}

function sumOf(one: InverterLoad, other: InverterLoad): InverterLoad {
  return { power: one.power + other.power, impp: one.impp + other.impp, isc: one.isc + other.isc };
}

export function modulesWithout(
  modules: readonly number[],
  { groups, length }: TrackerStrings,
): readonly number[] {
  const left = [...modules];
  for (const { line, count } of groups) left[line.index] = (left[line.index] ?? 0) - count * length;
  return left;
}

function lengthsWith(
  { shortest, longest }: State,
  { length, groups }: TrackerStrings,
): Pick<State, 'shortest' | 'longest'> {
  const lengths = { shortest: [...shortest], longest: [...longest] };
  for (const { line } of groups) {
    lengths.shortest[line.index] = Math.min(length, shortest[line.index] || length);
    lengths.longest[line.index] = Math.max(length, longest[line.index] ?? 0);
  }
  return lengths;
}

function unevennessWith({ shortest, longest }: State, { length, groups }: TrackerStrings): number {
  return groups.reduce((sum, { line: { index } }) => {
    const [from, to] = [shortest[index] || length, longest[index] || length];
    return sum + Math.max(length - to, from - length, 0);
  }, 0);
}

function stringsOnTracker(
  { onTracker }: State,
  content: TrackerStrings | null,
  { inverter, isFirstOfTracker }: Slot,
): readonly ConnectedString[] {
  if (!usesOptimizers(inverter)) return [];
  const before = isFirstOfTracker ? [] : onTracker;
  return content ? [...before, ...connectedStrings(content.length, content.groups)] : before;
}

function costWith(cost: Cost, state: State, content: TrackerStrings, slot: Slot, capacity: Capacity): Cost {
  const { heavyWarnings, ofStrings, strings, distance } = content;
  return {
    ...cost,
    heavyWarnings: cost.heavyWarnings + heavyWarnings,
    lightWarnings: cost.lightWarnings + ofStrings + ofTrackerWith(state, content, slot, capacity),
    strings: cost.strings + strings,
    parallel: cost.parallel + (slot.isFirstOfTracker ? strings - 1 : strings),
    unevenness: cost.unevenness + unevennessWith(state, content),
    distance: cost.distance + distance,
  };
}

/** With optimizers, the number of warnings that the content adds to the tracker. */
function ofTrackerWith(state: State, content: TrackerStrings, slot: Slot, capacity: Capacity): number {
  if (!usesOptimizers(slot.inverter)) return content.ofTracker;
  const before = slot.isFirstOfTracker ? [] : state.onTracker;
  return (
    capacity.trackerWarnings(slot, stringsOnTracker(state, content, slot)) -
    capacity.trackerWarnings(slot, before)
  );
}
