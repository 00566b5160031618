import type { Address, Roof, StringPlan } from '@pv-planning/contract';
import type { DrawnRoof, ModuleField } from '../pictures/index.ts';

/** The strings of an offer to print. */
export interface PrintedStringPlan {
  number: string;
  /** Time of the last change, whose day is printed. */
  time: string;
  companyName: string;
  customerName: string | null;
  projectName: string | null;
  address: Address | null;
  plan: StringPlan;
  /** The inverters that work only with power optimizers, by `ref`, with the voltage in V that they keep. */
  optimizers: ReadonlyMap<string, number | null>;
  /** The roofs with modules. */
  roofs: readonly PrintedRoof[];
}

export type PrintedRoof = Omit<DrawnRoof, 'modules'> &
  Pick<Roof, 'name' | 'azimuth'> & {
    modules: readonly (ModuleField & ModuleLine)[];
  };

interface ModuleLine {
  ref: string;
  name: string;
  /** Watts of a module. */
  power: number;
}

export type Finding = StringPlan['findings'][number];
export type Inverter = StringPlan['inverters'][number];
export type PlannedString = Inverter['trackers'][number]['strings'][number];

/** All strings in the order of inverter, tracker and string. */
export function stringsOf({ inverters }: StringPlan): PlannedString[] {
  return inverters.flatMap(({ trackers }) => trackers.flatMap(({ strings }) => strings));
}

export const isUnwired = ({ trackers }: Inverter) => trackers.every(({ strings }) => strings.length === 0);

/** Names by reference. Several inverters are numbered as in the labels of strings, because they can have the same name. */
export function inverterNames({ inverters }: StringPlan): Map<string, string> {
  const isOne = inverters.length === 1;
  return new Map(
    inverters.map(({ ref, name }, index) => [ref, `${isOne ? '' : `${index + 1}: `}${name ?? ref}`]),
  );
}

/** Sums of equal names: `14 × Sonnkraft SK 440`. */
export function countsOf(named: readonly (readonly [name: string, count: number])[]): string[] {
  const counts = new Map<string, number>();
  for (const [name, count] of named) counts.set(name, (counts.get(name) ?? 0) + count);
  return [...counts].map(([name, count]) => `${count} × ${name}`);
}
