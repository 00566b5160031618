import { usesOptimizers } from '../connected.ts';
import type { InverterLine, MppTracker } from '../plant.ts';

/** Powers in µW. */
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

/** Of all inverters, in the order of inverter, tracker and input; and their kinds. */
export function createSlots(inverters: readonly InverterSide[]): { slots: Slot[]; kinds: SlotKind[] } {
  const kinds = new Map<string, SlotKind>();
  const slots = withTrackers(inverters.flatMap((inverter) => slotsOf(inverter, kinds)));
  return { slots, kinds: [...kinds.values()] };
}

/** Powers are added as whole microwatts, so that equal sums are equal. */
export function microwatts(watts: number): number {
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
