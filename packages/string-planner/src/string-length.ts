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
 * open-circuit voltage within the limits of inverter and module (R1, R2). With power optimizers, only the manufacturer's maximum
 * (R17) and R2 apply.
 */
export function stringLengthRange(
  module: PvModule,
  inverter: Pick<InverterLine, 'product'>,
  tracker: Pick<MppTracker, 'mppVoltageMin' | 'mppVoltageMax'>,
  temperatures: DesignTemperatures,
): StringLengthRange {
  const { vocCold, vmppHot, vmppCool } = voltages(module, 1, temperatures);
  const maxByModule = maxModulesInSeries(vocCold, module.maxSystemVoltage);
  if (usesOptimizers(inverter)) {
    return {
      min: 1,
      max: Math.min(maxByModule, inverter.product.maxModulesPerString ?? Number.POSITIVE_INFINITY),
    };
  }
  return {
    min: Math.max(1, minModulesInSeries(vmppHot, tracker.mppVoltageMin)),
    max: Math.min(
      maxByModule,
      maxModulesInSeries(vocCold, inverter.product.maxDcVoltage),
      maxModulesInSeries(vmppCool, tracker.mppVoltageMax),
    ),
  };
}
