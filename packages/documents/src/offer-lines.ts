import type { OfferPage } from '@pv-planning/contract/pages';
import { joined } from './address.ts';
import { isConsumer } from './consumers.ts';
import { germanAmount, germanNumber, germanUnitPrice, linesOf } from './german.ts';
import { groupNames, singularUnitNames, unitNames } from './line-names.ts';

type Terms = Pick<OfferPage, 'groups' | 'vatMode' | 'vatBreakdown'> & {
  customer: Pick<OfferPage['customer'], 'type'>;
};
type Group = Terms['groups'][number];
type Line = Group['lines'][number];

function quantity({ quantity: count, unit }: Line): string {
  if (unit === 'FLAT' && count === 1) return unitNames.FLAT;
  return `${germanNumber(count)} ${(count === 1 && singularUnitNames[unit]) || unitNames[unit]}`;
}

export const hasWarranty = ({ warrantyYears, performanceWarrantyYears }: Line) =>
  warrantyYears !== null || performanceWarrantyYears !== null;

/** The warranty with the guarantor: otherwise it would be the company's own (§ 443 BGB). */
function warranty(line: Line): string {
  const { warrantyYears, performanceWarrantyYears, manufacturerName } = line;
  if (!hasWarranty(line)) return '';
  const years = [
    warrantyYears === null ? null : `${warrantyYears} Jahre Produktgarantie`,
    performanceWarrantyYears === null ? null : `${performanceWarrantyYears} Jahre Leistungsgarantie`,
  ];
  const giver = manufacturerName === null ? '' : ` (${manufacturerName})`;
  return `${joined(years, ' und ')} des Herstellers${giver}`;
}

function details(line: Line): string[] {
  const { manufacturerName, roofName, moduleCount, capacityKwh, description } = line;
  const battery = joined(
    [
      moduleCount === null ? null : `${moduleCount} Batteriemodule`,
      capacityKwh === null ? null : `${germanNumber(capacityKwh)} kWh nutzbar`,
    ],
    ', ',
  );
  const facts = [manufacturerName, roofName && `Dach: ${roofName}`, battery, warranty(line)];
  return [...facts, ...linesOf(description)].filter((text) => text !== null && text !== '') as string[];
}

const totalOf = (lines: readonly Line[], field: 'totalPrice' | 'grossTotalPrice') =>
  lines.reduce((sum, line) => sum + Math.round(line[field] * 100), 0) / 100;

/** Amounts for comparison: for consumers including VAT (§ 3 PAngV), with the net amount below if it differs. */
function prices(terms: Terms, net: number, gross: number, printed: (amount: number) => string): string[] {
  if (!isConsumer(terms.customer.type)) return [printed(net)];
  return [printed(gross), ...(net === gross ? [] : [`netto ${printed(net)}`])];
}

/** The unit price including VAT; for several pieces with fractions of cents, so that it multiplies exactly. */
function grossUnitPrice({ price, grossPrice, quantity: count, vatRate }: Line): number {
  return count === 1 || vatRate === null ? grossPrice : Math.round(price * (100 + vatRate) * 1000) / 100_000;
}

/** Whether the rate of 0 % for PV systems applies to a part of the price (§ 12 (3) UStG). */
export const hasZeroRate = ({ vatMode, vatBreakdown }: Pick<Terms, 'vatMode' | 'vatBreakdown'>) =>
  vatMode === 'PV_ZERO' && vatBreakdown.some(({ vatRate }) => vatRate === 0);

/** Only amounts at several rates are apportioned: with one rate, all lines have it. */
export function isApportioned({ vatBreakdown }: Terms, { vatRate }: Line): boolean {
  return vatRate === null && vatBreakdown.length > 1;
}

/** `0 % und 19 %`. */
export const ratesOf = ({ vatBreakdown }: Terms) =>
  vatBreakdown.map(({ vatRate }) => `${germanNumber(vatRate)} %`).join(' und ');

/** Split into lines that keep the column narrow. */
function printedRate(terms: Terms, line: Line): string[] {
  if (terms.vatMode === 'REVERSE_CHARGE') return ['§ 13b'];
  if (isApportioned(terms, line)) return [...ratesOf(terms).split(/(?<=und) /), 'anteilig'];
  return [`${germanNumber(line.vatRate ?? terms.vatBreakdown[0]?.vatRate ?? 0)} %`];
}

const signed = (amount: number) => `${amount < 0 ? '' : '+'}${germanAmount(amount)}`;

/** The line that an alternative replaces, and the difference in price. */
function replacement(
  terms: Terms,
  { lines }: Group,
  option: Line,
): { names: string; prices: string[] } | null {
  const replaced = lines.filter(({ active }) => active);
  if (option.active || replaced.length === 0) return null;
  const net = option.totalPrice - totalOf(replaced, 'totalPrice');
  const gross = option.grossTotalPrice - totalOf(replaced, 'grossTotalPrice');
  return { names: replaced.map(({ name }) => name).join(', '), prices: prices(terms, net, gross, signed) };
}

function difference(terms: Terms, group: Group, option: Line): string[] {
  const replaced = replacement(terms, group, option);
  if (!replaced) return [];
  const [first, net] = replaced.prices;
  return [`statt ${replaced.names}: ${joined([first, net && `(${net})`])}`];
}

/** The alternatives for the customer to tick above the signature. */
export function alternatives(terms: Terms): string[] {
  return terms.groups.flatMap((group) =>
    group.lines.flatMap((option) => {
      const replaced = replacement(terms, group, option);
      return replaced ? [`statt ${replaced.names}: ${option.name}, ${replaced.prices[0]}`] : [];
    }),
  );
}

/** The groups with the lines for which `isShown` is true, numbered from `1.1` on, or after the groups before them. */
export function shownGroups(terms: Terms, isShown: (line: Line) => boolean, groupsBefore = 0) {
  const order = Object.keys(groupNames);
  const shown = terms.groups
    .map((group) => ({ ...group, shown: group.lines.filter(isShown) }))
    .filter((group) => group.shown.length > 0)
    .sort((one, other) => order.indexOf(one.group) - order.indexOf(other.group));
  return shown.map((group, groupIndex) => ({
    name: groupNames[group.group],
    total: prices(
      terms,
      totalOf(group.shown, 'totalPrice'),
      totalOf(group.shown, 'grossTotalPrice'),
      germanAmount,
    ),
    lines: group.shown.map((line, index) => ({
      position: `${groupsBefore + groupIndex + 1}.${index + 1}`,
      name: line.name,
      details: [...details(line), ...difference(terms, group, line)],
      quantity: quantity(line),
      price: prices(terms, line.price, grossUnitPrice(line), germanUnitPrice),
      vatRate: printedRate(terms, line),
      total: prices(terms, line.totalPrice, line.grossTotalPrice, germanAmount),
    })),
  }));
}

/** Maximum number of lines of a group named on the first page. */
const maxNamed = 3;

/** The included groups, one per row: name and lines. */
export function includedGroups({ groups }: Terms): [string, string][] {
  const order = Object.keys(groupNames);
  return groups
    .filter(({ group }) => group !== 'additionalCosts')
    .map(({ group, lines }) => ({ group, lines: lines.filter(({ active }) => active) }))
    .filter(({ lines }) => lines.length > 0)
    .sort((one, other) => order.indexOf(one.group) - order.indexOf(other.group))
    .map(({ group, lines }) => {
      const named = lines.slice(0, maxNamed).map((line) => {
        const isOne = line.quantity === 1 || line.unit === 'FLAT';
        return isOne ? line.name : `${quantity(line).replace(/ (Stk\.|Module)$/, ' ×')} ${line.name}`;
      });
      const others = lines.length - named.length;
      return [groupNames[group], [...named, ...(others > 0 ? [`${others} weitere`] : [])].join(', ')];
    });
}
