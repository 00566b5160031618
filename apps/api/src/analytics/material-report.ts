import type {
  MaterialAnalytics,
  MaterialFigures,
  MaterialGroup,
  MaterialGrouping,
  MaterialGroupSums,
  MaterialUnit,
  Query,
} from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { type RawBuilder, sql } from 'kysely';
import { places, report, requireFewGroups } from './report.ts';
import { place } from './report-sql.ts';
import type { ReportInput } from './run-report.ts';

/** The offers that count, by state, with the time at which they count. */
const kinds = {
  sold: { state: 'ACCEPTED', time: 'offer.acceptedAt' },
  published: { state: 'PUBLISHED', time: 'offer.publishedAt' },
  drafts: { state: 'DRAFT', time: 'offer.createdAt' },
} as const;

type Kind = keyof typeof kinds;
type Key = string | null;

const keyOf: Record<MaterialGrouping, RawBuilder<Key>> = {
  materialType: sql`material.material_type`,
  manufacturer: sql`material.manufacturer_id::text`,
  material: sql`material.id::text`,
};

/** The number of the period 0 is that of open offers outside the spans. */
function offersOf({ db, selects, covers, periodOf, spanOf }: ReportInput, kind: Kind) {
  const { state, time } = kinds[kind];
  const offers = db
    .selectFrom('offer')
    .where('state', '=', state)
    .where(selects('offer'))
    .select([
      'offer.id',
      sql<Kind>`${sql.lit(kind)}`.as('kind'),
      sql<number>`case when ${covers(time)} then ${periodOf(time)} else 0 end`.as('period'),
      sql<number>`case when ${covers(time)} then ${spanOf(time)} else 0 end`.as('span'),
    ]);
  return kind === 'sold' ? offers.where(covers(time)) : offers;
}

function readSums(input: ReportInput, groupBy: MaterialGrouping) {
  const { db } = input;
  const offers = offersOf(input, 'sold')
    .unionAll(offersOf(input, 'published'))
    .unionAll(offersOf(input, 'drafts'));
  const products = db
    .selectFrom('material')
    .select(['material.id', keyOf[groupBy].as('key'), sql<MaterialUnit>`unit collate "C"`.as('unit')]);
  const sums = db
    .selectFrom(offers.as('offered'))
    .innerJoin('offerLine', 'offerLine.offerId', 'offered.id')
    .innerJoin(products.as('product'), 'product.id', 'offerLine.materialId')
    .where(sql<boolean>`active is distinct from false`)
    .select([
      'kind',
      'period',
      'span',
      'key',
      sql<MaterialUnit>`min(product.unit)`.as('leastUnit'),
      sql<MaterialUnit>`max(product.unit)`.as('greatestUnit'),
      sql<number>`sum(quantity)`.as('quantity'),
      sql<number>`sum(total_price)`.as('net'),
      sql<number>`sum(power_kw) filter (where line_group = 'modules')`.as('power'),
      sql<number>`sum(capacity_kwh)`.as('capacity'),
    ])
    .groupBy(['kind', 'period', 'span', 'key']);
  return db
    .selectFrom(sums.as('sums'))
    .select([
      'kind',
      place.as('place'),
      sql<boolean>`grouping(key) = 0`.as('isGroup'),
      'key',
      sql<MaterialUnit>`min(least_unit)`.as('leastUnit'),
      sql<MaterialUnit>`max(greatest_unit)`.as('greatestUnit'),
      sql<number>`sum(quantity)`.as('quantity'),
      sql<number>`sum(net)`.as('netSum'),
      sql<number>`coalesce(round(sum(power), 3), 0)`.as('powerKwp'),
      sql<number>`coalesce(sum(capacity), 0)`.as('capacityKwh'),
    ])
    .groupBy(
      sql`grouping sets ((kind, period), (kind, period, key), (kind, span), (kind, span, key), (kind), (kind, key))`,
    )
    .execute();
}

/** Reads today's names of manufacturers or products. */
async function readNames(
  db: CompanyQueries,
  groupBy: MaterialGrouping,
  keys: readonly Key[],
): Promise<Map<Key, string>> {
  const ids = keys.filter((key) => key !== null);
  if (groupBy === 'materialType' || ids.length === 0) return new Map();
  const rows = await db
    .selectFrom(groupBy)
    .select(['id', 'name'])
    .where('id', '=', sql<string>`any(${ids}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

type Row = Awaited<ReturnType<typeof readSums>>[number];

/** The unit of a group, if all its products have the same. */
function unitOf(rows: readonly Row[]): MaterialUnit | null {
  const units = new Set(rows.flatMap(({ leastUnit, greatestUnit }) => [leastUnit, greatestUnit]));
  const [unit = null] = units;
  return units.size === 1 ? unit : null;
}

const german = new Intl.Collator('de');

/** By name, or else by type of product; products without manufacturer last. */
function inOrder(one: MaterialGroup, other: MaterialGroup): number {
  if (one.key === null || other.key === null) return Number(one.key === null) - Number(other.key === null);
  const byName = german.compare(one.name ?? '', other.name ?? '');
  return byName || (one.key < other.key ? -1 : 1);
}

const none = { quantity: 0, netSum: 0, powerKwp: 0, capacityKwh: 0 };

export async function materialReport(
  input: ReportInput<Query<'getMaterialAnalytics'>>,
): Promise<MaterialAnalytics> {
  const { db, frame } = input;
  const { groupBy = 'materialType' } = input.query;
  const rows = await readSums(input, groupBy);
  const rowsOf = Map.groupBy(
    rows.filter(({ isGroup }) => isGroup),
    ({ key }) => key,
  );
  requireFewGroups(frame, rowsOf.size);
  const names = await readNames(db, groupBy, [...rowsOf.keys()]);
  const groups = [...rowsOf]
    .map(([key, ofKey]): MaterialGroup => ({ key, name: names.get(key) ?? null, unit: unitOf(ofKey) }))
    .sort(inOrder);
  const placeOf = (kind: Kind, place: number, key?: Key) => `${kind} ${place} ${JSON.stringify(key)}`;
  const found = new Map(
    rows.map((row) => [placeOf(row.kind, row.place, row.isGroup ? row.key : undefined), row]),
  );
  const sumsAt = (kind: Kind, place: number) => {
    const { netSum, powerKwp, capacityKwh } = found.get(placeOf(kind, place)) ?? none;
    return { netSum, powerKwp, capacityKwh };
  };
  const groupSumsAt = (kind: Kind, place: number, { key, unit }: MaterialGroup): MaterialGroupSums => {
    const { quantity, netSum, powerKwp, capacityKwh } = found.get(placeOf(kind, place, key)) ?? none;
    return { quantity: unit === null ? null : quantity, netSum, powerKwp, capacityKwh };
  };
  const figuresAt = (place: number): MaterialFigures => ({
    sold: sumsAt('sold', place),
    published: sumsAt('published', place),
    drafts: sumsAt('drafts', place),
    groups: groups.map((group) => ({
      ...group,
      sold: groupSumsAt('sold', place, group),
      published: groupSumsAt('published', place, group),
      drafts: groupSumsAt('drafts', place, group),
    })),
  });
  const { sold: _, groups: openGroups, ...openSums } = figuresAt(places.always);
  const open = { ...openSums, groups: openGroups.map(({ sold: __, ...group }) => group) };
  return report(frame, figuresAt, { groupBy, open });
}
