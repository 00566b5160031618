import { type ConnectedString, type ConnectedTracker, powerOf, voltages } from '../connected.ts';
import { isAbove, isBelow } from '../tolerance.ts';
import type { CheckName } from './checks.ts';
import type { Finding } from './finding.ts';
import { counted, type FindingLocation, failed, notChecked, shown } from './finding.ts';

/** Checks the voltages of a string (R1 to R4) and its length and power with power optimizers (R17). */
export function* stringRules(tracker: ConnectedTracker, string: ConnectedString): Generator<Finding> {
  const location: FindingLocation = {
    inverterRef: tracker.inverter.ref,
    mppTracker: tracker.index,
    string: string.label,
  };
  yield* coldVoltage(tracker, string, location);
  yield* hotVoltage(tracker, string, location);
  yield* coolVoltage(tracker, string, location);
  yield* optimizerString(tracker, string, location);
}

function* coldVoltage(
  tracker: ConnectedTracker,
  string: ConnectedString,
  location: FindingLocation,
): Generator<Finding> {
  const value = voltages(string.line.product, string.moduleCount, tracker.temperatures).vocCold;
  const measured = `Open-circuit voltage ${shown(value)} V at ${shown(tracker.temperatures.designTempMin)} °C`;
  const { maxDcVoltage } = tracker.inverter.product;
  if (isAbove(value, maxDcVoltage)) {
    const message = `${measured} exceeds the inverter's maximum DC voltage of ${shown(maxDcVoltage)} V.`;
    yield failed('coldVoltageOfInverter', location, { value, limit: maxDcVoltage, unit: 'V', message });
  }
  const { maxSystemVoltage } = string.line.product;
  if (isAbove(value, maxSystemVoltage)) {
    const message = `${measured} exceeds the module's maximum system voltage of ${shown(maxSystemVoltage)} V.`;
    yield failed('coldVoltageOfModule', location, { value, limit: maxSystemVoltage, unit: 'V', message });
  }
}

function* hotVoltage(
  tracker: ConnectedTracker,
  string: ConnectedString,
  location: FindingLocation,
): Generator<Finding> {
  const value = voltages(string.line.product, string.moduleCount, tracker.temperatures).vmppHot;
  const measured = `MPP voltage ${shown(value)} V at ${shown(tracker.temperatures.designTempMax)} °C`;
  const { mppVoltageMin } = tracker.limits;
  const { startVoltage } = tracker.inverter.product;
  const belowStart = startVoltage !== null && isBelow(value, startVoltage);
  if (isBelow(value, mppVoltageMin)) {
    const check: CheckName = belowStart ? 'hotVoltageBelowWindowAndStart' : 'hotVoltageBelowWindow';
    const start = belowStart ? ` and the start voltage of ${shown(startVoltage)} V` : '';
    const message = `${measured} is below the MPP window from ${shown(mppVoltageMin)} V${start}.`;
    yield failed(check, location, { value, limit: mppVoltageMin, unit: 'V', message });
  } else if (belowStart) {
    const message = `${measured} is below the inverter's start voltage of ${shown(startVoltage)} V.`;
    yield failed('hotVoltageBelowStart', location, { value, limit: startVoltage, unit: 'V', message });
  }
}

function* coolVoltage(
  tracker: ConnectedTracker,
  string: ConnectedString,
  location: FindingLocation,
): Generator<Finding> {
  const value = voltages(string.line.product, string.moduleCount, tracker.temperatures).vmppCool;
  const limit = tracker.limits.mppVoltageMax;
  if (!isAbove(value, limit)) return;
  const message = `MPP voltage ${shown(value)} V at 15 °C is above the MPP window up to ${shown(limit)} V.`;
  yield failed('coolVoltageAboveWindow', location, { value, limit, unit: 'V', message });
}

function* optimizerString(
  tracker: ConnectedTracker,
  string: ConnectedString,
  location: FindingLocation,
): Generator<Finding> {
  const { minModulesPerString, maxModulesPerString: limit, maxPowerPerString } = tracker.inverter.product;
  if (minModulesPerString !== null && isBelow(string.moduleCount, minModulesPerString)) {
    const message = `${counted(string.moduleCount, 'module')} with optimizers in series: at least ${minModulesPerString} are needed.`;
    const measured = { value: string.moduleCount, limit: minModulesPerString, unit: 'modules', message };
    yield failed('tooFewWithOptimizers', location, measured);
  }
  const power = powerOf([string]);
  if (maxPowerPerString !== null && isAbove(power, maxPowerPerString)) {
    const message = `Power ${shown(power)} W of a string with optimizers exceeds ${shown(maxPowerPerString)} W.`;
    yield failed('powerWithOptimizers', location, {
      value: power,
      limit: maxPowerPerString,
      unit: 'W',
      message,
    });
  }
  if (limit === null) {
    yield notChecked(
      'R17',
      location,
      'String length is not checked: the maximum number of modules with optimizers is unknown.',
    );
  } else if (isAbove(string.moduleCount, limit)) {
    const message = `${counted(string.moduleCount, 'module')} with optimizers in series: at most ${limit} are allowed.`;
    yield failed('tooManyWithOptimizers', location, {
      value: string.moduleCount,
      limit,
      unit: 'modules',
      message,
    });
  }
}
