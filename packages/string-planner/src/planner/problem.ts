import { type DesignTemperatures, usesOptimizers } from '../connected.ts';
import type { InverterLine, ModuleLine, MppTracker, Plant } from '../plant.ts';
import { maxSoundDcPower } from '../rules/inverter-rules.ts';
import { mayShareTracker } from '../rules/tracker-rules.ts';
import { optionsWithin, type StringOption, stringOptions } from './string-options.ts';

/** What the search decides about: which strings of which module lines hang on which slots. Powers in µW. */
export interface Problem {
  temperatures: DesignTemperatures;
  /** In the order of their refs. */
  lines: readonly Line[];
  inverters: readonly InverterSide[];
  /** In the order of inverter, tracker and input. */
  slots: readonly Slot[];
  kinds: readonly SlotKind[];
  everyInverterUsed: boolean;
}

export interface Line {
  index: number;
  module: ModuleLine;
  quantity: number;
  type: ModuleType;
  /** The strings of this line that a slot can hold, by the index of the slot's kind. */
  options: readonly (readonly StringOption[])[];
  /** Lines whose strings may share a tracker with strings of this one: of the same product and orientation. */
  partners: ReadonlySet<number>;
}

/** Modules of equal electrical data. */
export interface ModuleType {
  index: number;
  /** Of one module. */
  power: number;
  /** Of the line that has most of them. */
  maxQuantity: number;
  /** As those of a line, for any quantity. */
  options: readonly (readonly StringOption[])[];
}

export interface InverterSide {
  /** Position in the plant. */
  index: number;
  line: InverterLine;
  acPower: number;
  /** Of the modules wired to it. */
  maxPower: number;
}

/** An MPP tracker, or with power optimizers one of its inputs, where every string is free to differ. */
export interface Slot {
  kind: SlotKind;
  inverter: InverterSide;
  /** Position of the tracker among all of the plant. */
  tracker: number;
  /** From 1 within the inverter. */
  trackerIndex: number;
  /** With optimizers: not the first input of its tracker. */
  isFurtherInput: boolean;
  /** The next slot belongs to another tracker, or another inverter. */
  endsTracker: boolean;
  endsInverter: boolean;
  /** Of the modules behind all inputs of the tracker together; a slot that is a tracker has this limit in its options. */
  maxTrackerPower: number;
}

/** Slots that are alike. */
export interface SlotKind {
  index: number;
  inverter: InverterLine;
  limits: MppTracker;
  optimizers: boolean;
  /** How many slots are of this kind. */
  count: number;
}

/** Conditions that the search for reasons takes away. */
export interface Relaxation {
  anySizing?: boolean;
  unusedInverters?: boolean;
}

export function createProblem(plant: Plant, relaxation: Relaxation = {}): Problem {
  const kinds = new Map<string, SlotKind>();
  const inverters = plant.inverters.map((line, index) => ({
    index,
    line,
    acPower: microwatts(line.product.acPower),
    maxPower: relaxation.anySizing ? Number.POSITIVE_INFINITY : microwatts(maxSoundDcPower(line.product)),
  }));
  const slots = inverters.flatMap((inverter) => slotsOf(inverter, kinds));
  return {
    temperatures: plant,
    lines: createLines(plant, [...kinds.values()]),
    inverters,
    slots: withTrackers(slots),
    kinds: [...kinds.values()],
    everyInverterUsed: !relaxation.unusedInverters,
  };
}

/** Powers are added as whole microwatts, so that equal sums are equal. */
function microwatts(watts: number): number {
  return Math.round(watts * 1e6);
}

function slotsOf(inverter: InverterSide, kinds: Map<string, SlotKind>): Omit<Slot, 'tracker'>[] {
  const { line } = inverter;
  const optimizers = usesOptimizers(line);
  const trackers = line.product.mppTrackers;
  return trackers.flatMap((tracker, position) => {
    const kind = kindOf(line, tracker, kinds);
    const inputs = optimizers ? tracker.inputCount : 1;
    kind.count += inputs;
    const maxPower = optimizers ? tracker.maxPower : null;
    return Array.from({ length: inputs }, (_, input) => ({
      kind,
      inverter,
      trackerIndex: position + 1,
      isFurtherInput: input > 0,
      endsTracker: input === inputs - 1,
      endsInverter: input === inputs - 1 && position === trackers.length - 1,
      maxTrackerPower: maxPower === null ? Number.POSITIVE_INFINITY : microwatts(maxPower),
    }));
  });
}

function kindOf(inverter: InverterLine, limits: MppTracker, kinds: Map<string, SlotKind>): SlotKind {
  const key = JSON.stringify([inverter.product, limits]);
  const known = kinds.get(key);
  if (known) return known;
  const kind = { index: kinds.size, inverter, limits, optimizers: usesOptimizers(inverter), count: 0 };
  kinds.set(key, kind);
  return kind;
}

function withTrackers(slots: readonly Omit<Slot, 'tracker'>[]): Slot[] {
  let tracker = -1;
  return slots.map((slot) => {
    if (!slot.isFurtherInput) tracker += 1;
    return { ...slot, tracker };
  });
}

function createLines(plant: Plant, kinds: readonly SlotKind[]): Line[] {
  const modules = [...plant.modules].sort((one, other) => (one.ref < other.ref ? -1 : 1));
  const alike = Map.groupBy(modules, ({ product }) => JSON.stringify(product));
  return [...alike.values()]
    .flatMap((ofType, index) => {
      const type = createType(index, ofType, kinds, plant);
      return ofType.map((module) => createLine(module, type, modules));
    })
    .sort((one, other) => one.index - other.index);
}

function createType(
  index: number,
  lines: readonly ModuleLine[],
  kinds: readonly SlotKind[],
  temperatures: DesignTemperatures,
): ModuleType {
  const [line] = lines;
  return {
    index,
    power: line ? microwatts(line.product.power) : 0,
    maxQuantity: Math.max(...lines.map(({ quantity }) => quantity)),
    options: kinds.map((kind) => (line ? stringOptions(line, kind, temperatures) : [])),
  };
}

function createLine(module: ModuleLine, type: ModuleType, modules: readonly ModuleLine[]): Line {
  return {
    index: modules.indexOf(module),
    module,
    quantity: module.quantity,
    type,
    options: type.options.map((ofKind) => optionsWithin(module.quantity, ofKind)),
    partners: new Set(
      modules.flatMap((other, index) =>
        other !== module && mayShareTracker([module, other]) ? [index] : [],
      ),
    ),
  };
}
