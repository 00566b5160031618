import type { OfferPage } from '@pv-planning/contract/pages';

type Group = OfferPage['groups'][number];
type Line = Group['lines'][number];
type VatBreakdown = OfferPage['vatBreakdown'];

/** A group whose lines have no prices with VAT yet. */
export interface NetGroup {
  group: Group['group'];
  lines: readonly Omit<Line, 'grossPrice' | 'grossTotalPrice'>[];
}

/** Rounds half away from zero. A product of decimals can be just below its exact value. */
const inCents = (amount: number) =>
  (Math.sign(amount) * Math.round(Math.abs(amount) * 100 + 1e-6)) / 100 || 0;

/** Returns the rate of lines without a rate of their own, whose amounts are apportioned over the rates of the others. */
function apportionedRate(groups: readonly NetGroup[], vatBreakdown: VatBreakdown): number {
  const rated = groups.flatMap(({ lines }) =>
    lines.filter(({ active, vatRate }) => active && vatRate !== null),
  );
  const nets = [...Map.groupBy(rated, ({ vatRate }) => vatRate ?? 0)].map(([rate, lines]) => ({
    rate,
    net: lines.reduce((sum, { totalPrice }) => sum + totalPrice, 0),
  }));
  const positive = nets.filter(({ net }) => net > 0);
  const whole = positive.reduce((sum, { net }) => sum + net, 0);
  if (whole === 0) return vatBreakdown[0]?.vatRate ?? 0;
  return positive.reduce((sum, { rate, net }) => sum + rate * net, 0) / whole;
}

/** Adds the prices with VAT, which private customers must see (§ 3 PAngV). */
export function withGrossPrices(groups: readonly NetGroup[], vatBreakdown: VatBreakdown): Group[] {
  const ofOthers = apportionedRate(groups, vatBreakdown);
  const withGross = (line: NetGroup['lines'][number]): Line => {
    const factor = 1 + (line.vatRate ?? ofOthers) / 100;
    const grossPrice = inCents(line.price * factor);
    return { ...line, grossPrice, grossTotalPrice: inCents(line.totalPrice * factor) };
  };
  return groups.map(({ group, lines }) => ({ group, lines: lines.map(withGross) }));
}
