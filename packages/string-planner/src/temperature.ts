import type { PvModule } from './plant.ts';

/** Cell temperature under standard test conditions. */
const stcTemperature = 25;

/** Cell temperature at which the MPP voltage is compared with the upper end of the MPP window. */
export const coolTemperature = 15;

/** Voltage in V at a cell temperature in °C, linear in the coefficient (%/K) as data sheets mean it. */
export function voltageAt(temperature: number, stcVoltage: number, percentPerKelvin: number): number {
  return stcVoltage * (1 + (percentPerKelvin / 100) * (temperature - stcTemperature));
}

/** Coefficient in %/K of one that a data sheet gives in V/K, for the voltage it belongs to. */
export function percentPerKelvin(voltsPerKelvin: number, stcVoltage: number): number {
  return (voltsPerKelvin / stcVoltage) * 100;
}

/** Open-circuit voltage of one module in V at a cell temperature in °C. */
export function vocAt(temperature: number, module: PvModule): number {
  return voltageAt(temperature, module.voc, module.tempCoefficientVoc);
}

/**
 * MPP voltage of one module in V at a cell temperature in °C. Without its own coefficient, that of the power stands in: it is the
 * larger one, so hot voltages come out lower and cool ones higher than they are.
 */
export function vmppAt(temperature: number, module: PvModule): number {
  return voltageAt(temperature, module.vmpp, module.tempCoefficientVmpp ?? module.tempCoefficientPmpp);
}
