import type { Offer, OfferListItem } from '@pv-planning/contract';
import type { Tables } from '@pv-planning/database';
import type { Kysely } from 'kysely';
import { groupNames } from '../../src/offers/line-groups.ts';
import { namedExample } from '../support/contract-document.ts';
import type { Resource } from '../support/resource.ts';

/** The examples show the offers of the bakery decided; the story begins before that. */
function story(): Offer[] {
  const listed = new Map(
    namedExample<{ data: OfferListItem[] }>('OfferPage').data.map((item) => [item.id, item]),
  );
  return ['OfferHouse', 'OfferPublished', 'OfferAccepted', 'OfferDeclined'].map((name) => {
    const offer = namedExample<Offer>(name);
    return { ...offer, ...listed.get(offer.id) };
  });
}

type Line = Record<string, unknown> & {
  product?: object;
  strings?: object;
  inverterRef?: string;
  forRef?: string;
};

/** Watts and kilowatt-hours of a line, as they are stored for sums. */
function measures(group: string, { product, quantity, moduleCount }: Line) {
  const { power, acPower, moduleCapacity, usableCapacity } = (product ?? {}) as Record<string, number>;
  const count = Number(quantity);
  if (group === 'modules') return { powerKw: (count * Number(power)) / 1000 };
  if (group === 'inverters') return { powerKw: Number(acPower) / 1000 };
  if (group !== 'batteries') return {};
  const each = moduleCount === null ? Number(usableCapacity) : Number(moduleCount) * Number(moduleCapacity);
  return { capacityKwh: Math.round(count * each * 1000) / 1000 };
}

const rule = { quantityRule: 'PER_STRING', defaultQuantity: 30 };

async function store(kysely: Kysely<Tables>, companyId: string, offer: Offer): Promise<void> {
  const { vatBreakdown, vatHints: _vat, priceHints: _price, ...rest } = offer;
  const lines = groupNames.flatMap((group) =>
    (rest[group] as unknown as Line[]).map((line) => [group, line] as const),
  );
  const header = Object.fromEntries(
    Object.entries(rest).filter(([field]) => !groupNames.includes(field as never)),
  );
  await kysely
    .insertInto('offer')
    .values({ companyId, ...header, vatBreakdown: JSON.stringify(vatBreakdown) } as never)
    .execute();
  for (const [lineGroup, line] of lines) {
    const { appliedVatRate: _applied, inverterRef, forRef, product, strings, ...fields } = line;
    const stored = {
      ...fields,
      companyId,
      offerId: offer.id,
      lineGroup,
      targetRef: inverterRef ?? forRef ?? null,
      product: lineGroup === 'miscMaterials' ? rule : (product ?? null),
      strings: strings ? JSON.stringify(strings) : null,
      ...measures(lineGroup, line),
      ...(lineGroup === 'miscMaterials' && { followsRule: true, priceMissing: false }),
    };
    await kysely
      .insertInto('offerLine')
      .values(stored as never)
      .execute();
  }
}

const offers: Resource = {
  path: '/v1/offers',
  story,
  store,
  unique: [{ name: 'externalId' }],
  text: 'introText',
  telling: true,
};

/** Single lines raise nothing. */
const lines: Resource[] = ['services', 'additional-costs', 'batteries', 'wallboxes', 'misc-materials'].map(
  (group) => ({ path: `/v1/offers/{id}/${group}`, text: 'description' }),
);

export default [offers, ...lines];
