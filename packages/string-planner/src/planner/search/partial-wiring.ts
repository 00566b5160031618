import type { Content } from '../contents.ts';
import type { Problem } from '../problem.ts';
import { noInverter, type SizingRange } from '../sizing.ts';
import { type Merit, noStrings, type Order } from './merit.ts';

/** A wiring of the slots up to one. */
export interface PartialWiring {
  /** Number of slots that are decided. */
  decided: number;
  /** Modules that are not wired yet, by line, and their power in µW. */
  remaining: readonly number[];
  remainingPower: number;
  /** Power of the modules on the next slot's inverter, and with optimizers on its tracker, so far, in µW. */
  inverterPower: number;
  trackerPower: number;
  /** Sizing factors of the inverters that are decided. */
  range: SizingRange;
  strings: number;
  parallel: number;
  distance: number;
  /** No whole wiring that begins like this is better. */
  outlook: Merit;
  order: Order;
  /** What the slot decided last holds, null for nothing, and the wiring before. */
  content: Content | null;
  previous: PartialWiring | null;
}

export function nothingWired({ lines }: Problem): PartialWiring {
  return {
    decided: 0,
    remaining: lines.map(({ quantity }) => quantity),
    remainingPower: lines.reduce((sum, { quantity, type }) => sum + quantity * type.power, 0),
    inverterPower: 0,
    trackerPower: 0,
    range: noInverter,
    strings: 0,
    parallel: 0,
    distance: 0,
    outlook: { spread: 0, strings: 0, parallel: 0, distance: 0 },
    order: noStrings,
    content: null,
    previous: null,
  };
}

/** Wirings of the same slots with the same key can be continued in the same ways, to the same effect on their merit. */
export function keyOf({ decided, remaining, inverterPower, trackerPower, range }: PartialWiring): string {
  return `${decided};${remaining};${inverterPower};${trackerPower};${range.smallest};${range.largest}`;
}
