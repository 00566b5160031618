import type { DesignTemperatures } from '../connected.ts';
import type { ModuleLine } from '../plant.ts';
import { isSound, trackerFindings } from '../rules/find.ts';
import type { Finding } from '../rules/finding.ts';
import { stringLengthRange } from '../string-length.ts';
import { vmppAt } from '../temperature.ts';
import { limits } from './limits.ts';
import type { SlotKind } from './slots.ts';

/** Up to `maxCount` parallel strings of `length` modules. */
export interface StringOption {
  length: number;
  maxCount: number;
  /** The same for a line with any number of modules. */
  maxCountOfAny: number;
  /** Of one string, between hot MPP voltage and the middle of the MPP window, in mV; 0 with optimizers. */
  distance: number;
}

/** The strings of modules like those of the line, in any number, that a slot can hold by the rules. */
export function stringOptions(
  line: ModuleLine,
  kind: SlotKind,
  temperatures: DesignTemperatures,
): StringOption[] {
  const { min, max } = stringLengthRange(line.product, kind.inverter, kind.limits, temperatures);
  const options: StringOption[] = [];
  for (let length = min; length <= Math.min(max, limits.stringLength); length += 1) {
    const maxCount = largestCount(line, length, kind, temperatures);
    if (maxCount > 0)
      options.push({
        length,
        maxCount,
        maxCountOfAny: maxCount,
        distance: distance(line, length, kind, temperatures),
      });
  }
  return options;
}

/** Those for which the line has enough modules. */
export function optionsWithin(quantity: number, options: readonly StringOption[]): StringOption[] {
  return options.flatMap((option) => {
    const maxCount = Math.min(option.maxCount, Math.floor(quantity / option.length));
    return maxCount > 0 ? [{ ...option, maxCount }] : [];
  });
}

export interface ParallelStrings {
  module: ModuleLine;
  count: number;
}

/** Whether the rules let a slot hold these parallel strings of equal length. */
export function slotHolds(
  kind: SlotKind,
  length: number,
  strings: readonly ParallelStrings[],
  temperatures: DesignTemperatures,
): boolean {
  return isSound(slotFindings(kind, length, strings, temperatures));
}

/** What the rules say about these parallel strings of equal length on a slot. */
export function slotFindings(
  { inverter, limits: ofTracker }: SlotKind,
  length: number,
  strings: readonly ParallelStrings[],
  temperatures: DesignTemperatures,
): Finding[] {
  const connected = strings.flatMap(({ module, count }) =>
    Array.from({ length: count }, () => ({ label: '', line: module, moduleCount: length })),
  );
  return trackerFindings({ inverter, index: 1, limits: ofTracker, strings: connected, temperatures });
}

/** By halving: what does not fit with fewer strings does not fit with more. */
function largestCount(
  module: ModuleLine,
  length: number,
  kind: SlotKind,
  temperatures: DesignTemperatures,
): number {
  let fitting = 0;
  let tooMany = kind.optimizers ? 2 : kind.limits.inputCount + 1;
  while (tooMany - fitting > 1) {
    const count = Math.floor((fitting + tooMany) / 2);
    if (slotHolds(kind, length, [{ module, count }], temperatures)) fitting = count;
    else tooMany = count;
  }
  return fitting;
}

/** From the module's voltage in whole mV: then shifting modules between two strings on one side of the middle changes no sum. */
function distance(
  line: ModuleLine,
  length: number,
  kind: SlotKind,
  temperatures: DesignTemperatures,
): number {
  if (kind.optimizers) return 0;
  const ofModule = Math.round(vmppAt(temperatures.designTempMax, line.product) * 1000);
  const middle = Math.round((kind.limits.mppVoltageMin + kind.limits.mppVoltageMax) * 500);
  return Math.abs(length * ofModule - middle);
}
