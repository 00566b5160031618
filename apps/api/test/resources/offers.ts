import type { Offer } from '@pv-planning/contract';
import type { Tables } from '@pv-planning/database';
import type { Kysely } from 'kysely';
import { expect } from 'vitest';
import { groupNames, type LineGroup } from '../../src/sales/offers/model/line-groups.ts';
import { bodySchemaOf, namedExample, type Schema } from '../support/contract-document.ts';
import { keepStoredTerms } from '../support/kept-terms.ts';
import { segmentOf } from '../support/line-requests.ts';
import type { Resource } from '../support/resource.ts';

type Line = Record<string, unknown> & { id: string; offerId: string };

const house = namedExample<Offer>('OfferHouse');

/** The examples show the bakery's offers after publication or decision; the stored records show them before it. */
const before = {
  OfferPublished: { state: 'DRAFT', validTo: null, publishedAt: null },
  OfferAccepted: { state: 'PUBLISHED', acceptedAt: null, acceptedBy: null, decision: null },
  OfferDeclined: { state: 'PUBLISHED', declinedAt: null, declineReason: null, decision: null },
} as const satisfies Record<string, Partial<Offer>>;

/** Stored fields of offers that the examples show after a change, by id. */
export const beforeChange: ReadonlyMap<string, Partial<Offer>> = new Map(
  Object.entries(before).map(([name, fields]) => [namedExample<Offer>(name).id, fields]),
);

function exampleRecords(): Offer[] {
  const changed = Object.entries(before).map(([name, fields]) => ({
    ...namedExample<Offer>(name),
    ...fields,
  }));
  return [house, ...changed];
}

/** Returns the measures of a line that are stored to calculate sums. */
function measures(group: string, { product, quantity, moduleCount }: Line) {
  const { power, acPower, moduleCapacity, usableCapacity } = (product ?? {}) as Record<string, number>;
  if (group === 'modules') return { powerKw: (Number(quantity) * Number(power)) / 1000 };
  if (group === 'inverters') return { powerKw: Number(acPower) / 1000 };
  if (group !== 'batteries') return {};
  const each = moduleCount === null ? Number(usableCapacity) : Number(moduleCount) * Number(moduleCapacity);
  return { capacityKwh: Math.round(Number(quantity) * each * 1000) / 1000 };
}

/** The quantity rules of the products in the lines of solar cable and equipment. */
const rules: { readonly [Group in LineGroup]?: object } = {
  miscMaterials: { quantityRule: 'PER_STRING', defaultQuantity: 30 },
  equipment: { quantityRule: 'PER_UNIT', defaultQuantity: 1 },
};

/** The ids of records that tests add to the examples start here. */
const firstCopy = 500_000;

async function storeLine(kysely: Kysely<Tables>, companyId: string, lineGroup: LineGroup, line: Line) {
  const { appliedVatRate: _applied, inverterRef, forRef, product, strings, ...fields } = line;
  const isMisc = lineGroup === 'miscMaterials';
  const stored = {
    ...fields,
    companyId,
    lineGroup,
    ref: Number(line.id) < firstCopy ? fields.ref : `copy-${line.id}`,
    targetRef: inverterRef ?? forRef ?? null,
    product: rules[lineGroup] ?? product ?? null,
    strings: strings === undefined ? null : JSON.stringify(strings),
    ...measures(lineGroup, line),
    ...(isMisc && { priceMissing: false }),
  };
  await kysely
    .insertInto('offerLine')
    .values(stored as never)
    .execute();
}

/** Returns the lines to store with the offer. Those of the house are separate resources. */
function linesOf(offer: Offer): (readonly [LineGroup, Line])[] {
  if (offer.number === house.number) return [];
  return groupNames.flatMap((group) =>
    offer[group].map(
      (line) => [group, { ...line, offerId: offer.id }] as unknown as readonly [LineGroup, Line],
    ),
  );
}

async function store(kysely: Kysely<Tables>, companyId: string, offer: Offer): Promise<void> {
  const {
    vatBreakdown,
    offerHints: _hints,
    vatHints: _vat,
    priceHints: _price,
    lineHints: _line,
    ...others
  } = offer;
  const { decision: _decision, ...rest } = others;
  const header = Object.entries(rest).filter(([field]) => !groupNames.some((group) => group === field));
  await kysely
    .insertInto('offer')
    .values({ companyId, ...Object.fromEntries(header), vatBreakdown: JSON.stringify(vatBreakdown) } as never)
    .execute();
  for (const [group, line] of linesOf(offer)) await storeLine(kysely, companyId, group, line);
  if (offer.state !== 'DRAFT') await keepStoredTerms(kysely, companyId, offer.id, 'Falsch geschrieben');
}

/** Fields of a line on which other fields depend. They keep the values of the example, which are consistent. */
const keptFields = ['ref', 'materialId', 'serviceId', 'roofId', 'inverterRef', 'forRef', 'strings'];

/** Returns a value that is neither null nor the value of the example, which may be the default. */
function otherValue(field: string, { enum: allowed, type }: Schema, value: unknown): unknown {
  if (allowed) return allowed.find((other) => other !== value && other !== null);
  if (typeof value === 'boolean') return !value;
  return [type].flat().includes('string') ? `Other ${field}` : Math.round(Number(value)) + 1;
}

const isNullable = ({ type }: Schema) => [type].flat().includes('null');

/** Returns the lines of a new offer, once with every possible field and once with null in every nullable field. */
function newLines(group: LineGroup): readonly object[][] {
  const { properties = {} } = bodySchemaOf('createOffer')?.properties?.[group]?.items ?? {};
  const fields = Object.entries(properties);
  const withAll = house[group].map((line) =>
    fields.map(([field, schema]) => {
      const value: unknown = Reflect.get(line, field);
      const isKept = keptFields.includes(field) || (group === 'inverters' && field === 'quantity');
      return [field, isKept ? value : otherValue(field, schema, value)];
    }),
  );
  const lines = withAll.map((line) => Object.fromEntries(line) as object);
  const nulls = Object.fromEntries(
    fields.flatMap(([field, schema]) => (isNullable(schema) ? [[field, null]] : [])),
  );
  return [lines, lines.map((line) => ({ ...line, ...nulls }))];
}

/** Null makes a quantity automatic. */
const shownQuantity = (sent: number | null) => sent ?? expect.any(Number);

const containingEach = (lines: readonly { quantity?: number | null }[]) =>
  lines.map(({ quantity = null, ...line }) =>
    expect.objectContaining({ ...line, quantity: shownQuantity(quantity) }),
  );

const sums = [
  'netPrice',
  'vatAmount',
  'offerPrice',
  'purchasePrice',
  'marginPercent',
  'vatBreakdown',
  'offerHints',
  'vatHints',
  'priceHints',
  'lineHints',
];

const offers: Resource = {
  path: '/v1/offers',
  exampleRecords,
  store,
  referencedBy: ['offerId'],
  unique: [{ name: 'externalId' }],
  generatedNumbers: { number: (count) => `AN-2026-${count}` },
  text: 'introText',
  raisesEvents: true,
  calculated: [...sums, ...groupNames],
  testedElsewhere: groupNames,
  requestOnly: ['includeAutoAdded', 'keepPrices', 'withoutArchived'],
  values: {
    projectId: [house.projectId],
    includeAutoAdded: [false],
    ...Object.fromEntries(groupNames.map((group) => [group, newLines(group)])),
  },
  answers: {
    ...Object.fromEntries(groupNames.map((group) => [group, containingEach])),
    isIndicationPrice: (sent: boolean | null) => sent ?? false,
  },
};

const twoEvents: Resource[] = ['publish', 'accept'].map((action) => ({
  path: `/v1/offers/{id}/${action}`,
  raisesEvents: true,
  events: 2,
}));

const recipient: Resource = { path: '/v1/offers/{id}/recipient', raisesEvents: true };

/** A link is no record. */
const link: Resource = { path: '/v1/offers/{id}/link' };

const planning: Resource[] = [
  { path: '/v1/offers/{id}/plan-strings', text: 'apply' },
  { path: '/v1/string-plans', text: 'designTempMin' },
];

/** An inverter is always one. */
const quantitiesOf = (group: LineGroup) => (group === 'inverters' ? [1] : [2, 3]);

/** Changes to single lines raise no events. */
const lines = groupNames.map(
  (group): Resource => ({
    path: `/v1/offers/{id}/${segmentOf(group)}`,
    alike: 'lines of offers',
    exampleRecords: () => house[group].map((line) => ({ ...line, offerId: house.id })),
    store: (kysely, companyId, line: Line) => storeLine(kysely, companyId, group, line),
    text: 'description',
    calculated: ['totalPrice', 'appliedVatRate', 'quantityIsAutomatic'],
    consistentValues: {
      ...('materialId' in (house[group][0] ?? {}) && {
        materialId: Reflect.get(house[group][0] ?? {}, 'materialId'),
      }),
      ...(group === 'batteries' && { inverterRef: null }),
      ...(group === 'emergencyPower' && { inverterRef: 'inverter-1' }),
      ...(group === 'equipment' && { forRef: null }),
      price: 10,
      purchasePrice: 5.5,
      quantity: quantitiesOf(group)[0],
    },
    values: {
      price: [10, 20.25],
      purchasePrice: [5.5, 0],
      quantity: quantitiesOf(group),
      moduleCount: [4, 6],
      inverterRef: ['inverter-1'],
      forRef: ['modules-1', 'inverter-1'],
      strings: [[{ label: 'A', mppTracker: 1, moduleRef: 'modules-1', moduleCount: 9 }], []],
      position: [1, 7],
    },
    answers: { quantity: shownQuantity },
  }),
);

export default [offers, ...twoEvents, recipient, link, ...planning, ...lines];
