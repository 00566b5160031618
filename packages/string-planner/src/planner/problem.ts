import type { DesignTemperatures } from '../connected.ts';
import type { ModuleLine, Plant } from '../plant.ts';
import { maxSoundDcPower } from '../rules/inverter-rules.ts';
import { mayShareTracker } from '../rules/tracker-rules.ts';
import { createSlots, type InverterSide, microwatts, type Slot, type SlotKind } from './slots.ts';
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
  /** Of one module. */
  power: number;
  /** Of the line that has most of them. */
  maxQuantity: number;
  /** As those of a line, for any quantity. */
  options: readonly (readonly StringOption[])[];
}

/** Conditions that the search for reasons takes away. */
export interface Relaxation {
  anySizing?: boolean;
  unusedInverters?: boolean;
}

export function createProblem(plant: Plant, relaxation: Relaxation = {}): Problem {
  const inverters = plant.inverters.map((line, index) => ({
    index,
    line,
    acPower: microwatts(line.product.acPower),
    maxPower: relaxation.anySizing ? Number.POSITIVE_INFINITY : microwatts(maxSoundDcPower(line.product)),
  }));
  const { slots, kinds } = createSlots(inverters);
  return {
    temperatures: plant,
    lines: createLines(plant, kinds),
    inverters,
    slots,
    kinds,
    everyInverterUsed: !relaxation.unusedInverters,
  };
}

function createLines(plant: Plant, kinds: readonly SlotKind[]): Line[] {
  const modules = [...plant.modules].sort((one, other) => (one.ref < other.ref ? -1 : 1));
  const alike = Map.groupBy(modules, ({ product }) => JSON.stringify(product));
  return [...alike.values()]
    .flatMap((ofType) => {
      const type = createType(ofType, kinds, plant);
      return ofType.map((module) => createLine(module, type, modules));
    })
    .sort((one, other) => one.index - other.index);
}

function createType(
  lines: readonly ModuleLine[],
  kinds: readonly SlotKind[],
  temperatures: DesignTemperatures,
): ModuleType {
  const [line] = lines;
  return {
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
