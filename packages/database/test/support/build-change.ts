import { type Compilable, expressionBuilder, sql } from 'kysely';
import type { CompanyQueries } from '../../src/index.ts';
import { buildCondition, buildQuery } from './build-query.ts';
import { type ChangeSpec, labels } from './random-queries.ts';

interface Executable extends Compilable {
  execute(): Promise<object[]>;
}

/** Builds the change with Kysely. `companyId` is given if the statement must set the company itself. */
export function buildChange(db: CompanyQueries, spec: ChangeSpec, companyId?: string): Executable {
  if (!spec.within) return statement(db, spec, companyId);
  const change = (inner: unknown) => returning(statement(inner as CompanyQueries, spec, companyId));
  return db
    .with(spec.within, change as never)
    .selectFrom(spec.within)
    .selectAll() as unknown as Executable;
}

function statement(
  db: CompanyQueries,
  { kind, table, from, where }: ChangeSpec,
  companyId?: string,
): Executable {
  const target = { alias: 'target', label: labels[table] };
  const rows = from && buildQuery(db, from).as('rows');
  const condition = where && buildCondition(where, target, (query) => buildQuery(db, query));
  if (kind === 'insert') {
    const labelled = from
      ? buildQuery(db, from).as('rows')
      : sql`unnest(${['new']}::text[])`.as(sql`rows (label)`);
    const columns = ['name', ...(companyId === undefined ? [] : ['companyId'])];
    const selected = expressionBuilder()
      .selectFrom(labelled as never)
      .select([
        sql.ref('rows.label').as('name'),
        ...(companyId === undefined ? [] : [sql`${companyId}::bigint`.as('companyId')]),
      ]);
    return db
      .insertInto('site')
      .columns(columns as never)
      .expression(selected as never) as unknown as Executable;
  }
  if (kind === 'update') {
    const update = db
      .updateTable(`${table} as target` as 'site')
      .set({ [labels[table]]: 'changed' } as never);
    const joined = rows ? update.from(rows as never).where(sql<boolean>`target.id::text = rows.id`) : update;
    return (condition ? joined.where(condition) : joined) as unknown as Executable;
  }
  const remove = db.deleteFrom(`${table} as target` as 'site');
  const joined = rows
    ? (remove.using(rows as never) as typeof remove).where(sql<boolean>`target.id::text = rows.id`)
    : remove;
  return (condition ? joined.where(condition) : joined) as unknown as Executable;
}

const returning = (change: unknown): unknown => (change as { returningAll(): unknown }).returningAll();
