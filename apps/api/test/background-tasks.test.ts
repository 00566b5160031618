import { createSecretBox } from '@pv-planning/database';
import { createTestDatabase } from '@pv-planning/database/testing';
import { serviceUnavailable } from '@pv-planning/server-kit';
import { createOutbox } from '@pv-planning/webhook-delivery';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testLog } from '../../../scripts/test-log.ts';
import { dueCompanies, runTask } from '../src/background/run-task.ts';
import { startBackground } from '../src/background/start-background.ts';
import type { BackgroundTask } from '../src/background-task.ts';
import { createLinks } from '../src/links/links.ts';
import { mailContents } from '../src/mails/mail-contents.ts';
import { paymentAccounts } from '../src/payment-accounts/payment-accounts.ts';
import { stripeClients } from '../src/payment-accounts/stripe-clients.ts';
import { purgeTask } from '../src/purges.ts';
import { tasks } from '../src/tasks.ts';
import { databaseTransactions } from '../src/transactions/database-transactions.ts';

const database = await createTestDatabase();
afterAll(database.close);
const { kysely } = database;
const secretKey = Buffer.alloc(32, 7);
const transactions = databaseTransactions({
  database,
  links: createLinks({ secretKey }, () => undefined),
  responseBox: createSecretBox(secretKey),
  paymentAccounts: paymentAccounts({ secretKey }, stripeClients(), { production: false }),
  mailContents: mailContents({ secretKey }),
  outbox: (companyId) => createOutbox({ companyId, wake() {} }),
});

async function newCompany(name = 'Dachwerk'): Promise<string> {
  const added = kysely.insertInto('company').values({ name }).returning('companyId');
  return (await added.executeTakeFirstOrThrow()).companyId;
}

let made = 0;
/** A task of its own for each test, so that it is due for every company. */
function task(run: BackgroundTask['run'], everyMs = 3_600_000): BackgroundTask {
  made += 1;
  return { name: `task-${made}`, everyMs, run };
}

async function run(named: BackgroundTask, companyId: string) {
  await dueCompanies(database, named);
  return runTask(named, companyId, transactions);
}

async function start(...started: BackgroundTask[]) {
  const registry = new Registry();
  const { logger, lines } = testLog();
  const background = startBackground({ database, transactions, tasks: started, registry, logger });
  onTestFinished(background.stop);
  const runs = async (outcome: string) => {
    const metrics = await registry.getSingleMetric('task_runs_total')?.get();
    return metrics?.values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
  };
  return { ...background, lines, runs };
}

test('runs for each company in turn, and goes on after one that fails', async () => {
  const [first, failing, last] = [await newCompany(), await newCompany('broken'), await newCompany()];
  const done: string[] = [];
  let concurrent = 0;
  const named = task(async ({ db, actor }) => {
    concurrent += 1;
    const { companyId, name } = await db
      .selectFrom('company')
      .select(['companyId', 'name'])
      .executeTakeFirstOrThrow();
    await db.updateTable('company').set({ phone: actor.id }).execute();
    if (concurrent > 1) throw new Error('runs concurrently');
    concurrent -= 1;
    if (name === 'broken') throw new Error('cannot be done');
    done.push(companyId);
    return false;
  });
  const { lines, runs } = await start(named);
  await expect.poll(() => runs('done')).toBe(2);
  expect(done).toEqual([first, last]);
  expect(await runs('failed')).toBe(1);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      companyId: failing,
      task: named.name,
      error: { message: 'cannot be done' },
      msg: 'background task failed',
    },
  ]);
  const companies = await kysely.selectFrom('company').select(['companyId', 'phone']).execute();
  const phones = Object.fromEntries(companies.map(({ companyId, phone }) => [companyId, phone]));
  // What the failed run changed is rolled back.
  expect(phones).toEqual({ [first]: named.name, [failing]: null, [last]: named.name });
});

test('is due again after its interval, also after a failure', async () => {
  const companyId = await newCompany();
  let isBroken = true;
  const hourly = task(async () => {
    if (isBroken) throw new Error('cannot be done');
    return false;
  });
  const pass = (minutes: number) =>
    kysely
      .updateTable('companyTask')
      .set({ dueAt: sql<string>`due_at - ${minutes} * interval '1 minute'` })
      .where('task', '=', hourly.name)
      .execute();
  await expect(run(hourly, companyId)).rejects.toThrow('cannot be done');
  expect(await run(hourly, companyId)).toBe('skipped');
  isBroken = false;
  await pass(59);
  expect(await run(hourly, companyId)).toBe('skipped');
  await pass(2);
  expect(await run(hourly, companyId)).toBe('done');
  expect(await run(hourly, companyId)).toBe('skipped');
});

test('is due again after a minute if the database was not available', async () => {
  const companyId = await newCompany();
  const hourly = task(async () => {
    throw serviceUnavailable(5);
  });
  await expect(run(hourly, companyId)).rejects.toThrow('service_unavailable');
  const { left } = await kysely
    .selectFrom('companyTask')
    .select(sql<number>`extract(epoch from due_at - now())::float`.as('left'))
    .where('companyId', '=', companyId)
    .where('task', '=', hourly.name)
    .executeTakeFirstOrThrow();
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(60);
});

test('logs why a run failed', async () => {
  await newCompany();
  const { lines } = await start(
    task(async () => {
      throw serviceUnavailable(5, { cause: new Error('lock timeout') });
    }),
  );
  await expect.poll(() => lines.length).toBeGreaterThan(0);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    error: { code: 'service_unavailable' },
    cause: { message: 'lock timeout' },
  });
});

test('a slow run delays no other task', async () => {
  await newCompany();
  const begun: (() => void)[] = [];
  let isDone = false;
  const slow = task(async () => {
    await new Promise<void>((go) => begun.push(go));
    return false;
  });
  const other = task(async () => {
    isDone = true;
    return false;
  });
  const background = await start(slow, other);
  await expect.poll(() => begun).toHaveLength(1);
  await expect.poll(() => isDone).toBe(true);
  const stopped = background.stop();
  begun[0]?.();
  await stopped;
});

test('runs in one process at a time for a company, in any number for several', async () => {
  const companies = [await newCompany(), await newCompany()];
  const waiting: (() => void)[] = [];
  const slow = task(async () => {
    await new Promise<void>((go) => waiting.push(go));
    return false;
  });
  const running = companies.map((companyId) => run(slow, companyId));
  await expect.poll(() => waiting).toHaveLength(2);
  for (const companyId of companies) expect(await run(slow, companyId)).toBe('skipped');
  for (const go of waiting) go();
  expect(await Promise.all(running)).toEqual(['done', 'done']);
});

test('runs again at once while work is left, and stops after the transaction in progress', async () => {
  let left = 5;
  await start(
    task(async () => {
      left -= 1;
      return left > 0;
    }),
  ).then(() => expect.poll(() => left).toBeLessThanOrEqual(0));

  const begun: (() => void)[] = [];
  let ended = 0;
  const endless = await start(
    task(async () => {
      await new Promise<void>((go) => begun.push(go));
      ended += 1;
      return true;
    }),
  );
  await expect.poll(() => begun).toHaveLength(1);
  const stopped = endless.stop();
  begun[0]?.();
  await stopped;
  expect([begun.length, ended]).toEqual([1, 1]);
});

test('the names of tasks are unique', () => {
  expect(new Set(tasks.map(({ name }) => name)).size).toBe(tasks.length);
});

test('deletes the expired idempotency keys of each company, in batches', async () => {
  const [companyId, other] = [await newCompany(), await newCompany()];
  await sql`
    insert into idempotency_key (company_id, owner, key, fingerprint, status, created_at)
    select company_id, 'key:1', number::text, 'print', 200,
      now() - case when number <= 1001 then interval '25 hours' else interval '23 hours' end
    from unnest(array[${companyId}, ${other}]::bigint[]) company_id, generate_series(1, 1003) number
  `.execute(kysely);
  const left = async (id: string) =>
    (await kysely.selectFrom('idempotencyKey').select('key').where('companyId', '=', id).execute()).length;
  const deleteExpiredKeys = purgeTask('delete-expired-keys');
  expect(await run(deleteExpiredKeys, companyId)).toBe('left');
  expect([await left(companyId), await left(other)]).toEqual([3, 1003]);
  expect(await run(deleteExpiredKeys, companyId)).toBe('done');
  expect([await left(companyId), await left(other)]).toEqual([2, 1003]);
});
