import type { InverterLoad } from '../connected.ts';
import type { Inverter, InverterLine } from '../plant.ts';
import { isAbove, isBelow } from '../tolerance.ts';
import type { CheckName } from './checks.ts';
import type { Finding } from './finding.ts';
import { type FindingLocation, failed, notChecked, shown } from './finding.ts';

/** Maximum apparent power in VA of single-phase feed-in in Germany (VDE-AR-N 4105, unbalance). */
const maxSinglePhasePower = 4600;

/** Sizing factors in percent beyond which a wiring has a warning, and an error. */
const warningSizingFactor = 130;
const errorSizingFactor = 150;

/** In descending order of severity; the first limit exceeded applies. */
const sizingLimits: readonly { above: number; check: CheckName }[] = [
  { above: errorSizingFactor, check: 'sizingAbove150' },
  { above: warningSizingFactor, check: 'sizingAbove130' },
  { above: 115, check: 'sizingAbove115' },
];

/** Module power as a percentage of the inverter's nominal AC power (DC/AC ratio). */
export function sizingFactorPercent(dcPower: number, acPower: number): number {
  return (dcPower / acPower) * 100;
}

/** Maximum module power in W by R11 and R12. */
export function dcPowerLimits({ acPower, maxDcPower }: Inverter): {
  withoutWarning: number;
  withoutError: number;
} {
  const withoutError = (acPower * errorSizingFactor) / 100;
  return {
    withoutWarning: Math.min((acPower * warningSizingFactor) / 100, maxDcPower ?? withoutError),
    withoutError,
  };
}

/** Checks an inverter against the total output of its strings: R3 with unknown start voltage, R5, R6, R11, R12, R16. */
export function* inverterRules(inverter: InverterLine, load: InverterLoad): Generator<Finding> {
  const dcPower = load.power;
  const location: FindingLocation = { inverterRef: inverter.ref, mppTracker: null, string: null };
  if (dcPower > 0) {
    yield* startVoltage(inverter, location);
    yield* sizing(inverter, dcPower, location);
    yield* ofMaxDcPower(inverter, dcPower, location);
  }
  yield* totalCurrents(inverter, load, location);
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

/** Most data sheets state currents only per tracker, so unknown limits of the inverter are no findings. */
function* totalCurrents(
  { product }: InverterLine,
  { impp, isc }: InverterLoad,
  location: FindingLocation,
): Generator<Finding> {
  const { maxShortCircuitCurrentTotal, maxInputCurrentTotal } = product;
  if (maxShortCircuitCurrentTotal !== null && isAbove(isc, maxShortCircuitCurrentTotal)) {
    const message = `Short-circuit current ${shown(isc)} A of all trackers exceeds the inverter's ${shown(maxShortCircuitCurrentTotal)} A.`;
    const measured = { value: isc, limit: maxShortCircuitCurrentTotal, unit: 'A', message };
    yield failed('shortCircuitCurrentOfInverter', location, measured);
  }
  if (maxInputCurrentTotal !== null && isAbove(impp, maxInputCurrentTotal)) {
    const message = `MPP current ${shown(impp)} A of all trackers exceeds the inverter's ${shown(maxInputCurrentTotal)} A.`;
    const measured = { value: impp, limit: maxInputCurrentTotal, unit: 'A', message };
    yield failed('operatingCurrentOfInverter', location, measured);
  }
}

function* singlePhasePower({ product }: InverterLine, location: FindingLocation): Generator<Finding> {
  const value = product.acApparentPower ?? product.acPower;
  if (product.phases !== 1 || !isAbove(value, maxSinglePhasePower)) return;
  const [name, unit] = product.acApparentPower === null ? ['AC power', 'W'] : ['Apparent power', 'VA'];
  const message = `${name} ${shown(value)} ${unit} on one phase exceeds ${maxSinglePhasePower} VA.`;
  yield failed('singlePhasePower', location, { value, limit: maxSinglePhasePower, unit, message });
}
