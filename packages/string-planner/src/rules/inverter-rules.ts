import type { Inverter, InverterLine } from '../plant.ts';
import { isAbove, isBelow } from '../tolerance.ts';
import type { CheckName } from './checks.ts';
import type { Finding } from './finding.ts';
import { type FindingLocation, failed, notChecked, shown } from './finding.ts';

/** Maximum apparent power in VA of single-phase feed-in in Germany (VDE-AR-N 4105, unbalance). */
const maxSinglePhasePower = 4600;

/** Maximum sizing factor, in percent, of a proposed wiring. */
const maxSizingFactor = 130;

/** In descending order of severity; the first limit exceeded applies. */
const sizingLimits: readonly { above: number; check: CheckName }[] = [
  { above: 150, check: 'sizingAbove150' },
  { above: maxSizingFactor, check: 'sizingAbove130' },
  { above: 115, check: 'sizingAbove115' },
];

/** Module power as a percentage of the inverter's nominal AC power (DC/AC ratio). */
export function sizingFactorPercent(dcPower: number, acPower: number): number {
  return (dcPower / acPower) * 100;
}

/** Maximum module power in W that passes R11 and R12. */
export function maxSoundDcPower({ acPower, maxDcPower }: Inverter): number {
  return Math.min((acPower * maxSizingFactor) / 100, maxDcPower ?? Number.POSITIVE_INFINITY);
}

/** Checks an inverter against the module power in W connected to it: R3 with unknown start voltage, R11, R12, R16. */
export function* inverterRules(inverter: InverterLine, dcPower: number): Generator<Finding> {
  const location: FindingLocation = { inverterRef: inverter.ref, mppTracker: null, string: null };
  if (dcPower > 0) yield* startVoltage(inverter, location);
  yield* sizing(inverter, dcPower, location);
  if (dcPower > 0) yield* ofMaxDcPower(inverter, dcPower, location);
  yield* singlePhasePower(inverter, location);
}

function* startVoltage({ product }: InverterLine, location: FindingLocation): Generator<Finding> {
  if (product.startVoltage !== null) return;
  yield notChecked('R3', location, "Start voltage is not checked: the inverter's is unknown.");
}

function* sizing({ product }: InverterLine, dcPower: number, location: FindingLocation): Generator<Finding> {
  const value = sizingFactorPercent(dcPower, product.acPower);
  const measured = `Sizing factor ${shown(value)} %`;
  const exceeded = sizingLimits.find(({ above }) => isAbove(value, above));
  if (exceeded) {
    const message = `${measured} is above ${exceeded.above} %.`;
    yield failed(exceeded.check, location, { value, limit: exceeded.above, unit: '%', message });
  } else if (isBelow(value, 100)) {
    const message = `${measured} is below 100 %.`;
    yield failed('sizingBelow100', location, { value, limit: 100, unit: '%', message });
  }
}

function* ofMaxDcPower(
  { product }: InverterLine,
  dcPower: number,
  location: FindingLocation,
): Generator<Finding> {
  const limit = product.maxDcPower;
  if (limit === null) {
    yield notChecked(
      'R12',
      location,
      `DC power ${shown(dcPower)} W is not checked: the inverter's maximum is unknown.`,
    );
  } else if (isAbove(dcPower, limit)) {
    const message = `DC power ${shown(dcPower)} W exceeds the inverter's ${shown(limit)} W.`;
    yield failed('dcPower', location, { value: dcPower, limit, unit: 'W', message });
  }
}

function* singlePhasePower({ product }: InverterLine, location: FindingLocation): Generator<Finding> {
  const value = product.acApparentPower ?? product.acPower;
  if (product.phases !== 1 || !isAbove(value, maxSinglePhasePower)) return;
  const [name, unit] = product.acApparentPower === null ? ['AC power', 'W'] : ['Apparent power', 'VA'];
  const message = `${name} ${shown(value)} ${unit} on one phase exceeds ${maxSinglePhasePower} VA.`;
  yield failed('singlePhasePower', location, { value, limit: maxSinglePhasePower, unit, message });
}
