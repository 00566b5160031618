import { sql } from 'kysely';
import { loadModule, parseSync } from 'libpg-query';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMigrations } from '../src/migrate.ts';
import { nodesIn } from '../src/testing/statement-lint/syntax-tree.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing.ts';

/** Rules that allow the same schema to be distributed by company (Citus). */
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

/** Tables of the service. The tables of migrations and of the secret key belong to no company. */
const tables = sql`
  select oid, relname from pg_class
   where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
     and relname not in ('schema_migration', 'secret_key')`;

async function names(query: ReturnType<typeof sql<{ name: string }>>): Promise<string[]> {
  const { rows } = await query.execute(database.kysely);
  return rows.map(({ name }) => name);
}

test('the first column of every table is the company', async () => {
  const others = sql<{ name: string }>`
    select t.relname as name from (${tables}) as t
     where not exists (
       select from pg_attribute as a
        where a.attrelid = t.oid and a.attnum = 1 and a.attname = 'company_id' and a.attnotnull
          and a.atttypid = 'bigint'::regtype)`;
  expect(await names(others)).toEqual([]);
  expect((await names(sql`select relname as name from (${tables}) as t`)).length).toBeGreaterThan(8);
});

test('the first column of every primary key and unique index is the company', async () => {
  const others = sql<{ name: string }>`
    select i.indexrelid::regclass::text as name from pg_index as i join (${tables}) as t on t.oid = i.indrelid
     where i.indisunique and (select attname from pg_attribute where attrelid = t.oid and attnum = i.indkey[0]) <> 'company_id'`;
  expect(await names(others)).toEqual([]);
  const withoutPrimaryKey = sql<{ name: string }>`
    select t.relname as name from (${tables}) as t
     where not exists (select from pg_index as i where i.indrelid = t.oid and i.indisprimary)`;
  expect(await names(withoutPrimaryKey)).toEqual([]);
});

test('every foreign key includes the company, and none sets a column to null', async () => {
  const others = sql<{ name: string }>`
    select c.conname as name from pg_constraint as c join (${tables}) as t on t.oid = c.conrelid
     where c.contype = 'f' and (
       c.confdeltype in ('n', 'd') or c.confupdtype in ('n', 'd')
       or (select attname from pg_attribute where attrelid = c.conrelid and attnum = c.conkey[1]) <> 'company_id'
       or (select attname from pg_attribute where attrelid = c.confrelid and attnum = c.confkey[1]) <> 'company_id')`;
  expect(await names(others)).toEqual([]);
});

test('every foreign key has an index, so that deleting a record scans no table', async () => {
  const others = sql<{ name: string }>`
    select c.conname as name from pg_constraint as c join (${tables}) as t on t.oid = c.conrelid
     where c.contype = 'f' and not exists (
       select from pg_index as i
        where i.indrelid = c.conrelid
          and (select array_agg(k order by k) from unnest(c.conkey) as k)
            = (select array_agg(k order by k) from unnest((i.indkey::int2[])[0:cardinality(c.conkey) - 1]) as k))`;
  expect(await names(others)).toEqual([]);
});

test('constraint names end with the column that API errors are derived from', async () => {
  const { rows } = await sql<{ name: string; table: string; columns: string[] }>`
    select c.conname as name, t.relname as table,
           array(select attname::text from pg_attribute where attrelid = t.oid and attnum = any(c.conkey)) as columns
      from pg_constraint as c join (${tables}) as t on t.oid = c.conrelid
     where c.contype in ('u', 'f')`.execute(database.kysely);
  const unnamed = rows.filter(
    ({ name, table, columns }) =>
      !columns.some((column) => [`${table}_${column}_key`, `${table}_${column}_fkey`].includes(name)),
  );
  expect(unnamed).toEqual([]);
});

test('every exclusion constraint compares companies first', async () => {
  const others = sql<{ name: string }>`
    select c.conname as name from pg_constraint as c join (${tables}) as t on t.oid = c.conrelid
     where c.contype = 'x' and not (
       (select attname from pg_attribute where attrelid = t.oid and attnum = c.conkey[1]) = 'company_id'
       and c.conexclop[1] = '=(bigint, bigint)'::regoperator)`;
  expect(await names(others)).toEqual([]);
});

/**
 * Citus appends `_` and a number to names on shards and truncates long ones, after which errors could not be derived from them.
 */
const longestName = 50;

test('names leave room for the shard number', async () => {
  const long = sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and length(relname) > ${longestName}
    union all
    select conname from pg_constraint
     where contype in ('p', 'u', 'f', 'x') and connamespace = 'public'::regnamespace and length(conname) > ${longestName}`;
  expect(await names(long)).toEqual([]);
});

test('added columns get their constraints in separate statements', async () => {
  await loadModule();
  const migrations = await readMigrations();
  const added = migrations.flatMap((migration) => [...nodesIn('AlterTableCmd', parseSync(migration.sql))]);
  const columns = added.flatMap(({ def }) => (def && 'ColumnDef' in def ? [def.ColumnDef] : []));
  expect(columns.length).toBeGreaterThan(0);
  const harmless = ['CONSTR_NULL', 'CONSTR_NOTNULL', 'CONSTR_DEFAULT', 'CONSTR_GENERATED'];
  const rejected = columns.filter((column) =>
    [...nodesIn('Constraint', column.constraints)].some(({ contype = '' }) => !harmless.includes(contype)),
  );
  expect(rejected.map(({ colname }) => colname)).toEqual([]);
});

test('there are no triggers', async () => {
  const triggers = sql<{ name: string }>`select tgname as name from pg_trigger where not tgisinternal`;
  expect(await names(triggers)).toEqual([]);
});

test('names sort in German order, other texts by code point', async () => {
  const companyId = '1';
  await database.kysely.insertInto('company').values({ name: 'x' }).execute();
  const lastNames = ['Zander', 'Ölmann', 'oertel', 'Äpfel', 'Abel', 'Öhm'];
  const db = database.forCompany(companyId);
  await db
    .insertInto('customer')
    .values(
      lastNames.map((lastName, index) => ({
        type: 'PRIVATE',
        lastName,
        customerNumber: 'aB'.charAt(index % 2) + index,
      })),
    )
    .execute();
  const byName = await db.selectFrom('customer').select('lastName').orderBy('lastName').execute();
  expect(byName.map(({ lastName }) => lastName)).toEqual([
    'Abel',
    'Äpfel',
    'oertel',
    'Öhm',
    'Ölmann',
    'Zander',
  ]);
  const byNumber = await db
    .selectFrom('customer')
    .select('customerNumber')
    .orderBy('customerNumber')
    .execute();
  expect(byNumber.map(({ customerNumber }) => customerNumber)).toEqual(['B1', 'B3', 'B5', 'a0', 'a2', 'a4']);
});

test('finds a customer by part of a name, email address or number, case-insensitively', async () => {
  const db = database.forCompany('1');
  await db
    .insertInto('customer')
    .values({
      type: 'PRIVATE',
      firstName: 'Jörg',
      lastName: 'Überall',
      email: 'JU@example.org',
      customerNumber: 'K-77',
    })
    .execute();
  const found = async (text: string) =>
    (await db.selectFrom('customer').select('lastName').where('searchText', 'ilike', `%${text}%`).execute())
      .length;
  expect(await Promise.all(['jörg üb', 'ÜBER', 'ju@EXAMPLE', 'k-7', 'nobody'].map(found))).toEqual([
    1, 1, 1, 1, 0,
  ]);
});
