import type { Contents } from './contents.ts';
import type { Problem } from './problem.ts';

/** The slots after one, and what they can hold at most. Powers in µW. */
export interface Ahead {
  slots: number;
  trackers: number;
  strings: number;
  /** Power of modules on the slots of the same inverter. */
  powerOfInverter: number;
  /** AC power of the inverters after it, and the power of modules that they allow. */
  laterAcPower: number;
  laterMaxPower: number;
}

/** After the slot at `index`; `contents` by kind of slot. */
export function aheadOf({ slots, inverters }: Problem, index: number, contents: readonly Contents[]): Ahead {
  const after = slots.slice(index + 1);
  const inverter = slots[index]?.inverter;
  const later = inverters.slice((inverter?.index ?? 0) + 1);
  return {
    slots: after.length,
    trackers: after.filter(({ isFurtherInput }) => !isFurtherInput).length,
    strings: sum(after, ({ kind }) => contents[kind.index]?.maxStrings ?? 0),
    powerOfInverter: sum(after, (slot) =>
      slot.inverter === inverter ? (contents[slot.kind.index]?.maxPower ?? 0) : 0,
    ),
    laterAcPower: sum(later, ({ acPower }) => acPower),
    laterMaxPower: sum(later, ({ maxPower }) => maxPower),
  };
}

function sum<T>(items: readonly T[], amount: (item: T) => number): number {
  return items.reduce((total, item) => total + amount(item), 0);
}
