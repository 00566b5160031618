import { Big } from 'big.js';
import type { StoredLine } from '../model/line.ts';
import { rounded, sumOf } from './amounts.ts';

type Data = Readonly<Record<string, unknown>>;

function modulesIn(lines: readonly StoredLine[], roofId?: string | null): readonly StoredLine[] {
  return lines.filter(
    (line) => line.lineGroup === 'modules' && (roofId === undefined || line.roofId === roofId),
  );
}

/** Number of modules, on a roof or in all. */
export function moduleCount(lines: readonly StoredLine[], roofId?: string | null): Big {
  return sumOf(modulesIn(lines, roofId).map(({ quantity }) => quantity));
}

/** kWp of modules, on a roof or in all, with three decimals. */
export function powerKwp(lines: readonly StoredLine[], roofId?: string | null): Big {
  return rounded(sumOf(modulesIn(lines, roofId).map((line) => line.powerKw ?? 0)), 3);
}

function stringCount(lines: readonly StoredLine[]): Big {
  return sumOf(lines.map(({ strings }) => strings?.length ?? 0));
}

/**
 * The default quantity of equipment and misc materials, with three decimals.
 *
 * @param data `quantityRule` and `defaultQuantity` of the product
 * @param target the line that equipment is for
 */
export function quantityByRule(
  { quantityRule, defaultQuantity }: Data,
  lines: readonly StoredLine[],
  target?: StoredLine,
): Big {
  const each = new Big(Number(defaultQuantity));
  switch (quantityRule) {
    case 'PER_MODULE':
      return rounded(each.times(moduleCount(lines)), 3);
    case 'PER_STRING':
      return rounded(each.times(stringCount(lines)), 3);
    case 'PER_UNIT':
      return rounded(each.times(target?.quantity ?? 1), 3);
    default:
      return each;
  }
}

/** The default quantity of a service; undefined where it must be sent. */
export function quantityOfService(unit: string, lines: readonly StoredLine[]): Big | undefined {
  switch (unit) {
    case 'FLAT':
      return new Big(1);
    case 'MODULE':
      return moduleCount(lines);
    case 'KWP':
      return powerKwp(lines);
    default:
      return undefined;
  }
}

/** The units of mounting systems on offers, by their `priceBasis`. */
export const unitsByBasis: Readonly<Record<string, string>> = {
  PER_MODULE: 'MODULE',
  PER_KWP: 'KWP',
  FLAT: 'FLAT',
};

/** The unit of a mounting system on an offer: what its prices are for. */
export function unitOfBasis({ priceBasis }: Data): string {
  return unitsByBasis[String(priceBasis)] ?? 'FLAT';
}

/** The default quantity of a mounting system on a roof. */
export function quantityOnRoof(
  { priceBasis }: Data,
  lines: readonly StoredLine[],
  roofId: string | null,
): Big {
  if (priceBasis === 'PER_MODULE') return moduleCount(lines, roofId);
  return priceBasis === 'PER_KWP' ? powerKwp(lines, roofId) : new Big(1);
}
