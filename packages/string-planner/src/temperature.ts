import type { PvModule } from './plant.ts';

/** Cell temperature under standard test conditions. */
const stcTemperature = 25;

/** Cell temperature at which the MPP voltage is compared with the upper end of the MPP window. */
export const coolTemperature = 15;

/** A voltage or current at a cell temperature in °C. Linear in the temperature coefficient (%/K), as in data sheets. */
export function valueAt(temperature: number, stcValue: number, percentPerKelvin: number): number {
  return stcValue * (1 + (percentPerKelvin / 100) * (temperature - stcTemperature));
}

/** Converts a temperature coefficient from V/K to %/K of the given STC voltage. */
export function percentPerKelvin(voltsPerKelvin: number, stcVoltage: number): number {
  return (voltsPerKelvin / stcVoltage) * 100;
}

/** Open-circuit voltage of one module in V at a cell temperature in °C. */
export function vocAt(temperature: number, module: PvModule): number {
  return valueAt(temperature, module.voc, module.tempCoefficientVoc);
}

/** Short-circuit current of a module in A at a cell temperature in °C. */
export function iscAt(temperature: number, module: PvModule): number {
  return valueAt(temperature, module.isc, module.tempCoefficientIsc ?? 0);
}

/**
 * MPP voltage of one module in V at a cell temperature in °C. Falls back to the power coefficient, whose magnitude is larger,
 * so the result is conservative.
 */
export function vmppAt(temperature: number, module: PvModule): number {
  return valueAt(temperature, module.vmpp, module.tempCoefficientVmpp ?? module.tempCoefficientPmpp);
}
