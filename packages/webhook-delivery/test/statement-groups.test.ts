import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '@pv-planning/database';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createStatementGroups, groupConnections } from '../src/sql/statement-groups.ts';
import { eventually, openWorkbench, type Workbench } from './support/workbench.ts';

let bench: Workbench;
let companies: string[];

beforeAll(async () => {
  bench = await openWorkbench();
  companies = await Promise.all(Array.from({ length: 5 }, () => bench.addCompany()));
});
afterAll(() => bench.close());

const rename = (companyId: string, name = 'new') =>
  CompiledQuery.raw('update company set name = $2 where company_id = $1::bigint returning company_id', [
    companyId,
    name,
  ]);

async function openGroups() {
  const connections = await openDatabase({ url: bench.url, migrate: false, poolSize: groupConnections });
  onTestFinished(connections.close);
  const together = vi.fn(connections.executeTogether);
  const groups = createStatementGroups({ executeTogether: together });
  return { groups, together };
}

test('statements of one event-loop tick share a round trip, and each gets its own rows', async () => {
  const { groups, together } = await openGroups();
  const results = await Promise.all(companies.map((companyId) => groups.execute(rename(companyId))));
  expect(results).toEqual(companies.map((companyId) => [{ companyId }]));
  expect(together).toHaveBeenCalledTimes(1);
});

test('a statement that fails does not affect the others of its group', async () => {
  const { groups } = await openGroups();
  const [first = '', second = ''] = companies;
  const outcomes = await Promise.allSettled([
    groups.execute(rename(first)),
    groups.execute(rename('no number')),
    groups.execute(rename(second)),
  ]);
  expect(outcomes).toMatchObject([
    { status: 'fulfilled', value: [{ companyId: first }] },
    { status: 'rejected', reason: { code: '22P02' } },
    { status: 'fulfilled', value: [{ companyId: second }] },
  ]);
});

test('a company whose rows are locked does not delay the others', async () => {
  const { groups } = await openGroups();
  const [locked = '', ...others] = companies;
  const waiting = await bench.database.kysely.transaction().execute(async (transaction) => {
    await sql`select from company where company_id = ${locked}::bigint for update`.execute(transaction);
    const alone = groups.execute(rename(locked));
    await delay(10);
    await Promise.all(others.map((companyId) => groups.execute(rename(companyId))));
    for (const companyId of others) await groups.execute(rename(companyId));
    return { alone };
  });
  expect(await waiting.alone).toEqual([{ companyId: locked }]);
});

test('statements for a locked company complete when the lock is released, those of the rest of the group before', async () => {
  const { groups } = await openGroups();
  const [locked = '', ...others] = companies;
  let served = 0;
  const waiting = await bench.database.kysely.transaction().execute(async (transaction) => {
    await sql`select from company where company_id = ${locked}::bigint for update`.execute(transaction);
    const results = [locked, ...others].map((companyId) =>
      groups.execute(rename(companyId)).then(() => {
        served += 1;
      }),
    );
    await eventually(() => expect(served).toBe(others.length));
    return { results };
  });
  await Promise.all(waiting.results);
  expect(served).toBe(companies.length);
});

/** Locks a company until the returned function is called. */
async function lock(companyId: string): Promise<() => Promise<void>> {
  const transaction = await bench.database.kysely.startTransaction().execute();
  await sql`select from company where company_id = ${companyId}::bigint for update`.execute(transaction);
  return async () => {
    await transaction.rollback().execute();
  };
}

test('locked companies take turns: none waits for the locks of others', async () => {
  const { groups } = await openGroups();
  const releases = new Map<string, () => Promise<void>>();
  for (const companyId of companies) releases.set(companyId, await lock(companyId));
  const results = companies.map((companyId) => groups.execute(rename(companyId)));
  for (const [index, companyId] of [...companies.entries()].toReversed()) {
    await releases.get(companyId)?.();
    expect(await results[index]).toEqual([{ companyId }]);
  }
});

test('waiting statements fail with the first one that finds the database unavailable', async () => {
  const errors = [{ code: '55P03' }, { code: 'ECONNREFUSED' }].map((values) =>
    Object.assign(new Error('failed'), values),
  );
  const executeTogether = vi.fn(() => Promise.reject(errors.shift() ?? new Error('not expected')));
  const groups = createStatementGroups({ executeTogether });
  const outcomes = companies.map((companyId) => groups.execute(rename(companyId)));
  for (const outcome of await Promise.allSettled(outcomes))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'ECONNREFUSED' } });
  expect(executeTogether).toHaveBeenCalledTimes(2);
});

test('a slow statement completes after the others of its group', async () => {
  const { groups } = await openGroups();
  const order: string[] = [];
  const slowly = (name: string) => CompiledQuery.raw('select pg_sleep($1), $2 as name', [0.75, name]);
  const [first = '', ...others] = companies;
  const statements = [slowly(first), ...others.map((companyId) => rename(companyId))];
  await Promise.all(
    statements.map(async (statement, index) => {
      await groups.execute(statement);
      order.push(companies[index] ?? '');
    }),
  );
  expect(order).toEqual([...others, first]);
});
