import type { OfferPage } from '@pv-planning/contract/pages';
import { isConsumer } from '@pv-planning/documents/consumers';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../shared/components/icon.tsx';
import type { Formats } from '../shared/texts/formats.ts';
import { useFormats, useTexts } from '../shared/texts/reader.ts';
import { type OfferTexts, offerTexts } from './texts/offer-texts.ts';

type Group = OfferPage['groups'][number];
type Line = Group['lines'][number];

/** In the order of the letter. */
const order = [
  'modules',
  'inverters',
  'batteries',
  'wallboxes',
  'subconstructions',
  'equipment',
  'emergencyPower',
  'miscMaterials',
  'services',
  'additionalCosts',
] as const satisfies readonly Group['group'][];

interface ShownGroup {
  key: string;
  title: string;
  lines: readonly Line[];
  isAlternative: boolean;
}

/** Returns the groups with what the price includes, and after each its alternatives. */
function shownGroups(groups: readonly Group[], texts: OfferTexts): ShownGroup[] {
  return order.flatMap((name) => {
    const lines = groups.find(({ group }) => group === name)?.lines ?? [];
    const [included, alternatives] = [true, false].map((active) =>
      lines.filter((line) => line.active === active),
    ) as [Line[], Line[]];
    const isDiscount = name === 'additionalCosts' && included.every(({ totalPrice }) => totalPrice < 0);
    const title = isDiscount ? texts.discount : texts.groups[name];
    return [
      { key: name, title, lines: included, isAlternative: false },
      {
        key: `${name}-alternatives`,
        title: `${texts.groups[name]}: ${texts.alternatives}`,
        lines: alternatives,
        isAlternative: true,
      },
    ].filter(({ lines }) => lines.length > 0);
  });
}

const sumOf = (lines: readonly Line[], field: 'totalPrice' | 'grossTotalPrice') =>
  lines.reduce((sum, line) => sum + Math.round(line[field] * 100), 0) / 100;

function quantity({ quantity: count, unit }: Line, texts: OfferTexts, { number }: Formats): string {
  if (unit === 'FLAT' && count === 1) return texts.units.FLAT;
  const name = (count === 1 && texts.one[unit]) || texts.units[unit];
  return `${number(count)}\u00A0${name}`;
}

function details(line: Line, texts: OfferTexts, formats: Formats): string {
  const { manufacturerName, roofName, moduleCount, capacityKwh, warrantyYears, performanceWarrantyYears } =
    line;
  const isOne = line.quantity === 1;
  const parts = [
    manufacturerName,
    roofName && texts.roofOfLine(roofName),
    moduleCount && texts.batteryModules(moduleCount),
    capacityKwh && texts.usable(formats.measure(capacityKwh, 'kWh')),
    warrantyYears && texts.warranty(warrantyYears),
    performanceWarrantyYears && texts.performanceWarranty(performanceWarrantyYears),
    `${quantity(line, texts, formats)}${isOne ? '' : ` ${texts.each(formats.unitEuros(line.price))}`}`,
  ];
  return parts.filter(Boolean).join(' · ');
}

/** An amount, and below it the one with VAT, if the customer must see it and it differs (§ 3 PAngV). */
function Amount({ net, gross, showsGross }: { net: number; gross: number; showsGross: boolean }) {
  const texts = useTexts(offerTexts);
  const { euros } = useFormats();
  return (
    <>
      {euros(net)}
      {showsGross && gross !== net && (
        <>
          <br />
          <span class="soft small">{texts.withTax(euros(gross))}</span>
        </>
      )}
    </>
  );
}

/** What a group contains, in few words: the names of its first lines. */
function summaryOf(lines: readonly Line[], { number }: Formats): string {
  const names = new Map<string, number>();
  for (const { name, quantity: count, unit } of lines)
    names.set(name, (names.get(name) ?? 0) + (unit === 'PIECE' || unit === 'MODULE' ? count : 0));
  const shown = [...names]
    .slice(0, 3)
    .map(([name, count]) => (count > 1 ? `${number(count)} × ${name}` : name));
  return `${shown.join(', ')}${names.size > shown.length ? ' …' : ''}`;
}

function IncludedGroup({
  group,
  isOpen,
  showsGross,
}: {
  group: ShownGroup;
  isOpen: boolean;
  showsGross: boolean;
}) {
  const texts = useTexts(offerTexts);
  const formats = useFormats();
  const { title, lines } = group;
  return (
    <details class="group" open={isOpen}>
      <summary>
        <b>{title}</b>
        <span class="num amount">
          <Amount
            net={sumOf(lines, 'totalPrice')}
            gross={sumOf(lines, 'grossTotalPrice')}
            showsGross={showsGross}
          />
        </span>
        <Icon name="down" class="chev" />
        <span class="soft small">{summaryOf(lines, formats)}</span>
      </summary>
      <table class="lines">
        <thead class="sr">
          <tr>
            <th scope="col">{texts.nameAndQuantity}</th>
            <th scope="col">{texts.net}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <tr key={index}>
              <td>
                {line.name}
                <br />
                <span class="soft">{details(line, texts, formats)}</span>
                {line.description !== null && <p class="soft pre">{line.description}</p>}
              </td>
              <td>
                <Amount net={line.totalPrice} gross={line.grossTotalPrice} showsGross={showsGross} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** All groups are open on paper. */
function useOpenOnPaper() {
  const groups = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let closed: HTMLDetailsElement[] = [];
    const open = () => {
      closed = [...(groups.current?.querySelectorAll<HTMLDetailsElement>('details:not([open])') ?? [])];
      for (const one of closed) one.open = true;
    };
    const close = () => {
      for (const one of closed) one.open = false;
    };
    addEventListener('beforeprint', open);
    addEventListener('afterprint', close);
    return () => {
      removeEventListener('beforeprint', open);
      removeEventListener('afterprint', close);
    };
  }, []);
  return groups;
}

function Sums({ offer }: { offer: OfferPage }) {
  const texts = useTexts(offerTexts);
  const { euros, percent } = useFormats();
  const { netPrice, vatBreakdown, offerPrice, vatMode } = offer;
  const isReverse = vatMode === 'REVERSE_CHARGE';
  return (
    <dl class="rows money num">
      {!isReverse && (
        <>
          <div>
            <dt>{texts.netSum}</dt>
            <dd>{euros(netPrice)}</dd>
          </div>
          {vatBreakdown.map(({ vatRate, net, vat }) => (
            <div key={vatRate}>
              <dt>{texts.vatOf(percent(vatRate), euros(net))}</dt>
              <dd>{euros(vat)}</dd>
            </div>
          ))}
        </>
      )}
      <div class="sum">
        <dt>{isReverse ? texts.totalNet : texts.total}</dt>
        <dd>{euros(offerPrice)}</dd>
      </div>
    </dl>
  );
}

/** What the price includes, by group, and how it comes about. */
export function Included({ offer }: { offer: OfferPage }) {
  const texts = useTexts(offerTexts);
  const groups = useOpenOnPaper();
  const { vatMode, vatBreakdown, introText, customer } = offer;
  const lines = offer.groups.flatMap((group) => group.lines);
  const showsGross = isConsumer(customer.type) && vatMode !== 'REVERSE_CHARGE';
  const hasTax = vatBreakdown.some(({ vat }) => vat !== 0);
  const isZeroRated = vatMode === 'PV_ZERO' && vatBreakdown.some(({ vatRate }) => vatRate === 0);
  const isApportioned = vatBreakdown.length > 1 && lines.some(({ vatRate }) => vatRate === null);
  return (
    <section class="part stack" aria-labelledby="included">
      <h2 id="included">{texts.included}</h2>
      {introText !== null && <p class="pre">{introText}</p>}
      <p class="small soft">
        {hasTax && showsGross ? texts.netPrices : hasTax ? texts.netPricesOnly : ''}{' '}
        {isZeroRated && texts.pricesAsPaid}
      </p>
      <div ref={groups}>
        {shownGroups(offer.groups, texts).map((group, index) => (
          <IncludedGroup key={group.key} group={group} isOpen={index === 0} showsGross={showsGross} />
        ))}
        <Sums offer={offer} />
      </div>
      {isZeroRated && <p class="small soft">{texts.zeroRate}</p>}
      {isApportioned && <p class="small soft">{texts.apportioned}</p>}
      {offer.closingText !== null && <p class="pre">{offer.closingText}</p>}
    </section>
  );
}
