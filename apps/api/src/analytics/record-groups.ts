import type { ReportGroup, ReportGrouping } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { computedList } from '@pv-planning/server-kit';
import { type RawBuilder, sql } from 'kysely';
import { byNameAndKey, type Key } from './group-order.ts';
import { requireFewGroups } from './report.ts';
import { bucket } from './report-sql.ts';
import type { ReportInput } from './run-report.ts';

/** Offers and offer requests grouped by planner, site or source. */
export type Grouping = ReportGrouping | null;

/** The key of a record of the table. `source` is a column of the joined offer request. */
export function keyOf(table: 'offer' | 'offerRequest', groupBy: Grouping): RawBuilder<Key> {
  if (groupBy === null) return sql`null::text`;
  const column = { planner: `${table}.plannerId`, site: `${table}.siteId`, source: 'offerRequest.source' };
  return sql`${sql.ref(column[groupBy])}::text`;
}

/**
 * Groups rows with `period` and `key` by period, and for the whole date range: in total and, if the request asks for it, by key.
 * @param columns by which all rows are grouped in addition
 */
export function figureSets(groupBy: Grouping, ...columns: string[]) {
  const totals = [['period'], []];
  const groups = groupBy === null ? [] : [['period', 'key'], ['key']];
  const sets = [...totals, ...groups].map(
    (set) => sql`(${sql.join([...columns, ...set].map((column) => sql.ref(column)))})`,
  );
  return {
    columns: [
      bucket.as('bucket'),
      (groupBy === null ? sql<boolean>`false` : sql<boolean>`grouping(key) = 0`).as('isGroup'),
      (groupBy === null ? sql<Key>`null` : sql<Key>`key`).as('key'),
    ] as const,
    sets: sql`grouping sets (${sql.join(sets)})`,
  };
}

/** Figures of a date range for each `At` (a bucket, or a step in one): of all records, and of each group. */
export interface GroupedFigures<At, Figures> {
  rows: number;
  all: Map<At, Figures>;
  groups: Map<Key, Map<At, Figures>>;
}

export function groupedFigures<At, Figures>(
  rows: readonly { isGroup: boolean; key: Key; at: At; figures: Figures }[],
): GroupedFigures<At, Figures> {
  const all = new Map<At, Figures>();
  const groups = new Map<Key, Map<At, Figures>>();
  for (const { isGroup, key, at, figures } of rows) {
    const found = isGroup ? (groups.get(key) ?? new Map<At, Figures>()) : all;
    if (isGroup) groups.set(key, found);
    found.set(at, figures);
  }
  return { rows: rows.length, all, groups };
}

async function readNames(
  db: CompanyQueries,
  groupBy: Grouping,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (groupBy === null || groupBy === 'source' || keys.length === 0) return new Map();
  const named =
    groupBy === 'site'
      ? db.selectFrom('site').where('id', 'in', keys).select(['id', 'name'])
      : db
          .selectFrom('member')
          .where('id', 'in', keys)
          .select(['id', sql<string>`first_name || ' ' || last_name`.as('name')]);
  return new Map((await named.execute()).map(({ id, name }) => [id, name]));
}

/**
 * Returns the groups of a report in order, the same for all periods.
 * @throws 400 `too_many_groups` if the report would be too large
 */
export async function readRecordGroups(
  { db, frame }: Pick<ReportInput, 'db' | 'frame'>,
  groupBy: Grouping,
  figures: readonly Pick<GroupedFigures<unknown, unknown>, 'rows' | 'groups'>[],
): Promise<ReportGroup[]> {
  const keys = [...new Set(figures.flatMap(({ groups }) => [...groups.keys()]))];
  requireFewGroups(frame, keys.length, Math.max(...figures.map(({ rows }) => rows)));
  const names = await readNames(
    db,
    groupBy,
    keys.filter((key) => key !== null),
  );
  return keys
    .map((key) => ({ key, name: key === null ? null : (names.get(key) ?? null) }))
    .sort(byNameAndKey);
}

/** The groups with their figures, which are computed while their JSON is written. */
export function withGroupFigures<Figures extends object>(
  groups: readonly ReportGroup[],
  figuresOf: (key: Key) => Figures,
): (ReportGroup & Figures)[] {
  return computedList(groups.length, (index) => {
    const group = groups[index] as ReportGroup;
    return { ...group, ...figuresOf(group.key) };
  });
}
