import { Big } from 'big.js';
import type { Line, ProductData } from '../model/line.ts';
import { rounded, sumOf } from './amounts.ts';

function modulesIn(lines: readonly Line[], roofId?: string | null): readonly Line[] {
  return lines.filter(
    (line) => line.lineGroup === 'modules' && (roofId === undefined || line.roofId === roofId),
  );
}

/** Number of modules, on one roof or in total. */
export function moduleCount(lines: readonly Line[], roofId?: string | null): Big {
  return sumOf(modulesIn(lines, roofId).map(({ quantity }) => quantity));
}

/** kWp of modules, on one roof or in total, with three decimals. */
export function powerKwp(lines: readonly Line[], roofId?: string | null): Big {
  return rounded(sumOf(modulesIn(lines, roofId).map((line) => line.powerKw ?? 0)), 3);
}

function stringCount(lines: readonly Line[]): Big {
  return sumOf(lines.map(({ strings }) => strings?.length ?? 0));
}

/**
 * The default quantity of equipment and misc materials, with three decimals.
 *
 * @param data `quantityRule` and `defaultQuantity` of the product
 * @param target the line that `forRef` of equipment refers to
 */
export function quantityByRule(
  { quantityRule, defaultQuantity }: ProductData,
  lines: readonly Line[],
  target?: Line,
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

/** The default quantity of a service; undefined if the request must contain it. */
export function quantityOfService(unit: string, lines: readonly Line[]): Big | undefined {
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

/** Units of mounting systems on offers, by `priceBasis`. */
export const unitsByBasis: Readonly<Record<string, string>> = {
  PER_MODULE: 'MODULE',
  PER_KWP: 'KWP',
  FLAT: 'FLAT',
};

/** The unit of a mounting system on an offer, to which its price applies. */
export function unitOfBasis({ priceBasis }: ProductData): string {
  return unitsByBasis[String(priceBasis)] ?? 'FLAT';
}

/** The default quantity of a mounting system on a roof. */
export function quantityOnRoof(
  { priceBasis }: ProductData,
  lines: readonly Line[],
  roofId: string | null,
): Big {
  if (priceBasis === 'PER_MODULE') return moduleCount(lines, roofId);
  return priceBasis === 'PER_KWP' ? powerKwp(lines, roofId) : new Big(1);
}
