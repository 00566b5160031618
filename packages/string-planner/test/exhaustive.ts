import { checkWiring, type InverterLine, type Plant, vmppAt, type WiredString } from '../src/index.ts';

/**
 * Finds the best wiring of a small plant by exhaustive search: any strings of any lengths on each tracker, up to its number of
 * inputs. Independent of the planner; the checker decides what is feasible. Null if there is no feasible wiring.
 */
export function bestByTrying(plant: Plant): WiredString[] | null {
  let best: { wiring: WiredString[]; merit: Merit } | null = null;
  for (const wiring of feasibleWirings(plant)) {
    const merit = meritOf(plant, wiring);
    if (!best || compare(merit, best.merit) < 0) best = { wiring, merit };
  }
  return best?.wiring ?? null;
}

interface Place {
  inverter: InverterLine;
  mppTracker: number;
  inputs: number;
}

function* feasibleWirings(plant: Plant): Generator<WiredString[]> {
  const places = plant.inverters.flatMap((inverter) =>
    inverter.product.mppTrackers.map(({ inputCount }, index) => ({
      inverter,
      mppTracker: index + 1,
      inputs: inputCount,
    })),
  );
  const remaining = new Map(plant.modules.map(({ ref, quantity }) => [ref, quantity]));
  for (const wiring of wirings(plant, places, remaining)) {
    const { findings, unwired } = checkWiring(plant, wiring);
    const used = new Set(wiring.map(({ inverterRef }) => inverterRef));
    const isSound = findings.every(({ result }) => result !== 'FAILED');
    if (isSound && unwired.length === 0 && used.size === plant.inverters.length) yield wiring;
  }
}

function* wirings(
  plant: Plant,
  [place, ...others]: readonly Place[],
  remaining: ReadonlyMap<string, number>,
): Generator<WiredString[]> {
  if (!place) {
    if ([...remaining.values()].every((count) => count === 0)) yield [];
    return;
  }
  for (const strings of stringsOn(place, place.inputs, remaining)) {
    if (!isSoundTracker(plant, strings)) continue;
    const left = new Map(remaining);
    for (const { moduleRef, moduleCount } of strings)
      left.set(moduleRef ?? '', (left.get(moduleRef ?? '') ?? 0) - moduleCount);
    for (const rest of wirings(plant, others, left)) yield [...strings, ...rest];
  }
}

/** Generates all combinations of strings for the inputs of a tracker; `least` prevents permutations of the same combination. */
function* stringsOn(
  place: Place,
  inputs: number,
  remaining: ReadonlyMap<string, number>,
  least = '',
): Generator<WiredString[]> {
  yield [];
  if (inputs === 0) return;
  for (const [moduleRef, count] of remaining) {
    for (let moduleCount = 1; moduleCount <= count; moduleCount += 1) {
      const label = `${moduleRef} × ${moduleCount}`;
      if (label < least) continue;
      const string = {
        inverterRef: place.inverter.ref,
        mppTracker: place.mppTracker,
        label,
        moduleRef,
        moduleCount,
      };
      const left = new Map(remaining).set(moduleRef, count - moduleCount);
      for (const more of stringsOn(place, inputs - 1, left, label)) yield [string, ...more];
    }
  }
}

const verdicts = new WeakMap<Plant, Map<string, boolean>>();

/** A finding about a tracker occurs in every wiring that includes the tracker. */
function isSoundTracker(plant: Plant, strings: readonly WiredString[]): boolean {
  const known = verdicts.get(plant) ?? new Map<string, boolean>();
  verdicts.set(plant, known);
  const key = JSON.stringify(strings);
  const verdict =
    known.get(key) ??
    checkWiring(plant, strings).findings.every(
      ({ result, mppTracker }) => mppTracker === null || result !== 'FAILED',
    );
  known.set(key, verdict);
  return verdict;
}

/** Criteria in order of precedence; lower is better. */
interface Merit {
  spread: number;
  strings: number;
  parallel: number;
  distance: number;
  places: readonly (readonly [inverter: number, tracker: number, ref: string])[];
  lengths: readonly number[];
}

export function meritOf(plant: Plant, wiring: readonly WiredString[]): Merit {
  const factors = plant.inverters.map(({ ref, product }) => {
    const power = sum(
      wiring.map((string) =>
        string.inverterRef === ref ? string.moduleCount * lineOf(plant, string).product.power : 0,
      ),
    );
    return (power / product.acPower) * 100;
  });
  const trackers = new Set(wiring.map(({ inverterRef, mppTracker }) => `${inverterRef} ${mppTracker}`));
  const sorted = [...wiring].sort(
    (one, other) =>
      comparePlaces(placeOf(plant, one), placeOf(plant, other)) || other.moduleCount - one.moduleCount,
  );
  return {
    spread: Math.round((Math.max(...factors) - Math.min(...factors)) * 1e6),
    strings: wiring.length,
    parallel: wiring.length - trackers.size,
    distance: sum(wiring.map((string) => distanceOf(plant, string))),
    places: sorted.map((string) => placeOf(plant, string)),
    lengths: sorted.map(({ moduleCount }) => moduleCount),
  };
}

/** Returns the distance in mV, computed from the voltage of one module in whole mV. */
function distanceOf(plant: Plant, string: WiredString): number {
  const inverter = plant.inverters.find(({ ref }) => ref === string.inverterRef);
  const tracker = inverter?.product.mppTrackers[string.mppTracker - 1];
  if (!tracker || inverter.product.optimizerRequired) return 0;
  const ofModule = Math.round(vmppAt(plant.designTempMax, lineOf(plant, string).product) * 1000);
  const middle = ((tracker.mppVoltageMin + tracker.mppVoltageMax) / 2) * 1000;
  return Math.round(Math.abs(string.moduleCount * ofModule - middle));
}

function placeOf(
  plant: Plant,
  { inverterRef, mppTracker, moduleRef }: WiredString,
): [number, number, string] {
  return [plant.inverters.findIndex(({ ref }) => ref === inverterRef), mppTracker, moduleRef ?? ''];
}

function lineOf(plant: Plant, { moduleRef }: WiredString): Plant['modules'][number] {
  const line = plant.modules.find(({ ref }) => ref === moduleRef);
  if (!line) throw new Error(`The plant has no line ${moduleRef}.`);
  return line;
}

function compare(one: Merit, other: Merit): number {
  return (
    one.spread - other.spread ||
    one.strings - other.strings ||
    one.parallel - other.parallel ||
    one.distance - other.distance ||
    firstDifference(one.places.map((place, index) => comparePlaces(place, other.places[index] ?? place))) ||
    firstDifference(one.lengths.map((length, index) => (other.lengths[index] ?? length) - length))
  );
}

function comparePlaces(one: Merit['places'][number], other: Merit['places'][number]): number {
  return one[0] - other[0] || one[1] - other[1] || (one[2] < other[2] ? -1 : one[2] > other[2] ? 1 : 0);
}

function firstDifference(differences: readonly number[]): number {
  return differences.find((difference) => difference !== 0) ?? 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
