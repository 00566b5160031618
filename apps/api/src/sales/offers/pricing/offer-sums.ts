import type { VatGroup } from '@pv-planning/contract';
import type { Big } from 'big.js';
import { badRequest } from '../../../kernel/contract/api-errors.ts';
import type { Line } from '../model/line.ts';
import { isAmount, lineTotal, numberOf, rounded, sumOf, withinAmounts } from './amounts.ts';
import { type VatSettings, vatBreakdownOf } from './vat-breakdown.ts';

/** Fields of an offer that are calculated from its lines. */
export interface OfferSums {
  netPrice: number;
  vatAmount: number;
  offerPrice: number;
  purchasePrice: number;
  marginPercent: number | null;
  vatBreakdown: VatGroup[];
  systemPowerKwp: number;
  moduleCount: number;
  inverterPowerKw: number;
  batteryCapacityKwh: number;
}

/** Whether a line counts towards the sums. Inactive batteries are alternatives. */
export function counts({ active }: Pick<Line, 'active'>): boolean {
  return active !== false;
}

function sumTooLarge(): Error {
  const message = `netPrice and purchasePrice ${withinAmounts}`;
  return badRequest('amount_too_large', {
    values: { path: 'netPrice' },
    details: [{ in: 'body', path: '', code: 'amount_too_large', message }],
  });
}

/** Percentage of the net price that remains after deducting the purchase price. */
function marginOf(net: Big, purchase: Big): number | null {
  return net.gt(0) ? numberOf(rounded(net.minus(purchase).times(100).div(net), 2)) : null;
}

/**
 * Calculates the sums of an offer with these lines.
 *
 * @throws 400 `amount_too_large`
 */
export function requireSums(lines: readonly Line[], settings: VatSettings): OfferSums {
  const counted = lines.filter(counts);
  const vatBreakdown = vatBreakdownOf(counted, settings);
  const net = sumOf(vatBreakdown.map((group) => group.net));
  const vat = sumOf(vatBreakdown.map((group) => group.vat));
  const purchase = sumOf(counted.map((line) => lineTotal(line.quantity, line.purchasePrice)));
  if (!isAmount(net) || !isAmount(purchase)) throw sumTooLarge();
  const sumIn = (group: Line['lineGroup'], field: 'powerKw' | 'capacityKwh' | 'quantity') =>
    sumOf(counted.filter(({ lineGroup }) => lineGroup === group).map((line) => line[field] ?? 0));
  return {
    netPrice: numberOf(net),
    vatAmount: numberOf(vat),
    offerPrice: numberOf(net.plus(vat)),
    purchasePrice: numberOf(purchase),
    marginPercent: marginOf(net, purchase),
    vatBreakdown,
    systemPowerKwp: numberOf(rounded(sumIn('modules', 'powerKw'), 3)),
    moduleCount: numberOf(sumIn('modules', 'quantity')),
    inverterPowerKw: numberOf(rounded(sumIn('inverters', 'powerKw'), 3)),
    batteryCapacityKwh: numberOf(rounded(sumIn('batteries', 'capacityKwh'), 3)),
  };
}
