import type { Plant, WiredString } from './plant.ts';

/** Checks that refs are unique, counts are integers and divisors are positive. The catalog validates all other values. */
export function validatePlant(plant: Plant): void {
  unique('module line', plant.modules);
  unique('inverter', plant.inverters);
  finite('designTempMin', plant.designTempMin);
  finite('designTempMax', plant.designTempMax);
  for (const { ref, quantity, product } of plant.modules) {
    whole(`Quantity of module line ${ref}`, quantity);
    for (const field of ['power', 'vmpp', 'impp', 'voc', 'isc', 'maxSystemVoltage'] as const) {
      positive(`${field} of module line ${ref}`, product[field]);
    }
  }
  for (const { ref, product } of plant.inverters) {
    if (product.mppTrackers.length === 0) throw new RangeError(`Inverter ${ref} has no MPP tracker.`);
    for (const field of ['acPower', 'maxDcVoltage'] as const)
      positive(`${field} of inverter ${ref}`, product[field]);
    for (const { inputCount } of product.mppTrackers)
      whole(`inputCount of a tracker of inverter ${ref}`, inputCount);
  }
}

/** Checks that strings refer to existing inverters, trackers and module lines. */
export function validateStrings(plant: Plant, strings: readonly WiredString[]): void {
  const trackerCounts = new Map(plant.inverters.map(({ ref, product }) => [ref, product.mppTrackers.length]));
  const moduleRefs = new Set(plant.modules.map(({ ref }) => ref));
  for (const { label, inverterRef, mppTracker, moduleRef, moduleCount } of strings) {
    const trackers = trackerCounts.get(inverterRef);
    if (trackers === undefined) throw new RangeError(`String ${label}: there is no inverter ${inverterRef}.`);
    whole(`MPP tracker of string ${label}`, mppTracker);
    if (mppTracker > trackers) {
      throw new RangeError(`String ${label}: inverter ${inverterRef} has no MPP tracker ${mppTracker}.`);
    }
    if (moduleRef !== null && !moduleRefs.has(moduleRef)) {
      throw new RangeError(`String ${label}: there is no module line ${moduleRef}.`);
    }
    whole(`Module count of string ${label}`, moduleCount);
  }
}

function unique(thing: string, items: readonly { ref: string }[]): void {
  const seen = new Set<string>();
  for (const { ref } of items) {
    if (seen.has(ref)) throw new RangeError(`Duplicate ${thing} ${ref}.`);
    seen.add(ref);
  }
}

function whole(name: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new RangeError(`${name} must be a positive integer, not ${value}.`);
  }
}

function positive(name: string, value: number): void {
  if (!Number.isFinite(value) || value <= 0) throw new RangeError(`${name} must be above 0, not ${value}.`);
}

function finite(name: string, value: number): void {
  if (!Number.isFinite(value)) throw new RangeError(`${name} must be a number, not ${value}.`);
}
