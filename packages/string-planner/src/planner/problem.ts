import { type DesignTemperatures, usesOptimizers } from '../connected.ts';
import type { InverterLine, ModuleLine, MppTracker, Plant } from '../plant.ts';

/** What the search decides: which slot holds which strings of which module lines. */
export interface Problem {
  temperatures: DesignTemperatures;
  /** In the order of their refs. */
  lines: readonly Line[];
  inverters: readonly InverterLine[];
  /** In the order of inverter, tracker and input. */
  slots: readonly Slot[];
}

export interface Line {
  index: number;
  module: ModuleLine;
  quantity: number;
  /** The same for lines with equal electrical data. */
  type: string;
}

/** An MPP tracker, or with power optimizers one of its inputs, because the strings of a tracker may differ in length. */
export interface Slot {
  /** The same for slots that hold the same strings. */
  kind: string;
  inverter: InverterLine;
  inverterIndex: number;
  limits: MppTracker;
  /** Strings that can be connected. */
  inputs: number;
  /** Counted from 1 in the inverter. */
  mppTracker: number;
  /** Position of the tracker among all trackers of the plant. */
  trackerIndex: number;
  isFirstOfTracker: boolean;
  isLastOfInverter: boolean;
}

export function problemOf(plant: Plant): Problem {
  const lines = [...plant.modules]
    .sort((one, other) => (one.ref < other.ref ? -1 : 1))
    .map((module, index) => ({
      index,
      module,
      quantity: module.quantity,
      type: JSON.stringify([module.product, module.productId]),
    }));
  return { temperatures: plant, lines, inverters: plant.inverters, slots: slotsOf(plant.inverters) };
}

function slotsOf(inverters: readonly InverterLine[]): Slot[] {
  let trackerIndex = -1;
  return inverters.flatMap((inverter, inverterIndex) => {
    const trackers = inverter.product.mppTrackers;
    return trackers.flatMap((limits, position) => {
      trackerIndex += 1;
      const tracker = { inverter, inverterIndex, limits, mppTracker: position + 1, trackerIndex };
      const kind = JSON.stringify([inverter.product, limits]);
      const inputs = usesOptimizers(inverter)
        ? Array<number>(limits.inputCount).fill(1)
        : [limits.inputCount];
      return inputs.map((count, input) => ({
        ...tracker,
        kind,
        inputs: count,
        isFirstOfTracker: input === 0,
        isLastOfInverter: input === inputs.length - 1 && position === trackers.length - 1,
      }));
    });
  });
}
