import { CompiledQuery, type Kysely, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CompanyQueries, CompanyTables } from '../src/index.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing.ts';
import { addCompany } from './support/two-companies.ts';

let database: TestDatabase;
let ours: string;
let theirs: string;
let db: CompanyQueries;
/** Queries with the locked methods exposed by a cast. */
let unlocked: Kysely<CompanyTables>;

beforeAll(async () => {
  database = await createTestDatabase();
  ours = await addCompany(database.kysely, 'ours ');
  theirs = await addCompany(database.kysely, 'theirs ');
  db = database.forCompany(ours);
  unlocked = db as Kysely<CompanyTables>;
});

afterAll(() => database.close());

const idOf = async (table: 'site' | 'customer' | 'project', companyId: string) =>
  (
    await database.kysely
      .selectFrom(table)
      .select('id')
      .where('companyId', '=', companyId)
      .executeTakeFirstOrThrow()
  ).id;

describe('reads inside a company', () => {
  const { count } = { count: sql<string>`count(*)`.as('count') };

  test('return only its own rows, under any alias', async () => {
    expect(await db.selectFrom('company').select('name').execute()).toEqual([{ name: 'ours company' }]);
    const theirSite = await idOf('site', theirs);
    expect(await db.selectFrom('site as s').selectAll('s').where('s.id', '=', theirSite).execute()).toEqual(
      [],
    );
  });

  test('are not widened by an "or" in raw SQL', async () => {
    const rows = await db.selectFrom('site').select('companyId').where(sql<boolean>`false or true`).execute();
    expect(new Set(rows.map(({ companyId }) => companyId))).toEqual(new Set([ours]));
  });

  test('are restricted on both sides of a join without a condition', async () => {
    const rows = db.selectFrom('site').crossJoin('customer').select('customer.companyId').distinct();
    expect(await rows.execute()).toEqual([{ companyId: ours }]);
  });

  test('keep rows of a left join without a match', async () => {
    const rows = await db
      .selectFrom('customer')
      .leftJoin('project', 'project.customerId', 'customer.id')
      .select(['lastName', 'project.name'])
      .orderBy('customer.id')
      .orderBy('project.id')
      .execute();
    expect(rows).toEqual([
      { lastName: 'ours Schneider', name: null },
      { lastName: 'ours Kornblume', name: 'ours project 0' },
      { lastName: 'ours Vogt', name: 'ours project 0' },
      { lastName: 'ours Vogt', name: 'ours project 1' },
    ]);
  });

  test('nest rows as JSON', async () => {
    const project = await db
      .selectFrom('project')
      .select((eb) => [
        jsonArrayFrom(
          eb.selectFrom('roof').select('roof.name').whereRef('roof.projectId', '=', 'project.id'),
        ).as('roofs'),
        jsonArrayFrom(eb.selectFrom('roof').select('companyId').distinct()).as('companies'),
        jsonObjectFrom(
          eb.selectFrom('customer').select('lastName').whereRef('customer.id', '=', 'project.customerId'),
        ).as('customer'),
      ])
      .orderBy('id')
      .executeTakeFirstOrThrow();
    expect(project).toEqual({
      roofs: [{ name: 'ours Süddach' }],
      companies: [{ company_id: Number(ours) }],
      customer: { last_name: 'ours Kornblume' },
    });
  });

  test('are restricted in groups, unions, counts and recursion', async () => {
    expect(await db.selectFrom('site').select(count).execute()).toEqual([{ count: '2' }]);
    const union = db
      .selectFrom('site')
      .select('companyId')
      .union(db.selectFrom('customer').select('companyId'));
    expect(await union.execute()).toEqual([{ companyId: ours }]);
    const recursive = db
      .withRecursive('tree(id, companyId)', (qc) =>
        qc
          .selectFrom('customer')
          .select(['id', 'companyId'])
          .union((eb) =>
            eb
              .selectFrom('tree')
              .innerJoin('project', 'project.customerId', 'tree.id')
              .select(['project.id', 'project.companyId']),
          ),
      )
      .selectFrom('tree')
      .select('companyId')
      .distinct();
    expect(await recursive.execute()).toEqual([{ companyId: ours }]);
  });

  test('can lock rows', async () => {
    const id = await idOf('customer', ours);
    const rows = await database.transaction(ours, (queries) =>
      queries.selectFrom('customer').select('id').where('id', '=', id).forUpdate().execute(),
    );
    expect(rows).toEqual([{ id }]);
  });

  test('can use functions of PostgreSQL and rows made from parameters', async () => {
    const rows = await db
      .selectFrom(
        sql<{ mark: string }>`unnest(${['ours Vogt', 'theirs Vogt']}::text[])`.as<'wanted'>(
          sql`wanted (mark)`,
        ),
      )
      .innerJoin('customer', 'customer.lastName', 'wanted.mark')
      .select('mark')
      .execute();
    expect(rows).toEqual([{ mark: 'ours Vogt' }]);
    const setting = db.selectNoFrom(({ fn, val }) =>
      fn<string>('set_config', [val('lock_timeout'), val('2s'), val(true)]).as('timeout'),
    );
    expect(await setting.execute()).toEqual([{ timeout: '2s' }]);
  });
});

describe('writes inside a company', () => {
  const site = (name: string) => ({ name });

  async function inserted(work: (queries: CompanyQueries) => Promise<unknown>): Promise<object[]> {
    await work(db);
    const rows = await database.kysely
      .deleteFrom('site')
      .where('name', 'like', 'new%')
      .returning(['companyId', 'name'])
      .execute();
    return rows.sort((a, b) => a.name.localeCompare(b.name));
  }

  test('insert rows of the company: one, several, with expressions, from a query, with a common table expression', async () => {
    const one = (name: string) => ({ companyId: ours, name });
    expect(await inserted((q) => q.insertInto('site').values(site('new')).execute())).toEqual([one('new')]);
    expect(
      await inserted((q) =>
        q
          .insertInto('site')
          .values([site('new 1'), site('new 2')])
          .execute(),
      ),
    ).toEqual([one('new 1'), one('new 2')]);
    expect(
      await inserted((q) =>
        q
          .insertInto('site')
          .values({ name: sql`'new ' || 'text'`, address: { city: 'A' } })
          .execute(),
      ),
    ).toEqual([one('new text')]);
    expect(
      await inserted((q) =>
        q
          .with('source', (qc) => qc.selectFrom('site').select(sql<string>`'new ' || name`.as('label')))
          .insertInto('site')
          .columns(['name'])
          .expression((eb) => eb.selectFrom('source').select('label'))
          .execute(),
      ),
    ).toEqual([one('new ours Musterstadt'), one('new ours Nordhausen')]);
  });

  test('update only its own rows in an upsert', async () => {
    const upsert = db
      .insertInto('customer')
      .values({ type: 'PRIVATE', lastName: 'second', customerNumber: '0' })
      .onConflict((conflict) =>
        conflict.column('customerNumber').doUpdateSet((eb) => ({ lastName: eb.ref('excluded.lastName') })),
      );
    await upsert.execute();
    const rows = await database.kysely
      .selectFrom('customer')
      .select(['companyId', 'lastName'])
      .where('customerNumber', '=', '0')
      .orderBy('companyId')
      .execute();
    expect(rows).toEqual([
      { companyId: ours, lastName: 'second' },
      { companyId: theirs, lastName: 'theirs Schneider' },
    ]);
    await db
      .updateTable('customer')
      .set({ lastName: 'ours Schneider' })
      .where('customerNumber', '=', '0')
      .execute();
  });

  test('change only its own rows without any condition', async () => {
    await db.updateTable('customer').set({ notes: 'ours' }).execute();
    await db.updateTable('customer as c').from('project as p').set({ title: 'Dr.' }).execute();
    await db.deleteFrom('roof').using('project').execute();
    await db.deleteFrom('project').execute();
    const rest = (table: 'customer' | 'project' | 'roof') =>
      database.kysely.selectFrom(table).select('companyId').distinct().execute();
    expect(await rest('roof')).toEqual([{ companyId: theirs }]);
    expect(await rest('project')).toEqual([{ companyId: theirs }]);
    const notes = await database.kysely
      .selectFrom('customer')
      .select(['companyId', 'notes', 'title'])
      .distinct()
      .execute();
    expect(notes.find(({ companyId }) => companyId === theirs)).toEqual({
      companyId: theirs,
      notes: null,
      title: null,
    });
  });

  test('are not affected by rows of another company', async () => {
    const deleted = db.deleteFrom('site').using('customer').where('customer.lastName', '=', 'theirs Vogt');
    const updated = db.updateTable('site').from('customer').where('customer.lastName', '=', 'theirs Vogt');
    expect(await deleted.returning('site.id').execute()).toEqual([]);
    expect(await updated.set({ phone: '1' }).returning('site.id').execute()).toEqual([]);
  });

  test('cannot reference a record of another company', async () => {
    const theirCustomer = await idOf('customer', theirs);
    const insert = db.insertInto('project').values({ customerId: theirCustomer, name: 'new', state: 'OPEN' });
    await expect(insert.execute()).rejects.toMatchObject({
      code: '23503',
      constraint: 'project_customer_id_fkey',
    });
  });
});

describe('statements that cannot be proven to stay inside the company throw', () => {
  const statements: Record<string, () => { execute(): Promise<unknown> }> = {
    'a raw statement': () => ({ execute: () => sql`select * from site`.execute(unlocked) }),
    'raw SQL with its own query': () =>
      db.selectFrom('site').select(sql`(select count(*) from customer)`.as('count')),
    'raw SQL that reads a table by name only': () =>
      db.selectFrom('site').where(sql<boolean>`exists (table customer)`),
    'raw SQL that closes the surrounding parenthesis': () =>
      db.selectFrom('site').where(sql<boolean>`false) or (true`),
    'raw SQL that comments out the following text': () => db.selectFrom('site').where(sql<boolean>`true --`),
    'raw SQL with a second statement': () => db.selectFrom('site').where(sql<boolean>`true; rollback`),
    'raw SQL that leaves a quote open': () => db.selectFrom('site').where(sql<boolean>`name = 'x`),
    'a raw table': () => unlocked.selectFrom(sql<object>`site`.as('s')).selectAll(),
    'a raw table in parentheses': () => unlocked.selectFrom(sql<object>`only (site)`.as('s')).selectAll(),
    'a function that runs SQL': () =>
      db.selectNoFrom(({ fn, val }) => fn('query_to_xml', [val('select * from site')]).as('xml')),
    'a function name that contains other SQL': () =>
      db.selectNoFrom(({ fn }) => fn('(select max(id) from site) + abs', []).as('id')),
    'a right join': () =>
      db.selectFrom('site').rightJoin('customer', 'customer.siteId', 'site.id').select('site.id'),
    'a full join': () =>
      db.selectFrom('site').fullJoin('customer', 'customer.siteId', 'site.id').select('site.id'),
    'a table with a schema name': () => unlocked.selectFrom('public.site' as 'site').selectAll(),
    'a merge': () =>
      unlocked.mergeInto('site').using('customer', 'customer.siteId', 'site.id').whenMatched().thenDelete(),
    'a schema change': () => unlocked.schema.dropTable('site'),
    'setting the company of a new row': () =>
      db.insertInto('site').values({ name: 'x', companyId: theirs } as never),
    'changing the company of a row': () => db.updateTable('site').set({ companyId: theirs } as never),
    'changing the company in an upsert': () =>
      db
        .insertInto('site')
        .values({ name: 'x' })
        .onConflict((c) => c.column('id').doUpdateSet({ companyId: theirs } as never)),
    'an upsert on an expression': () =>
      db
        .insertInto('site')
        .values({ name: 'x' })
        .onConflict((c) => c.expression(sql`lower(name)`).doNothing()),
    'inserting a union': () =>
      db
        .insertInto('site')
        .columns(['name'])
        .expression((eb) =>
          eb.selectFrom('site').select('name').unionAll(eb.selectFrom('site').select('name')),
        ),
  };

  test.each(Object.keys(statements))('%s', async (name) => {
    const run = async () => statements[name]?.().execute();
    await expect(run()).rejects.toThrow(/inside a company|set automatically/i);
  });

  test('throws for other features of Kysely: compiled statements and disabled plugins', () => {
    expect(() => unlocked.executeQuery(CompiledQuery.raw('select * from site'))).toThrow(/executeQuery/);
    expect(() => unlocked.withoutPlugins()).toThrow(/withoutPlugins/);
  });

  test('the compiler rejects them', () => {
    const never = () => {
      // @ts-expect-error: the company of a new row is set automatically
      db.insertInto('site').values({ name: 'x', companyId: ours });
      // @ts-expect-error: the company of a row cannot change
      db.updateTable('site').set({ companyId: theirs });
      // @ts-expect-error: raw statements are not available
      sql`select 1`.execute(db);
      // @ts-expect-error: the scope cannot be removed
      db.withoutPlugins();
    };
    expect(never).toBeTypeOf('function');
  });

  test('rejects an invalid company ID', () => {
    for (const id of ['', '0', '-1', '1 or true', '01'])
      expect(() => database.forCompany(id)).toThrow(/is not a company id/);
  });
});
