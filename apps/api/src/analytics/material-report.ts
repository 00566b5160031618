import { setImmediate as nextTick } from 'node:timers/promises';
import type {
  MaterialAnalytics,
  MaterialFigures,
  MaterialGroup,
  MaterialGrouping,
  MaterialGroupSums,
  MaterialSums,
  MaterialType,
  Query,
} from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { computedList } from '@pv-planning/server-kit';
import { type RawBuilder, sql } from 'kysely';
import { byNameAndKey, type Key } from './group-order.ts';
import {
  type BySpan,
  buckets,
  bucketsOf,
  maxRows,
  ofSpans,
  type ReportSpan,
  report,
  requireFewGroups,
} from './report.ts';
import { notWithdrawn, type SpanSql } from './report-sql.ts';
import { mapSpans, type ReportInput, readSpans } from './run-report.ts';

/**
 * The kinds of offers in the report, with the column whose time assigns an offer to a period. Sold offers are selected by that
 * time, open offers by their state.
 */
const kinds = {
  sold: { number: 1, state: undefined, time: 'offer.acceptedAt' },
  published: { number: 2, state: 'PUBLISHED', time: 'offer.publishedAt' },
  drafts: { number: 3, state: 'DRAFT', time: 'offer.createdAt' },
} as const;

type Kind = keyof typeof kinds;
const kindNames = Object.keys(kinds) as Kind[];

/**
 * Kind and period are combined into one number, `kindPeriod`, because grouping a million lines by one number is much faster than
 * by two columns.
 */
const kindFactor = 10_000;

/**
 * A published offer is open until the end of `validTo`. Open offers are read whatever their date, those outside the date range as
 * period 0; for an earlier date range, only those in it.
 */
function offersOf({ db, selects }: ReportInput, { covers, periodOf, isPrevious }: SpanSql, kind: Kind) {
  const { number, state, time } = kinds[kind];
  const period = sql<number>`case when ${covers(time)} then ${periodOf(time)} else 0 end`;
  let offers = db
    .selectFrom('offer')
    .where(selects('offer'))
    .select(['offer.id', sql<number>`${sql.lit(number * kindFactor)} + ${period}`.as('kindPeriod')]);
  if (state === undefined || isPrevious) offers = offers.where(covers(time));
  if (kind === 'sold') offers = offers.where(notWithdrawn);
  if (state !== undefined) offers = offers.where('state', '=', state);
  if (state === 'PUBLISHED') offers = offers.where(sql<boolean>`(valid_to is null or valid_to >= ${today})`);
  return offers;
}

const today = sql`(now() at time zone 'Europe/Berlin')::date`;

/**
 * Integers in thousandths, cents, mW and Wh, because double precision adds integers up to 2^53 exactly; and the units of the
 * quantities as bits.
 */
const sumNames = ['quantity', 'net', 'power', 'capacity', 'units'] as const;
type SumName = (typeof sumNames)[number];

/** In the order of the bits in `offer_line.unit_bit`. */
const unitsByBit = ['PIECE', 'METER', 'SET', 'FLAT', 'MODULE', 'KWP'] as const;

/** The unit of lines whose units are these bits; null if they have none or different ones. */
const unitOf = (bits: number) => unitsByBit.find((_, index) => bits === 1 << index) ?? null;

const sumOf = (column: string) => sql<number>`coalesce(sum(${sql.ref(column)}::double precision), 0)`;

/** Adds up the lines of offers by kind, period and product. */
function sumsByMaterial(input: ReportInput, span: SpanSql) {
  const of = (kind: Kind) => offersOf(input, span, kind);
  const offers = of('sold').unionAll(of('published')).unionAll(of('drafts'));
  return input.db
    .selectFrom(offers.as('offered'))
    .innerJoin('offerLine', 'offerLine.offerId', 'offered.id')
    .where('materialId', 'is not', null)
    .where(sql<boolean>`active is distinct from false`)
    .select([
      'kindPeriod',
      'materialId as key',
      sumOf('quantityThousandths').as('quantity'),
      sumOf('totalPriceCents').as('net'),
      sumOf('modulePowerMilliwatts').as('power'),
      sumOf('capacityWattHours').as('capacity'),
      // Automatic quantities can be 0, and their lines add nothing in their unit.
      sql<number>`bit_or(unit_bit) filter (where quantity_thousandths <> 0)`.as('units'),
    ])
    .groupBy(['kindPeriod', 'materialId']);
}

const sharedColumns = {
  materialType: 'material.materialType',
  manufacturer: 'material.manufacturerId',
} as const;

/**
 * Adds up the lines by kind, period and a property of products. Joins products to sums rather than to lines, because there are far
 * more lines.
 */
function sumsByShared(
  input: ReportInput,
  sums: ReturnType<typeof sumsByMaterial>,
  groupBy: keyof typeof sharedColumns,
) {
  const column = sharedColumns[groupBy];
  return input.db
    .selectFrom(sums.as('sums'))
    .innerJoin('material', 'material.id', 'sums.key')
    .select(({ fn }) => [
      'kindPeriod',
      sql<Key>`${sql.ref(column)}`.as('key'),
      fn.sum<number>('quantity').as('quantity'),
      fn.sum<number>('net').as('net'),
      fn.sum<number>('power').as('power'),
      fn.sum<number>('capacity').as('capacity'),
      sql<number>`bit_or(units)`.as('units'),
    ])
    .groupBy(['kindPeriod', column]);
}

/**
 * The sums of a kind and period: for each of them the key of its group, and in the same order the sums, as JSON lists. Thousands of rows
 * as objects would take the garbage collector much longer.
 */
interface Row extends Record<SumName, string> {
  kindPeriod: number;
  keys: string;
  count: number;
}

function readSums(input: ReportInput, span: SpanSql, groupBy: MaterialGrouping): Promise<Row[]> {
  const ofMaterials = sumsByMaterial(input, span);
  const sums =
    groupBy === 'material'
      ? ofMaterials.limit(maxRows).as('sums')
      : sumsByShared(input, ofMaterials, groupBy).limit(maxRows).as('sums');
  const listOf = (name: SumName) => sql<string>`json_agg(${sql.ref(name)})::text`.as(name);
  return input.db
    .selectFrom(sums)
    .select([
      'kindPeriod',
      sql<string>`json_agg(key::text)::text`.as('keys'),
      sql<number>`count(*)::integer`.as('count'),
      ...sumNames.map(listOf),
    ])
    .groupBy('kindPeriod')
    .execute();
}

const columns: Record<MaterialGrouping, Record<'key' | 'name' | 'materialType', RawBuilder<Key>>> = {
  materialType: {
    key: sql`material.material_type`,
    name: sql`null`,
    materialType: sql`material.material_type`,
  },
  manufacturer: {
    key: sql`material.manufacturer_id::text`,
    name: sql`max(manufacturer.name)`,
    materialType: sql`null`,
  },
  material: {
    key: sql`material.id::text`,
    name: sql`max(material.name)`,
    materialType: sql`max(material.material_type)`,
  },
};

type CatalogGroup = Omit<MaterialGroup, 'unit'>;

/** Reads the names and types of the groups from the current catalog. */
async function readGroups(
  db: CompanyQueries,
  groupBy: MaterialGrouping,
  found: readonly Key[],
): Promise<CatalogGroup[]> {
  const { key, name, materialType } = columns[groupBy];
  return await db
    .selectFrom('material')
    .leftJoin('manufacturer', 'manufacturer.id', 'material.manufacturerId')
    .where(sql<boolean>`coalesce(${key}, '') = any(${found.map((one) => one ?? '')}::text[])`)
    .select([key.as('key'), name.as('name'), sql<MaterialType | null>`${materialType}`.as('materialType')])
    .groupBy('key')
    .execute();
}

/** The columns of the sums: one for the total, then one for each group. */
const total = 0;
const columnOf = (groupIndex: number) => groupIndex + 1;

/** Returns the sums of a kind in a bucket and a column. */
type SumsOf = (kind: Kind, bucket: number, column: number) => Record<SumName, number>;

/**
 * Adds the sums to every bucket in which they count, in total and by group. A report has up to 60,000 sums of five numbers each; a
 * typed array is several times faster than objects.
 */
async function tallied(
  { periods }: ReportSpan,
  rows: readonly Row[],
  groups: readonly CatalogGroup[],
): Promise<SumsOf> {
  const columns = new Map(groups.map(({ key }, index) => [key, columnOf(index)]));
  const width = sumNames.length * (columns.size + 1);
  const height = periods.length - buckets.always + 1;
  const tallies = new Float64Array(kindNames.length * height * width);
  const indexOf = (kind: number, bucket: number, column: number) =>
    ((kind - 1) * height + bucket - buckets.always) * width + sumNames.length * column;
  for (const row of rows) {
    await nextTick();
    const period = row.kindPeriod % kindFactor;
    const kind = (row.kindPeriod - period) / kindFactor;
    const columnsOfRow = keysOf(row).map((key) => columns.get(key));
    for (const [offset, name] of sumNames.entries()) {
      const sums = JSON.parse(row[name]) as (number | null)[];
      for (const bucket of bucketsOf(period)) {
        const add = (column: number, sum: number) => {
          const index = indexOf(kind, bucket, column) + offset;
          const before = tallies[index] ?? 0;
          tallies[index] = name === 'units' ? before | sum : before + sum;
        };
        for (const [index, sum] of sums.entries()) {
          add(total, sum ?? 0);
          const column = columnsOfRow[index];
          if (column !== undefined) add(column, sum ?? 0);
        }
      }
    }
  }
  return (kind, bucket, column) => {
    const index = indexOf(kinds[kind].number, bucket, column);
    const sumAt = (offset: number) => tallies[index + offset] ?? 0;
    return { quantity: sumAt(0), net: sumAt(1), power: sumAt(2), capacity: sumAt(3), units: sumAt(4) };
  };
}

const shown = ({ net, power, capacity }: Record<SumName, number>): MaterialSums => ({
  netSum: net / 100,
  powerKwp: Math.round(power / 1000) / 1000,
  capacityKwh: capacity / 1000,
});

function shownOfGroup(sums: Record<SumName, number>): MaterialGroupSums {
  const unit = unitOf(sums.units);
  const isMixed = unit === null && sums.units !== 0;
  return { quantity: isMixed ? null : sums.quantity / 1000, unit, ...shown(sums) };
}

function keysOf({ keys }: Row): Key[] {
  return JSON.parse(keys) as Key[];
}

export async function materialReport(
  input: ReportInput<Query<'getMaterialAnalytics'>>,
): Promise<MaterialAnalytics> {
  const { db, frame, query } = input;
  const { groupBy = 'materialType' } = query;
  const spans = await readSpans(input, (span) => readSums(input, span, groupBy));
  const found = [...new Set(ofSpans(spans).flatMap((rows) => rows.flatMap(keysOf)))];
  const rowCounts = ofSpans(spans).map((rows) => rows.reduce((sum, { count }) => sum + count, 0));
  requireFewGroups(frame, found.length, Math.max(...rowCounts));
  const catalog = (await readGroups(db, groupBy, found)).sort(byNameAndKey);
  const sums: BySpan<SumsOf> = {
    current: await tallied(frame.current, spans.current, catalog),
    previous: frame.previous && spans.previous && (await tallied(frame.previous, spans.previous, catalog)),
  };
  const groups: MaterialGroup[] = catalog.map((group, index) => ({
    ...group,
    unit: unitOf(
      kindNames
        .flatMap((kind) => ofSpans(sums).map((sumsOf) => sumsOf(kind, buckets.always, columnOf(index)).units))
        .reduce((bits, more) => bits | more),
    ),
  }));
  const listOfGroups = <Figures>(figuresOf: (column: number) => Figures) =>
    computedList(groups.length, (index) => ({
      ...(groups[index] as MaterialGroup),
      ...figuresOf(columnOf(index)),
    }));
  const openIn = (sumsOf: SumsOf, bucket: number) => ({
    published: shown(sumsOf('published', bucket, total)),
    drafts: shown(sumsOf('drafts', bucket, total)),
  });
  const openGroupIn = (sumsOf: SumsOf, bucket: number, column: number) => ({
    published: shownOfGroup(sumsOf('published', bucket, column)),
    drafts: shownOfGroup(sumsOf('drafts', bucket, column)),
  });
  const figures = mapSpans(
    sums,
    (sumsOf) =>
      (bucket: number): MaterialFigures => ({
        sold: shown(sumsOf('sold', bucket, total)),
        ...openIn(sumsOf, bucket),
        groups: listOfGroups((column) => ({
          sold: shownOfGroup(sumsOf('sold', bucket, column)),
          ...openGroupIn(sumsOf, bucket, column),
        })),
      }),
  );
  const open = {
    ...openIn(sums.current, buckets.always),
    groups: listOfGroups((column) => openGroupIn(sums.current, buckets.always, column)),
  };
  return report(frame, figures, { groupBy, open });
}
