import type { Offer, VatGroup, VatRate } from '@pv-planning/contract';
import type { Big } from 'big.js';
import type { Line } from '../model/line.ts';
import { numberOf, rounded, sumOf } from './amounts.ts';
import { appliedVatRates, vatRulesOf } from './vat-rules.ts';

export type VatSettings = Pick<Offer, 'vatMode' | 'createdAt'>;

interface NetOfRate {
  vatRate: VatRate;
  net: Big;
}

const isRated = (line: Line): line is Line & { vatRate: VatRate } => line.vatRate !== null;

function netsByRate(lines: readonly { vatRate: VatRate; totalPrice: Big | number }[]): NetOfRate[] {
  return [...Map.groupBy(lines, ({ vatRate }) => vatRate)].map(([vatRate, ofRate]) => ({
    vatRate,
    net: sumOf(ofRate.map(({ totalPrice }) => totalPrice)),
  }));
}

/**
 * Apportions an amount over the rates with a positive net sum, in proportion to these sums. Each share is rounded to the cent; the
 * largest one, among equal sums that of the higher rate, takes the rest. Without such a rate, the amount has the standard rate.
 */
function apportioned(amount: Big, nets: readonly NetOfRate[], standardRate: VatRate): NetOfRate[] {
  const [largest, ...others] = nets
    .filter(({ net }) => net.gt(0))
    .sort((one, other) => other.net.cmp(one.net) || other.vatRate - one.vatRate);
  if (!largest) return [{ vatRate: standardRate, net: amount }];
  const whole = sumOf([largest, ...others].map(({ net }) => net));
  const shares = others.map(({ vatRate, net }) => ({
    vatRate,
    net: rounded(amount.times(net).div(whole), 2),
  }));
  return [...shares, { vatRate: largest.vatRate, net: amount.minus(sumOf(shares.map(({ net }) => net))) }];
}

/**
 * Returns the net sum and the VAT of each rate. The lines without a rate are summed and apportioned once, so that the result does not
 * depend on their order. VAT is rounded once for each rate.
 */
export function vatBreakdownOf(lines: readonly Line[], settings: VatSettings): VatGroup[] {
  const nets = netsByRate(lines.filter(isRated));
  const unrated = lines.filter((line) => !isRated(line));
  if (unrated.length > 0) {
    const amount = sumOf(unrated.map(({ totalPrice }) => totalPrice));
    nets.push(...apportioned(amount, nets, vatRulesOf(settings).standardRate));
  }
  const rateOf = appliedVatRates(settings);
  const applied = nets.map(({ vatRate, net }) => ({ vatRate: rateOf(vatRate), totalPrice: net }));
  return netsByRate(applied)
    .sort((one, other) => one.vatRate - other.vatRate)
    .map(({ vatRate, net }) => ({
      vatRate,
      net: numberOf(net),
      vat: numberOf(rounded(net.times(vatRate).div(100), 2)),
    }));
}
