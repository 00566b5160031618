import { type DesignTemperatures, usesOptimizers, voltages } from './connected.ts';
import type { InverterLine, MppTracker, PvModule } from './plant.ts';
import { maxModulesInSeries, minModulesInSeries } from './tolerance.ts';

/** Shortest and longest string, in modules; `min` above `max` when none fits. */
export interface StringLengthRange {
  min: number;
  max: number;
}

/**
 * How many modules in series a tracker takes by their voltages: hot MPP voltage within the window (R3), cool MPP voltage too (R4),
 * cold open-circuit voltage within the limits of inverter and module (R1, R2). With power optimizers the maker's maximum (R17) and
 * R2 alone.
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
