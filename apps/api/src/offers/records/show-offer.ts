import type {
  Customer,
  Offer,
  OfferListItem,
  PriceHint,
  Project,
  VatGroup,
  VatHint,
} from '@pv-planning/contract';
import { compareIds } from '../../identifiers/record-id.ts';
import type { StoredLine } from '../model/line.ts';
import { groupNames, type LineGroup, lineGroups } from '../model/line-groups.ts';
import { appliedVatRates, vatRulesOf } from '../pricing/vat-rules.ts';

/** An offer without its lines, with what its hints depend on. */
export interface OfferHeader extends OfferListItem {
  vatBreakdown: VatGroup[];
  buildingUse: Project['buildingUse'];
  customerType: Customer['type'];
}

type VatSettings = Pick<OfferListItem, 'vatMode' | 'createdAt'>;

type Shown = Record<string, unknown>;

/** Returns lines as the contract shows them. */
export function shownLines(settings: VatSettings): (line: StoredLine) => Shown {
  const rateOf = appliedVatRates(settings);
  return (line) => shown(line, rateOf(line.vatRate));
}

function shown(line: StoredLine, appliedVatRate: number): Shown {
  const { own, target, materialType, showsProduct } = lineGroups[line.lineGroup];
  return {
    id: line.id,
    ref: line.ref,
    position: line.position,
    name: line.name,
    description: line.description,
    unit: line.unit,
    quantity: line.quantity,
    price: line.price,
    totalPrice: line.totalPrice,
    vatRate: line.vatRate,
    appliedVatRate,
    purchasePrice: line.purchasePrice,
    createdAt: line.createdAt,
    updatedAt: line.updatedAt,
    ...(materialType && {
      materialId: line.materialId,
      materialType: line.materialType,
      articleNumber: line.articleNumber,
      manufacturerName: line.manufacturerName,
    }),
    ...Object.fromEntries(own.map((field) => [field, line[field]])),
    ...(target && { [target.field]: line.targetRef }),
    ...(showsProduct && { product: line.product }),
  };
}

function vatHints({
  vatMode,
  createdAt,
  vatBreakdown,
  systemPowerKwp,
  buildingUse,
  customerType,
}: OfferHeader): VatHint[] {
  const { kWpLimit } = vatRulesOf({ createdAt });
  const isFavoured = buildingUse === 'RESIDENTIAL' || buildingUse === 'PUBLIC_BENEFIT';
  const hints: (VatHint | false)[] = [
    vatMode === 'PV_ZERO' &&
      systemPowerKwp > kWpLimit &&
      !isFavoured && {
        code: 'power_above_limit',
        message: `The system has more than ${kWpLimit} kWp, and the building is not known to be residential or of public benefit.`,
      },
    vatMode === 'REVERSE_CHARGE' &&
      customerType === 'PRIVATE' && {
        code: 'reverse_charge_private',
        message: 'The customer is a private person, who does not owe VAT.',
      },
    ...negativeRates(vatBreakdown),
  ];
  return hints.filter((hint) => hint !== false);
}

/** Rates at which discounts exceed the other lines: they probably belong to lines at another rate. */
function negativeRates(vatBreakdown: readonly VatGroup[]): VatHint[] {
  if (vatBreakdown.length < 2) return [];
  return vatBreakdown
    .filter(({ net }) => net < 0)
    .map(({ vatRate }) => ({
      code: 'negative_rate',
      message: `Discounts at ${vatRate} % exceed the other lines at this rate.`,
    }));
}

function priceHints(lines: readonly StoredLine[]): PriceHint[] {
  return lines
    .filter(({ priceMissing }) => priceMissing)
    .map(({ ref, name }) => ({
      code: 'price_missing',
      ref,
      message: `${name} was added automatically and has no selling price at the site.`,
    }));
}

/** Each group by position. */
export function inOrder(lines: readonly StoredLine[]): StoredLine[] {
  return lines.toSorted((one, other) => one.position - other.position || compareIds(one.id, other.id));
}

/** The offer as the contract shows it. */
export function shownOffer(header: OfferHeader, lines: readonly StoredLine[]): Offer {
  const { vatBreakdown, buildingUse: _use, customerType: _type, ...fields } = header;
  const ordered = inOrder(lines);
  const byGroup = Map.groupBy(ordered, ({ lineGroup }) => lineGroup);
  const shownLine = shownLines(header);
  const linesIn = (group: LineGroup) => (byGroup.get(group) ?? []).map(shownLine);
  return {
    ...fields,
    vatBreakdown,
    vatHints: vatHints(header),
    priceHints: priceHints(ordered),
    ...Object.fromEntries(groupNames.map((group) => [group, linesIn(group)])),
  } as Offer;
}
