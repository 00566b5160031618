import { type ConnectedString, type ConnectedTracker, currents, powerOf } from '../connected.ts';
import { orientationDifference } from '../orientation.ts';
import type { ModuleLine } from '../plant.ts';
import { isAbove } from '../tolerance.ts';
import type { Finding } from './finding.ts';
import { counted, type FindingLocation, failed, notChecked, shown } from './finding.ts';

/** Maximum difference in degrees between the module fields on one tracker. */
const orientationTolerance = 5;

/** Safety factor on the short-circuit current for conductors and fuses (R14). */
const designCurrentFactor = 1.25;

/** Safety factor on the reverse current that parallel strings feed into a faulty one (IEC 62548). */
const reverseCurrentFactor = 1.35;

/** The current in A that the conductors and fuses of a string must carry (R14). Returns a value and checks nothing. */
export function designCurrent(isc: number): number {
  return designCurrentFactor * isc;
}

/** Whether these module lines are of one type: R9. */
export function areOfOneType([first, ...others]: readonly Pick<ModuleLine, 'productId'>[]): boolean {
  return others.every(({ productId }) => productId === first?.productId);
}

/** Whether these module lines have one orientation: R10. */
export function haveOneOrientation(lines: readonly ModuleLine[]): boolean {
  const difference = orientationDifference(lines);
  return difference !== null && !isAbove(difference, orientationTolerance);
}

/** Checks the strings of a tracker together: R5 to R10, R12, R15. */
export function* trackerRules(tracker: ConnectedTracker): Generator<Finding> {
  if (tracker.strings.length === 0) return;
  const location: FindingLocation = {
    inverterRef: tracker.inverter.ref,
    mppTracker: tracker.index,
    string: null,
  };
  yield* shortCircuitCurrent(tracker, location);
  yield* operatingCurrent(tracker, location);
  yield* inputs(tracker, location);
  yield* equalStrings(tracker, location);
  yield* oneModuleType(tracker, location);
  yield* oneOrientation(tracker, location);
  yield* dcPower(tracker, location);
  yield* reverseCurrent(tracker, location);
}

function* shortCircuitCurrent(
  { limits, strings, temperatures }: ConnectedTracker,
  location: FindingLocation,
): Generator<Finding> {
  const limit = limits.maxShortCircuitCurrent;
  const value = total(strings, ({ line }) => currents(line.product, temperatures).isc);
  if (limit === null) {
    const message = `Short-circuit current ${shown(value)} A is not checked: the tracker's maximum is unknown.`;
    yield notChecked('R5', location, message);
  } else if (isAbove(value, limit)) {
    const message = `Short-circuit current ${shown(value)} A of ${counted(strings.length, 'string')} exceeds the tracker's ${shown(limit)} A.`;
    yield failed('shortCircuitCurrent', location, { value, limit, unit: 'A', message });
  }
}

function* operatingCurrent(
  { limits, strings, temperatures }: ConnectedTracker,
  location: FindingLocation,
): Generator<Finding> {
  const value = total(strings, ({ line }) => currents(line.product, temperatures).impp);
  const limit = limits.maxInputCurrent;
  if (isAbove(value, limit)) {
    const message = `MPP current ${shown(value)} A of ${counted(strings.length, 'string')} exceeds the tracker's ${shown(limit)} A.`;
    yield failed('operatingCurrent', location, { value, limit, unit: 'A', message });
  }
  const perInput = limits.maxInputCurrentPerInput;
  if (perInput === null) return;
  for (const { label, line } of strings) {
    const { impp } = currents(line.product, temperatures);
    if (!isAbove(impp, perInput)) continue;
    const message = `MPP current ${shown(impp)} A exceeds the ${shown(perInput)} A of one input.`;
    yield failed(
      'operatingCurrent',
      { ...location, string: label },
      { value: impp, limit: perInput, unit: 'A', message },
    );
  }
}

function* inputs({ limits, strings }: ConnectedTracker, location: FindingLocation): Generator<Finding> {
  const limit = limits.inputCount;
  if (!isAbove(strings.length, limit)) return;
  const message = `${counted(strings.length, 'string')} on a tracker with ${counted(limit, 'input')}.`;
  yield failed('inputs', location, { value: strings.length, limit, unit: 'strings', message });
}

function* equalStrings({ strings }: ConnectedTracker, location: FindingLocation): Generator<Finding> {
  const lengths = strings.map(({ moduleCount }) => moduleCount);
  const longest = Math.max(...lengths);
  const shortest = Math.min(...lengths);
  if (longest === shortest) return;
  const message = `Parallel strings must be of equal length: the longest has ${longest} modules, the shortest ${shortest}.`;
  yield failed('equalStrings', location, { value: longest - shortest, limit: 0, unit: 'modules', message });
}

function* oneModuleType({ strings }: ConnectedTracker, location: FindingLocation): Generator<Finding> {
  const lines = strings.map(({ line }) => line);
  if (areOfOneType(lines)) return;
  const value = new Set(lines.map(({ productId }) => productId)).size;
  const message = `${value} types of modules on one tracker: only one is allowed.`;
  yield failed('oneModuleType', location, { value, limit: 1, unit: 'module types', message });
}

function* oneOrientation({ strings }: ConnectedTracker, location: FindingLocation): Generator<Finding> {
  const lines = strings.map(({ line }) => line);
  if (haveOneOrientation(lines)) return;
  const limit = orientationTolerance;
  const value = orientationDifference(lines);
  const message =
    value === null
      ? 'Modules with and without an azimuth on one tracker.'
      : `Orientations on one tracker differ by ${shown(value)}°: more than ${limit}°.`;
  yield failed('oneOrientation', location, { value, limit, unit: '°', message });
}

/** Many data sheets state a power limit only for the inverter, so an unknown limit of the tracker is not a finding. */
function* dcPower({ limits, strings }: ConnectedTracker, location: FindingLocation): Generator<Finding> {
  const value = powerOf(strings);
  const limit = limits.maxPower;
  if (limit === null || !isAbove(value, limit)) return;
  const message = `DC power ${shown(value)} W exceeds the tracker's ${shown(limit)} W.`;
  yield failed('dcPower', location, { value, limit, unit: 'W', message });
}

/**
 * If one string is shaded or faulty, all other strings of the tracker feed current back into it. A module withstands the current
 * of one other string.
 */
function* reverseCurrent(
  { strings, temperatures }: ConnectedTracker,
  location: FindingLocation,
): Generator<Finding> {
  if (strings.length < 3) return;
  const ofString = ({ line }: ConnectedString) =>
    reverseCurrentFactor * currents(line.product, temperatures).isc;
  const all = total(strings, ofString);
  for (const string of strings) {
    const { line, label } = string;
    const value = all - ofString(string);
    const limit = line.product.maxSeriesFuse;
    const ofThisString = { ...location, string: label };
    if (limit === null) {
      const message = `Reverse current ${shown(value)} A is not checked: the module's maximum series fuse is unknown.`;
      yield notChecked('R15', ofThisString, message);
    } else if (isAbove(value, limit)) {
      const message = `Reverse current ${shown(value)} A exceeds the module's ${shown(limit)} A: string fuses are needed.`;
      yield failed('reverseCurrent', ofThisString, { value, limit, unit: 'A', message });
    }
  }
}

function total(strings: readonly ConnectedString[], amount: (string: ConnectedString) => number): number {
  return strings.reduce((sum, string) => sum + amount(string), 0);
}
