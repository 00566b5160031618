import { type DesignTemperatures, usesOptimizers, voltages } from './connected.ts';
import type { InverterLine, MppTracker, PvModule } from './plant.ts';
import { maxModulesInSeries, minModulesInSeries } from './tolerance.ts';

/** Minimum and maximum number of modules in a string; `min` exceeds `max` if no length fits. */
export interface StringLengthRange {
  min: number;
  max: number;
}

/**
 * The string lengths that a tracker allows by voltage: hot MPP voltage (R3) and cool MPP voltage (R4) within the window, cold
 * open-circuit voltage within the limits of inverter and module (R1, R2). With power optimizers, only the manufacturer's limits
 * (R17) apply.
 */
export function stringLengthRange(
  module: PvModule,
  inverter: Pick<InverterLine, 'product'>,
  tracker: Pick<MppTracker, 'mppVoltageMin' | 'mppVoltageMax'>,
  temperatures: DesignTemperatures,
): StringLengthRange {
  const { vocCold, vmppHot, vmppCool } = voltages(module, 1, temperatures);
  if (usesOptimizers(inverter)) {
    const { minModulesPerString, maxModulesPerString, maxPowerPerString } = inverter.product;
    const unlimited = Number.POSITIVE_INFINITY;
    return {
      min: minModulesPerString ?? 1,
      max: Math.min(
        maxModulesPerString ?? unlimited,
        maxModulesInSeries(module.power, maxPowerPerString ?? unlimited),
      ),
    };
  }
  return {
    min: Math.max(1, minModulesInSeries(vmppHot, tracker.mppVoltageMin)),
    max: Math.min(
      maxModulesInSeries(vocCold, module.maxSystemVoltage),
      maxModulesInSeries(vocCold, inverter.product.maxDcVoltage),
      maxModulesInSeries(vmppCool, tracker.mppVoltageMax),
    ),
  };
}
