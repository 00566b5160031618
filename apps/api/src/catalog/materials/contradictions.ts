import type { BatteryData, InverterData, MppTracker, PvModuleData } from '@pv-planning/contract';
import type { ErrorDetail } from '@pv-planning/server-kit';

/** Maximum relative difference between a module's power and vmpp × impp. Manufacturers round these values. */
const powerTolerance = 0.1;

type Contradiction = ErrorDetail;

/** Returns a contradiction unless `holds` is true. */
function unless(holds: boolean, path: string, message: string): Contradiction[] {
  return holds ? [] : [{ in: 'body', path, code: 'contradiction', message }];
}

type Measure = number | null;

/** Also true if either value is unknown. */
function notAbove(low: Measure, high: Measure): boolean {
  return low === null || high === null || low <= high;
}

/** Finds physically impossible electrical data of a module. */
export function pvModuleContradictions(module: PvModuleData): Contradiction[] {
  const { power, vmpp, impp, voc, isc } = module;
  const product = vmpp * impp;
  const isNear = Math.abs(product - power) <= powerTolerance * product;
  return [
    ...unless(voc > vmpp, '/voc', `must be above vmpp (${vmpp} V)`),
    ...unless(isc >= impp, '/isc', `must not be below impp (${impp} A)`),
    ...unless(isNear, '/power', `must be within 10 % of vmpp × impp (${product.toFixed(1)} W)`),
  ];
}

/** Values in %/K of all common modules. Data sheets also state coefficients in V/K or W/K, which are easily taken over. */
const plausibleCoefficients = {
  tempCoefficientVoc: [-0.6, -0.1],
  tempCoefficientPmpp: [-0.7, -0.1],
} as const;

/** Finds coefficients in other units. Checks the fields of a request only, because stored products keep their values. */
export function implausibleCoefficients(sent: Partial<PvModuleData>): Contradiction[] {
  return (['tempCoefficientVoc', 'tempCoefficientPmpp'] as const).flatMap((field) => {
    const [from, to] = plausibleCoefficients[field];
    const value = sent[field] ?? from;
    const message = `must be from ${from} to ${to} (${value} looks like V/K instead of %/K)`;
    return unless(value >= from && value <= to, `/${field}`, message);
  });
}

function trackerContradictions(tracker: MppTracker, path: string, maxDcVoltage: number): Contradiction[] {
  const { mppVoltageMin, mppVoltageMax, maxInputCurrent } = tracker;
  const { maxInputCurrentPerInput, maxShortCircuitCurrent } = tracker;
  return [
    ...unless(
      mppVoltageMin < mppVoltageMax,
      `${path}/mppVoltageMin`,
      `must be below mppVoltageMax (${mppVoltageMax} V)`,
    ),
    ...unless(
      mppVoltageMax <= maxDcVoltage,
      `${path}/mppVoltageMax`,
      `must not exceed maxDcVoltage (${maxDcVoltage} V)`,
    ),
    ...unless(
      notAbove(maxInputCurrentPerInput, maxInputCurrent),
      `${path}/maxInputCurrentPerInput`,
      `must not exceed maxInputCurrent (${maxInputCurrent} A)`,
    ),
    ...unless(
      notAbove(maxInputCurrent, maxShortCircuitCurrent),
      `${path}/maxShortCircuitCurrent`,
      `must not be below maxInputCurrent (${maxInputCurrent} A)`,
    ),
  ];
}

/** Finds reversed ranges and voltages above the inverter's maximum DC voltage. */
export function inverterContradictions(inverter: InverterData): Contradiction[] {
  const { maxDcVoltage, startVoltage, nominalDcVoltage, mppTrackers } = inverter;
  const { batteryVoltageMin, batteryVoltageMax, cosPhiMin, cosPhiMax } = inverter;
  const limit = `must not exceed maxDcVoltage (${maxDcVoltage} V)`;
  const { minModulesPerString, maxModulesPerString } = inverter;
  const { maxInputCurrentTotal, maxShortCircuitCurrentTotal } = inverter;
  return [
    ...unless(
      notAbove(minModulesPerString, maxModulesPerString),
      '/minModulesPerString',
      `must not exceed maxModulesPerString (${maxModulesPerString})`,
    ),
    ...unless(
      notAbove(maxInputCurrentTotal, maxShortCircuitCurrentTotal),
      '/maxShortCircuitCurrentTotal',
      `must not be below maxInputCurrentTotal (${maxInputCurrentTotal} A)`,
    ),
    ...unless(notAbove(startVoltage, maxDcVoltage), '/startVoltage', limit),
    ...unless(notAbove(nominalDcVoltage, maxDcVoltage), '/nominalDcVoltage', limit),
    ...unless(
      notAbove(batteryVoltageMin, batteryVoltageMax),
      '/batteryVoltageMin',
      `must not exceed batteryVoltageMax (${batteryVoltageMax} V)`,
    ),
    ...unless(notAbove(cosPhiMin, cosPhiMax), '/cosPhiMin', `must not exceed cosPhiMax (${cosPhiMax})`),
    ...mppTrackers.flatMap((tracker, index) =>
      trackerContradictions(tracker, `/mppTrackers/${index}`, maxDcVoltage),
    ),
  ];
}

export function batteryContradictions(battery: BatteryData): Contradiction[] {
  const { capacity, usableCapacity, minModules, maxModules } = battery;
  return [
    ...unless(
      notAbove(usableCapacity, capacity),
      '/usableCapacity',
      `must not exceed capacity (${capacity} kWh)`,
    ),
    ...unless(notAbove(minModules, maxModules), '/minModules', `must not exceed maxModules (${maxModules})`),
  ];
}
