import type { InverterLine, ModuleLine, MppTracker, Plant, PvModule } from './plant.ts';
import { coolTemperature, vmppAt, vocAt } from './temperature.ts';

export type DesignTemperatures = Pick<Plant, 'designTempMin' | 'designTempMax'>;

/** A string with its modules, connected to a tracker. */
export interface ConnectedString {
  label: string;
  line: ModuleLine;
  moduleCount: number;
}

/** An MPP tracker with the strings connected to it. */
export interface ConnectedTracker {
  inverter: InverterLine;
  /** Counted from 1. */
  index: number;
  limits: MppTracker;
  strings: readonly ConnectedString[];
  temperatures: DesignTemperatures;
}

/** Voltages in V of modules in series. */
export interface Voltages {
  vocStc: number;
  vocCold: number;
  vmppStc: number;
  vmppHot: number;
  vmppCool: number;
}

export function voltages(module: PvModule, count: number, temperatures: DesignTemperatures): Voltages {
  return {
    vocStc: count * module.voc,
    vocCold: count * vocAt(temperatures.designTempMin, module),
    vmppStc: count * module.vmpp,
    vmppHot: count * vmppAt(temperatures.designTempMax, module),
    vmppCool: count * vmppAt(coolTemperature, module),
  };
}

export function powerOf(strings: readonly ConnectedString[]): number {
  return strings.reduce((sum, { line, moduleCount }) => sum + moduleCount * line.product.power, 0);
}

export function usesOptimizers(inverter: Pick<InverterLine, 'product'>): boolean {
  return inverter.product.optimizerRequired === true;
}
