import type { Inverter, InverterLine } from '../plant.ts';
import type { Finding } from '../string-plan.ts';
import { isAbove, isBelow } from '../tolerance.ts';
import type { CheckName } from './checks.ts';
import { type FindingLocation, failed, notChecked, shown } from './finding.ts';

/** Feeding in on one phase is limited in Germany to this apparent power in VA (VDE-AR-N 4105: unbalance). */
const maxSinglePhasePower = 4600;

/** Sizing factor in percent above which an inverter is not planned. */
const maxSizingFactor = 130;

/** From the gravest: the first limit that is exceeded counts. */
const sizingLimits: readonly { above: number; check: CheckName }[] = [
  { above: 150, check: 'sizingAbove150' },
  { above: maxSizingFactor, check: 'sizingAbove130' },
  { above: 115, check: 'sizingAbove115' },
];

/** Power of the modules in percent of the inverter's nominal AC power (DC/AC ratio). */
export function sizingFactorPercent(dcPower: number, acPower: number): number {
  return (dcPower / acPower) * 100;
}

/** Largest power of modules in W that neither R11 nor R12 fails. */
export function maxSoundDcPower({ acPower, maxDcPower }: Inverter): number {
  return Math.min((acPower * maxSizingFactor) / 100, maxDcPower ?? Number.POSITIVE_INFINITY);
}

/** How an inverter matches the power in W connected to it: R3's start voltage when unknown, R11, R12, R16. */
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
