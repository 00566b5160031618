import { Big } from 'big.js';
import { modulesOfBattery } from '../model/battery-modules.ts';
import type { Line, ProductData } from '../model/line.ts';
import { rounded, sumOf } from './amounts.ts';

const inGroup = (lines: readonly Line[], group: Line['lineGroup']) =>
  lines.filter(({ lineGroup }) => lineGroup === group);

const onRoof = (modules: readonly Line[], roofId: string | null) =>
  modules.filter((line) => line.roofId === roofId);

function countOf(modules: readonly Line[]): Big {
  return sumOf(modules.map(({ quantity }) => quantity));
}

/** With three decimals. */
function powerKwpOf(modules: readonly Line[]): Big {
  return rounded(sumOf(modules.map((line) => line.powerKw ?? 0)), 3);
}

/** The counts by which the rules of equipment and misc materials calculate. A count without a number cannot be determined. */
interface Counted {
  modules?: Big;
  strings?: Big;
  units: Big;
}

const stringsOf = (inverters: readonly Line[]) => inverters.flatMap(({ strings }) => strings ?? []);

function countedIn(modules: readonly Line[], lines: readonly Line[]): Pick<Counted, 'modules' | 'strings'> {
  const refs = new Set<string | null>(modules.map(({ ref }) => ref));
  const strings = stringsOf(lines).filter(({ moduleRef }) => refs.has(moduleRef));
  return { modules: countOf(modules), strings: new Big(strings.length) };
}

/**
 * Returns the counts of a line: modules and strings of a module line or a roof, strings and their modules of an inverter, the
 * modules of a battery.
 */
function countedFor(target: Line, lines: readonly Line[]): Counted {
  const units = new Big(target.quantity);
  switch (target.lineGroup) {
    case 'modules':
      return { ...countedIn([target], lines), units };
    case 'subconstructions':
      return { ...countedIn(onRoof(inGroup(lines, 'modules'), target.roofId), lines), units };
    case 'batteries': {
      const each = modulesOfBattery(target);
      return { ...(each !== undefined && { modules: units.times(each) }), units };
    }
    case 'inverters': {
      const strings = stringsOf([target]);
      const modules = sumOf(strings.map(({ moduleCount }) => moduleCount));
      return { modules, strings: new Big(strings.length), units };
    }
    default:
      return { units };
  }
}

function countedInAll(lines: readonly Line[]): Counted {
  const modules = countOf(inGroup(lines, 'modules'));
  return { modules, strings: new Big(stringsOf(lines).length), units: new Big(1) };
}

const countedBy = { PER_MODULE: 'modules', PER_STRING: 'strings', PER_UNIT: 'units' } as const;

/** The quantity of equipment and misc materials, with three decimals. */
function quantityByRule({ targetRef, product }: Line, lines: readonly Line[]): Big {
  const { quantityRule, defaultQuantity } = product ?? ({} as ProductData);
  const each = new Big(Number(defaultQuantity ?? 1));
  if (!isCounting(product)) return each;
  const target = targetRef === null ? undefined : lines.find(({ ref }) => ref === targetRef);
  const counted = target ? countedFor(target, lines) : countedInAll(lines);
  return rounded(each.times(counted[countedBy[quantityRule as 'PER_UNIT']] ?? 0), 3);
}

/** The count that a line with an automatic quantity needs and its target lacks; undefined if the target has it. */
export function uncountable(line: Line, lines: readonly Line[]): 'modules' | 'strings' | undefined {
  const target = lines.find(({ ref }) => ref === line.targetRef);
  if (!target || !line.quantityIsAutomatic || !isCounting(line.product)) return undefined;
  const what = countedBy[line.product?.quantityRule as 'PER_UNIT'];
  return what !== 'units' && countedFor(target, lines)[what] === undefined ? what : undefined;
}

/** Whether the quantity rule of a product counts something, so that it depends on other lines. */
export function isCounting(product: ProductData | null): boolean {
  return ['PER_MODULE', 'PER_STRING', 'PER_UNIT'].includes(String(product?.quantityRule));
}

/** The quantity of services and mounting systems, which depends on their unit; undefined if the unit has no rule. */
function quantityByUnit(unit: string, modules: readonly Line[]): Big | undefined {
  switch (unit) {
    case 'FLAT':
      return new Big(1);
    case 'MODULE':
      return countOf(modules);
    case 'KWP':
      return powerKwpOf(modules);
    default:
      return undefined;
  }
}

/** Returns the quantity that a line has by its rule; undefined if it has none, so that requests must contain it. */
export function automaticQuantity(line: Line, lines: readonly Line[]): Big | undefined {
  switch (line.lineGroup) {
    case 'subconstructions':
      return quantityByUnit(line.unit, onRoof(inGroup(lines, 'modules'), line.roofId));
    case 'equipment':
    case 'miscMaterials':
      return quantityByRule(line, lines);
    case 'services':
      return quantityByUnit(line.unit, inGroup(lines, 'modules'));
    default:
      return new Big(1);
  }
}

/** Units of mounting systems on offers, by `priceBasis`. */
const unitsByBasis: Readonly<Record<string, string>> = {
  PER_MODULE: 'MODULE',
  PER_KWP: 'KWP',
  FLAT: 'FLAT',
};

/** The unit of a mounting system on an offer, to which its price applies. */
export function unitOfBasis({ priceBasis }: ProductData): string {
  return unitsByBasis[String(priceBasis)] ?? 'FLAT';
}
