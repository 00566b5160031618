import { setImmediate as nextTick } from 'node:timers/promises';
import type {
  MaterialAnalytics,
  MaterialFigures,
  MaterialGroup,
  MaterialGrouping,
  MaterialGroupSums,
  Query,
} from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { computedList } from '@pv-planning/server-kit';
import { type RawBuilder, sql } from 'kysely';
import { emptyData } from '../materials/material-data.ts';
import { unitOfBasis, unitsByBasis } from '../offers/pricing/automatic-quantities.ts';
import { buckets, bucketsOf, maxRows, type ReportFrame, report, requireFewGroups } from './report.ts';
import type { ReportInput } from './run-report.ts';

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
type Key = string | null;

/**
 * Kind and period are combined into one number, `kindPeriod`, because grouping a million lines by one number is much faster than
 * by two columns.
 */
const kindFactor = 10_000;

/** Open offers outside both date ranges are in period 0. */
function offersOf({ db, selects, covers, periodOf }: ReportInput, kind: Kind) {
  const { number, state, time } = kinds[kind];
  const period = sql<number>`case when ${covers(time)} then ${periodOf(time)} else 0 end`;
  const offers = db
    .selectFrom('offer')
    .where(selects('offer'))
    .select(['offer.id', sql<number>`${sql.lit(number * kindFactor)} + ${period}`.as('kindPeriod')]);
  return state === undefined ? offers.where(covers(time)) : offers.where('state', '=', state);
}

/** Integers in thousandths, cents, mW and Wh, because double precision adds integers up to 2^53 exactly. */
const sumNames = ['quantity', 'net', 'power', 'capacity'] as const;
type SumName = (typeof sumNames)[number];

const sumOf = (column: string) => sql<number>`coalesce(sum(${sql.ref(column)}::double precision), 0)`;

/** Adds up the lines of offers by kind, period and product. */
function sumsByMaterial(input: ReportInput) {
  const offers = offersOf(input, 'sold')
    .unionAll(offersOf(input, 'published'))
    .unionAll(offersOf(input, 'drafts'));
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
function sumsByShared(input: ReportInput, groupBy: keyof typeof sharedColumns) {
  const column = sharedColumns[groupBy];
  return input.db
    .selectFrom(sumsByMaterial(input).as('sums'))
    .innerJoin('material', 'material.id', 'sums.key')
    .select(({ fn }) => [
      'kindPeriod',
      sql<Key>`${sql.ref(column)}`.as('key'),
      fn.sum<number>('quantity').as('quantity'),
      fn.sum<number>('net').as('net'),
      fn.sum<number>('power').as('power'),
      fn.sum<number>('capacity').as('capacity'),
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

function readSums(input: ReportInput, groupBy: MaterialGrouping): Promise<Row[]> {
  const sums =
    groupBy === 'material'
      ? sumsByMaterial(input).limit(maxRows).as('sums')
      : sumsByShared(input, groupBy).limit(maxRows).as('sums');
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

const columns: Record<MaterialGrouping, { key: RawBuilder<Key>; name: RawBuilder<string | null> }> = {
  materialType: { key: sql`material.material_type`, name: sql`null` },
  manufacturer: { key: sql`material.manufacturer_id::text`, name: sql`max(manufacturer.name)` },
  material: { key: sql`material.id::text`, name: sql`max(material.name)` },
};

/** The unit of quantities in offers. Imported mounting systems do not store the default of `priceBasis`. */
const unit = sql<NonNullable<MaterialGroup['unit']>>`case when material_type = 'subconstruction'
  then coalesce(${JSON.stringify(unitsByBasis)}::jsonb ->> (data ->> 'priceBasis'), ${unitOfBasis(emptyData('subconstruction'))})
  else unit end`;

/** Reads the names and units of the groups from the current catalog. */
async function readGroups(
  db: CompanyQueries,
  groupBy: MaterialGrouping,
  found: readonly Key[],
): Promise<MaterialGroup[]> {
  const { key, name } = columns[groupBy];
  const rows = await db
    .selectFrom('material')
    .leftJoin('manufacturer', 'manufacturer.id', 'material.manufacturerId')
    .where(sql<boolean>`coalesce(${key}, '') = any(${found.map((one) => one ?? '')}::text[])`)
    .select(({ fn }) => [
      key.as('key'),
      name.as('name'),
      fn.min(unit).as('leastUnit'),
      fn.max(unit).as('greatestUnit'),
    ])
    .groupBy('key')
    .execute();
  return rows.map(({ leastUnit, greatestUnit, ...group }) => ({
    ...group,
    unit: leastUnit === greatestUnit ? leastUnit : null,
  }));
}

const german = new Intl.Collator('de');

/** Compares by name, then by key. The group without a key comes last. */
function inOrder(one: MaterialGroup, other: MaterialGroup): number {
  if (one.key === null || other.key === null) return Number(one.key === null) - Number(other.key === null);
  const byName = german.compare(one.name ?? '', other.name ?? '');
  return byName || (one.key < other.key ? -1 : 1);
}

/** The columns of the sums: one for the total, then one for each group. */
const total = 0;
const columnOf = (groupIndex: number) => groupIndex + 1;

/**
 * Adds the sums to every bucket in which they count, in total and by group. A report has up to 60,000 sums of four numbers each; a
 * typed array is several times faster than objects.
 */
async function tallied(frame: ReportFrame, rows: readonly Row[], groups: readonly MaterialGroup[]) {
  const columns = new Map(groups.map(({ key }, index) => [key, columnOf(index)]));
  const width = sumNames.length * (columns.size + 1);
  const height = frame.previous.length + frame.periods.length - buckets.always + 1;
  const tallies = new Float64Array(Object.keys(kinds).length * height * width);
  const indexOf = (kind: number, bucket: number, column: number) =>
    ((kind - 1) * height + bucket - buckets.always) * width + sumNames.length * column;
  for (const row of rows) {
    await nextTick();
    const period = row.kindPeriod % kindFactor;
    const kind = (row.kindPeriod - period) / kindFactor;
    const columnsOfRow = keysOf(row).map((key) => columns.get(key));
    for (const [offset, name] of sumNames.entries()) {
      const sums = JSON.parse(row[name]) as number[];
      for (const bucket of bucketsOf(frame, period)) {
        const add = (column: number, sum: number) => {
          const index = indexOf(kind, bucket, column) + offset;
          tallies[index] = (tallies[index] ?? 0) + sum;
        };
        for (const [index, sum] of sums.entries()) {
          add(total, sum);
          const column = columnsOfRow[index];
          if (column !== undefined) add(column, sum);
        }
      }
    }
  }
  return (kind: Kind, bucket: number, column: number): MaterialGroupSums => {
    const index = indexOf(kinds[kind].number, bucket, column);
    return {
      quantity: (tallies[index] ?? 0) / 1000,
      netSum: (tallies[index + 1] ?? 0) / 100,
      powerKwp: Math.round((tallies[index + 2] ?? 0) / 1000) / 1000,
      capacityKwh: (tallies[index + 3] ?? 0) / 1000,
    };
  };
}

function keysOf({ keys }: Row): Key[] {
  return JSON.parse(keys) as Key[];
}

export async function materialReport(
  input: ReportInput<Query<'getMaterialAnalytics'>>,
): Promise<MaterialAnalytics> {
  const { db, frame } = input;
  const { groupBy = 'materialType' } = input.query;
  const rows = await readSums(input, groupBy);
  const found = [...new Set(rows.flatMap(keysOf))];
  requireFewGroups(
    frame,
    found.length,
    rows.reduce((sum, { count }) => sum + count, 0),
  );
  const groups = (await readGroups(db, groupBy, found)).sort(inOrder);
  const sumsOf = await tallied(frame, rows, groups);
  const sumsIn = (kind: Kind, bucket: number) => {
    const { quantity: _, ...sums } = sumsOf(kind, bucket, total);
    return sums;
  };
  const groupSumsIn = (kind: Kind, bucket: number, index: number) => {
    const sums = sumsOf(kind, bucket, columnOf(index));
    return groups[index]?.unit === null ? { ...sums, quantity: null } : sums;
  };
  const listOfGroups = <Figures>(figuresOf: (index: number) => Figures) =>
    computedList(groups.length, (index) => ({ ...(groups[index] as MaterialGroup), ...figuresOf(index) }));
  const openIn = (bucket: number) => ({
    published: sumsIn('published', bucket),
    drafts: sumsIn('drafts', bucket),
  });
  const openGroupIn = (bucket: number, index: number) => ({
    published: groupSumsIn('published', bucket, index),
    drafts: groupSumsIn('drafts', bucket, index),
  });
  const figuresOf = (bucket: number): MaterialFigures => ({
    sold: sumsIn('sold', bucket),
    ...openIn(bucket),
    groups: listOfGroups((index) => ({
      sold: groupSumsIn('sold', bucket, index),
      ...openGroupIn(bucket, index),
    })),
  });
  const open = {
    ...openIn(buckets.always),
    groups: listOfGroups((index) => openGroupIn(buckets.always, index)),
  };
  return report(frame, figuresOf, { groupBy, open });
}
