import type { InverterLine, ModuleLine, MppTracker, Plant, PvModule } from './plant.ts';
import { coolTemperature, iscAt, vmppAt, vocAt } from './temperature.ts';

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

/** Currents in A of a string, with the bifacial gain. */
export interface Currents {
  impp: number;
  /** At `designTempMax`, but never below that under STC. */
  isc: number;
}

export function currents(module: PvModule, { designTempMax }: DesignTemperatures): Currents {
  const gain = 1 + (module.bifacialGainPercent ?? 0) / 100;
  return { impp: module.impp * gain, isc: Math.max(module.isc, iscAt(designTempMax, module)) * gain };
}

/** Total output of the strings of an inverter: power in W under STC, currents in A. */
export interface InverterLoad extends Currents {
  power: number;
}

export const noLoad: InverterLoad = { power: 0, impp: 0, isc: 0 };

export function withStrings(
  load: InverterLoad,
  module: PvModule,
  { count, length }: { count: number; length: number },
  temperatures: DesignTemperatures,
): InverterLoad {
  const { impp, isc } = currents(module, temperatures);
  return {
    power: load.power + count * length * module.power,
    impp: load.impp + count * impp,
    isc: load.isc + count * isc,
  };
}

export function loadOf(strings: readonly ConnectedString[], temperatures: DesignTemperatures): InverterLoad {
  return strings.reduce(
    (load, { line, moduleCount }) =>
      withStrings(load, line.product, { count: 1, length: moduleCount }, temperatures),
    noLoad,
  );
}

export function powerOf(strings: readonly ConnectedString[]): number {
  return strings.reduce((sum, { line, moduleCount }) => sum + moduleCount * line.product.power, 0);
}

export function usesOptimizers(inverter: Pick<InverterLine, 'product'>): boolean {
  return inverter.product.optimizerRequired === true;
}
