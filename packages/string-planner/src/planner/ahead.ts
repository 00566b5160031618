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

/** By slot; `contents` by kind of slot. */
export function lookAhead({ slots, inverters }: Problem, contents: readonly Contents[]): Ahead[] {
  const backwards: Ahead[] = [];
  const after = { slots: 0, trackers: 0, strings: 0, powerOfInverter: 0 };
  for (const { kind, inverter, isFurtherInput, endsInverter } of slots.toReversed()) {
    if (endsInverter) after.powerOfInverter = 0;
    const later = inverters.slice(inverter.index + 1);
    backwards.push({
      ...after,
      laterAcPower: later.reduce((sum, { acPower }) => sum + acPower, 0),
      laterMaxPower: later.reduce((sum, { maxPower }) => sum + maxPower, 0),
    });
    after.slots += 1;
    after.trackers += isFurtherInput ? 0 : 1;
    after.strings += contents[kind.index]?.maxStrings ?? 0;
    after.powerOfInverter += contents[kind.index]?.maxPower ?? 0;
  }
  return backwards.toReversed();
}
