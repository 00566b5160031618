import {
  checkWiring,
  type Finding,
  type InverterLine,
  type Plant,
  vmppAt,
  type WiredString,
} from '../src/index.ts';

/**
 * Finds the best wiring of a small plant by exhaustive search: any strings of any lengths on each tracker, up to its number of
 * inputs. Independent of the planner; the checker decides what is an error and what a warning.
 */
export function bestByTrying(plant: Plant): WiredString[] {
  let combinations: Combination[] = [{ wirings: [], used: plant.modules.map(() => 0) }];
  for (const inverter of plant.inverters) {
    const wirings = bestByModules(plant, inverter);
    combinations = combinations.flatMap(({ wirings: before, used }) =>
      wirings.flatMap((wiring) => {
        const sums = used.map((count, index) => count + (wiring.used[index] ?? 0));
        const fits = plant.modules.every(({ quantity }, index) => (sums[index] ?? 0) <= quantity);
        return fits ? [{ wirings: [...before, wiring], used: sums }] : [];
      }),
    );
  }
  let best: { strings: WiredString[]; merit: Merit } | null = null;
  for (const { wirings } of combinations) {
    const merit = meritOfParts(plant, wirings);
    if (best && compare(merit, best.merit) >= 0) continue;
    best = { strings: wirings.flatMap(({ strings }) => strings), merit };
  }
  return best?.strings ?? [];
}

interface Combination {
  wirings: readonly InverterWiring[];
  /** Modules by line. */
  used: readonly number[];
}

/** The strings of one inverter. */
interface InverterWiring {
  strings: WiredString[];
  used: readonly number[];
  factor: number;
  /** Without the criteria that concern several inverters. */
  merit: Merit;
}

/**
 * For each number of modules of each line, the best wiring of an inverter. Wirings with the same numbers leave the same modules
 * for the other inverters.
 */
function bestByModules(plant: Plant, inverter: InverterLine): InverterWiring[] {
  const best = new Map<string, InverterWiring>();
  for (const strings of wiringsOf(plant, inverter)) {
    const used = plant.modules.map(({ ref }) =>
      sum(strings.filter(({ moduleRef }) => moduleRef === ref).map(({ moduleCount }) => moduleCount)),
    );
    const merit = meritOfInverter(plant, inverter, strings);
    if (!merit) continue;
    const power = sum(strings.map((string) => string.moduleCount * lineOf(plant, string).product.power));
    const known = best.get(`${used}`);
    if (known && compare(merit, known.merit) >= 0) continue;
    best.set(`${used}`, { strings, used, factor: (power / inverter.product.acPower) * 100, merit });
  }
  return [...best.values()];
}

function* wiringsOf(plant: Plant, inverter: InverterLine): Generator<WiredString[]> {
  const remaining = new Map(plant.modules.map(({ ref, quantity }) => [ref, quantity]));
  yield* onTrackers(plant, inverter, 1, remaining);
}

function* onTrackers(
  plant: Plant,
  inverter: InverterLine,
  mppTracker: number,
  remaining: ReadonlyMap<string, number>,
): Generator<WiredString[]> {
  const tracker = inverter.product.mppTrackers[mppTracker - 1];
  if (!tracker) {
    yield [];
    return;
  }
  const place = { inverterRef: inverter.ref, mppTracker };
  for (const strings of stringsOn(place, tracker.inputCount, remaining)) {
    if (hasError(trackerFindings(plant, strings))) continue;
    const left = new Map(remaining);
    for (const { moduleRef, moduleCount } of strings)
      left.set(moduleRef ?? '', (left.get(moduleRef ?? '') ?? 0) - moduleCount);
    for (const rest of onTrackers(plant, inverter, mppTracker + 1, left)) yield [...strings, ...rest];
  }
}

/** Generates all combinations of strings for the inputs of a tracker; `least` prevents permutations of the same combination. */
function* stringsOn(
  place: Pick<WiredString, 'inverterRef' | 'mppTracker'>,
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
      const string = { ...place, label, moduleRef, moduleCount };
      const left = new Map(remaining).set(moduleRef, count - moduleCount);
      for (const more of stringsOn(place, inputs - 1, left, label)) yield [string, ...more];
    }
  }
}

const known = new WeakMap<Plant, Map<string, readonly Finding[]>>();

/** The findings about the trackers of these strings, or with `ofTracker` false about their inverters. */
function findingsOf(plant: Plant, strings: readonly WiredString[], ofTracker: boolean): readonly Finding[] {
  const ofPlant = known.get(plant) ?? new Map<string, readonly Finding[]>();
  known.set(plant, ofPlant);
  const key = JSON.stringify([ofTracker, strings]);
  const findings =
    ofPlant.get(key) ??
    checkWiring(plant, strings).findings.filter(
      ({ inverterRef, mppTracker }) => inverterRef !== null && (mppTracker !== null) === ofTracker,
    );
  ofPlant.set(key, findings);
  return findings;
}

const trackerFindings = (plant: Plant, strings: readonly WiredString[]) => findingsOf(plant, strings, true);

/** Findings for the whole inverter depend only on its number of strings and modules of each line. */
function inverterFindings(plant: Plant, inverter: InverterLine, strings: readonly WiredString[]) {
  const ofLines = plant.modules.flatMap(({ ref }) => {
    const ofLine = strings.filter(({ moduleRef }) => moduleRef === ref);
    const modules = sum(ofLine.map(({ moduleCount }) => moduleCount));
    return ofLine.map((string, index) => ({
      ...string,
      mppTracker: 1,
      label: '',
      moduleCount: index === 0 ? modules - ofLine.length + 1 : 1,
    }));
  });
  return findingsOf(plant, ofLines, false).filter(({ inverterRef }) => inverterRef === inverter.ref);
}

function hasError(findings: readonly Finding[]): boolean {
  return findings.some(({ severity }) => severity === 'ERROR');
}

/** Criteria in order of precedence; lower is better. */
interface Merit {
  /** Unwired modules, heavy warnings, light warnings, steps of the spread, strings, parallel strings, unevenness, distance. */
  criteria: readonly number[];
  places: readonly (readonly [inverter: number, tracker: number, ref: string])[];
  lengths: readonly number[];
}

/** Null if there is an error. */
function meritOfInverter(
  plant: Plant,
  inverter: InverterLine,
  strings: readonly WiredString[],
): Merit | null {
  const byTracker = Map.groupBy(strings, ({ mppTracker }) => mppTracker);
  const findings = [
    ...[...byTracker.values()].flatMap((ofTracker) => trackerFindings(plant, ofTracker)),
    ...inverterFindings(plant, inverter, strings),
  ];
  if (hasError(findings)) return null;
  const warnings = findings.filter(({ severity }) => severity === 'WARNING');
  const heavy = warnings.filter(({ rule }) => ['R3', 'R4', 'R10'].includes(rule)).length;
  const unevenness = [...Map.groupBy(strings, ({ moduleRef }) => moduleRef).values()].map((ofLine) => {
    const lengths = ofLine.map(({ moduleCount }) => moduleCount);
    return Math.max(...lengths) - Math.min(...lengths);
  });
  const sorted = [...strings].sort(
    (one, other) =>
      comparePlaces(placeOf(plant, one), placeOf(plant, other)) || other.moduleCount - one.moduleCount,
  );
  return {
    criteria: [
      0,
      heavy,
      warnings.length - heavy,
      0,
      strings.length,
      strings.length - byTracker.size,
      sum(unevenness),
      sum(strings.map((string) => distanceOf(plant, string))),
    ],
    places: sorted.map((string) => placeOf(plant, string)),
    lengths: sorted.map(({ moduleCount }) => moduleCount),
  };
}

function meritOfParts(plant: Plant, wirings: readonly InverterWiring[]): Merit {
  const factors = wirings.map(({ factor }) => factor);
  const beyond = Math.max(...factors) - Math.min(...factors) - 15;
  const modules = sum(plant.modules.map(({ quantity }) => quantity));
  const wired = sum(wirings.flatMap(({ used }) => [...used]));
  const sums = Array.from({ length: 8 }, (_, index) =>
    sum(wirings.map(({ merit }) => merit.criteria[index] ?? 0)),
  );
  return {
    criteria: sums.with(0, modules - wired).with(3, Math.max(0, Math.ceil(beyond / 5 - 1e-9))),
    places: wirings.flatMap(({ merit }) => merit.places),
    lengths: wirings.flatMap(({ merit }) => merit.lengths),
  };
}

/** The merit of any wiring; null if there is an error. */
export function meritOf(plant: Plant, strings: readonly WiredString[]): Merit | null {
  const wirings = plant.inverters.map((inverter) => {
    const ofInverter = strings.filter(({ inverterRef }) => inverterRef === inverter.ref);
    const merit = meritOfInverter(plant, inverter, ofInverter);
    const used = ofInverter.map(({ moduleCount }) => moduleCount);
    const power = sum(ofInverter.map((string) => string.moduleCount * lineOf(plant, string).product.power));
    return merit && { strings: ofInverter, used, factor: (power / inverter.product.acPower) * 100, merit };
  });
  const sound = wirings.flatMap((wiring) => wiring ?? []);
  return sound.length < wirings.length ? null : meritOfParts(plant, sound);
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

export function compare(one: Merit, other: Merit): number {
  return (
    firstDifference(one.criteria.map((value, index) => value - (other.criteria[index] ?? 0))) ||
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
