import { type DesignTemperatures, usesOptimizers } from '../connected.ts';
import type { Inverter, InverterLine, ModuleLine, MppTracker, Plant } from '../plant.ts';
import { noInverter, type SizingRange } from './cost.ts';
import { limits } from './limits.ts';

/** The problem to solve: which slot holds which strings of which module lines. */
export interface Problem {
  temperatures: DesignTemperatures;
  /** In the order of their refs. */
  lines: readonly Line[];
  inverters: readonly InverterLine[];
  /** In the order of inverter, tracker and input. */
  slots: readonly Slot[];
  /** Modules to wire, by line. */
  modules: readonly number[];
  /** Sizing factors of the inverters that `slots` omits because their strings are decided. */
  range: SizingRange;
}

export interface Line {
  index: number;
  module: ModuleLine;
  quantity: number;
  /** The same for lines with equal electrical data. */
  type: number;
}

/** An MPP tracker, or with power optimizers one of its inputs, because the strings of a tracker may differ in length. */
export interface Slot {
  /** Equal for slots with the same possible contents. */
  kind: number;
  inverter: InverterLine;
  inverterIndex: number;
  limits: MppTracker;
  /** Strings that can be connected. */
  inputs: number;
  /** Counted from 1 in the inverter. */
  mppTracker: number;
  isFirstOfTracker: boolean;
  isLastOfInverter: boolean;
}

export function problemOf(plant: Plant): Problem {
  const typeOf = numbering();
  const lines = [...plant.modules]
    .sort((one, other) => (one.ref < other.ref ? -1 : 1))
    .map((module, index) => {
      return { index, module, quantity: module.quantity, type: typeOf([module.product, module.productId]) };
    });
  const kindOf = numbering();
  const slots = plant.inverters.flatMap((inverter, index) => slotsOf(inverter, index, kindOf));
  const modules = lines.map(({ quantity }) => quantity);
  return { temperatures: plant, lines, inverters: plant.inverters, slots, modules, range: noInverter };
}

/** Returns the number of planned inputs per tracker. */
export function mostInputs({ mppTrackers }: Inverter): number {
  return Math.max(1, Math.floor(limits.stringsOfInverter / mppTrackers.length));
}

function slotsOf(inverter: InverterLine, inverterIndex: number, kindOf: (value: unknown) => number): Slot[] {
  // The strings on a tracker do not depend on data of the whole inverter.
  const {
    mppTrackers,
    acPower: _acPower,
    acApparentPower: _apparentPower,
    phases: _phases,
    maxDcPower: _dcPower,
    maxInputCurrentTotal: _inputCurrent,
    maxShortCircuitCurrentTotal: _shortCircuitCurrent,
    ...ofTracker
  } = inverter.product;
  return mppTrackers.flatMap((tracker, position) => {
    const count = Math.min(tracker.inputCount, mostInputs(inverter.product));
    const inputs = usesOptimizers(inverter) ? Array<number>(count).fill(1) : [count];
    return inputs.map((count, input) => ({
      kind: kindOf([ofTracker, tracker]),
      inverter,
      inverterIndex,
      limits: tracker,
      inputs: count,
      mppTracker: position + 1,
      isFirstOfTracker: input === 0,
      isLastOfInverter: input === inputs.length - 1 && position === mppTrackers.length - 1,
    }));
  });
}

/** Returns a function that assigns equal values the same number, counted from 0. */
function numbering(): (value: unknown) => number {
  const numbers = new Map<string, number>();
  return (value) => {
    const key = JSON.stringify(value);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  };
}
