import {
  type ConnectedString,
  type InverterLoad,
  noLoad,
  powerOf,
  usesOptimizers,
  withStrings,
} from '../connected.ts';
import { sizingFactorPercent } from '../rules/inverter-rules.ts';
import { type Capacity, type Content, connectedStrings, loadKey, modulesIn } from './capacity.ts';
import {
  type Cost,
  compareCosts,
  extendedOrder,
  noCost,
  noInverter,
  noStrings,
  type Order,
  widened,
} from './cost.ts';
import type { Outlook } from './forecast.ts';
import type { LowerBound, Remainder } from './lower-bound.ts';
import type { Problem, Slot } from './problem.ts';

/** A wiring of the slots up to one. */
export interface PartialWiring extends Remainder {
  /** Of what is decided, except the light warnings of the inverter whose slots are being decided. */
  cost: Cost;
  /** No wiring that continues this one costs less. */
  bound: Cost;
  order: Order;
  /** Lengths of strings by line, on the inverter whose slots are being decided; 0 without strings. */
  shortest: readonly number[];
  longest: readonly number[];
  /** With optimizers: the strings on the tracker whose inputs are being decided. */
  onTracker: readonly ConnectedString[];
  /** What the slot decided last holds, null for nothing, and the wiring before. */
  content: Content | null;
  previous: PartialWiring | null;
}

export interface Planning {
  problem: Problem;
  capacity: Capacity;
  lowerBound: LowerBound;
}

export function nothingWired({ problem: { lines }, lowerBound }: Planning): PartialWiring {
  const modules = lines.map(({ quantity }) => quantity);
  const power = lines.reduce((sum, { quantity, module }) => sum + quantity * module.product.power, 0);
  const remainder = { decidedSlots: 0, modules, power, load: noLoad, loadWarnings: 0, range: noInverter };
  const none = lines.map(() => 0);
  return {
    ...remainder,
    cost: noCost,
    bound: lowerBound.ofPlant(remainder),
    order: noStrings,
    shortest: none,
    longest: none,
    onTracker: [],
    content: null,
    previous: null,
  };
}

/**
 * The wiring with the next slot decided; null if the inverter has an error then, or if no continuation costs less than `worst`.
 *
 * @param outlook of the modules that the wiring leaves, with the slots after the next one
 */
export function extended(
  wiring: PartialWiring,
  content: Content | null,
  outlook: Outlook,
  worst: Cost,
  { problem, capacity, lowerBound }: Planning,
): PartialWiring | null {
  const slot = problem.slots[wiring.decidedSlots];
  if (!slot) return null;
  const decidedSlots = wiring.decidedSlots + 1;
  const load = loadWith(wiring.load, content, problem);
  const loadWarnings = capacity.inverterWarnings(slot.inverterIndex, load);
  if (loadWarnings === null) return null;
  const onTracker = stringsOnTracker(wiring, content, slot);
  const cost = content ? costWith(wiring, content, slot, onTracker, capacity) : wiring.cost;
  const { modules } = wiring;
  const ends = slot.isLastOfInverter;
  const decided = {
    decidedSlots,
    modules: content ? modulesWithout(modules, content) : modules,
    power: wiring.power - (load.power - wiring.load.power),
    load: ends ? noLoad : load,
    loadWarnings: ends ? 0 : loadWarnings,
    range: ends
      ? widened(wiring.range, sizingFactorPercent(load.power, slot.inverter.product.acPower))
      : wiring.range,
    cost: ends ? { ...cost, lightWarnings: cost.lightWarnings + loadWarnings } : cost,
  };
  const left = content ? lowerBound.without(outlook, decidedSlots, modules, content) : outlook;
  const bound = lowerBound.of(decided.cost, decided, left);
  if (compareCosts(bound, worst) > 0) return null;
  const lengths = content ? lengthsWith(wiring, content) : wiring;
  const none = ends ? modules.map(() => 0) : null;
  return {
    ...decided,
    bound,
    order: extendedOrder(wiring.order, slot, problem.slots[decidedSlots], content),
    shortest: none ?? lengths.shortest,
    longest: none ?? lengths.longest,
    onTracker,
    content,
    previous: wiring,
  };
}

/** Wirings of the same slots with the same key can be continued in the same ways, to the same effect on their cost. */
export function keyOf(wiring: PartialWiring, { slots }: Problem): string {
  const { decidedSlots, modules, load, range, shortest, longest, onTracker } = wiring;
  const slot = slots[decidedSlots];
  if (!slot) return '';
  const lengths = modules.map((count, line) =>
    count > 0 && longest[line] ? `${shortest[line]}-${longest[line]}` : '',
  );
  const ofTracker = slot.limits.maxPower === null ? 0 : powerOf(onTracker);
  return `${modules};${loadKey(slot.inverter, load)};${range.smallest};${range.largest};${lengths};${ofTracker}`;
}

/** What the slots hold, first slot first. */
export function contentsOf(wiring: PartialWiring): (Content | null)[] {
  const backwards: (Content | null)[] = [];
  for (let at = wiring; at.previous; at = at.previous) backwards.push(at.content);
  return backwards.toReversed();
}

function loadWith(load: InverterLoad, content: Content | null, { temperatures }: Problem): InverterLoad {
  if (!content) return load;
  const { length, groups } = content;
  return groups.reduce(
    (sum, { line, count }) => withStrings(sum, line.module.product, { count, length }, temperatures),
    load,
  );
}

function modulesWithout(modules: readonly number[], content: Content): readonly number[] {
  const left = [...modules];
  for (const group of content.groups) {
    const { index } = group.line;
    left[index] = (left[index] ?? 0) - modulesIn(group, content);
  }
  return left;
}

function lengthsWith(
  { shortest, longest }: PartialWiring,
  { length, groups }: Content,
): Pick<PartialWiring, 'shortest' | 'longest'> {
  const lengths = { shortest: [...shortest], longest: [...longest] };
  for (const { line } of groups) {
    lengths.shortest[line.index] = Math.min(length, shortest[line.index] || length);
    lengths.longest[line.index] = Math.max(length, longest[line.index] ?? 0);
  }
  return lengths;
}

function unevennessWith({ shortest, longest }: PartialWiring, { length, groups }: Content): number {
  return groups.reduce((sum, { line: { index } }) => {
    const [from, to] = [shortest[index] || length, longest[index] || length];
    return sum + Math.max(length - to, from - length, 0);
  }, 0);
}

function stringsOnTracker(
  { onTracker }: PartialWiring,
  content: Content | null,
  { inverter, isFirstOfTracker }: Slot,
): readonly ConnectedString[] {
  if (!usesOptimizers(inverter)) return [];
  const before = isFirstOfTracker ? [] : onTracker;
  return content ? [...before, ...connectedStrings(content.length, content.groups)] : before;
}

function costWith(
  wiring: PartialWiring,
  content: Content,
  slot: Slot,
  onTracker: readonly ConnectedString[],
  capacity: Capacity,
): Cost {
  const { warnings, strings, distance } = content;
  const { cost } = wiring;
  const ofStrings = warnings.light - warnings.lightOfTracker;
  const before = slot.isFirstOfTracker ? [] : wiring.onTracker;
  const ofTracker = usesOptimizers(slot.inverter)
    ? capacity.trackerWarnings(slot, onTracker) - capacity.trackerWarnings(slot, before)
    : warnings.lightOfTracker;
  return {
    ...cost,
    heavyWarnings: cost.heavyWarnings + warnings.heavy,
    lightWarnings: cost.lightWarnings + ofStrings + ofTracker,
    strings: cost.strings + strings,
    parallel: cost.parallel + (slot.isFirstOfTracker ? strings - 1 : strings),
    unevenness: cost.unevenness + unevennessWith(wiring, content),
    distance: cost.distance + distance,
  };
}
