import { createSecretBox, type Database, openProcessSession } from '@pv-planning/database';
import { createTestDatabase } from '@pv-planning/database/testing';
import { serviceUnavailable } from '@pv-planning/server-kit';
import { createOutbox } from '@pv-planning/webhook-delivery';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testLog } from '../../../scripts/test-log.ts';
import type { BackgroundTask } from '../src/kernel/background-task.ts';
import { createLinks } from '../src/kernel/links/links.ts';
import { mailContents } from '../src/kernel/mails/mail-contents.ts';
import { paymentAccounts } from '../src/kernel/payment-accounts/payment-accounts.ts';
import { stripeClients } from '../src/kernel/payment-accounts/stripe-clients.ts';
import { readClock } from '../src/kernel/records/change-time.ts';
import { databaseTransactions } from '../src/kernel/transactions/database-transactions.ts';
import { taskQueue } from '../src/server/background/periodic-tasks.ts';
import { systemCaller } from '../src/server/background/system-caller.ts';
import { queueMetrics } from '../src/server/leased-queue/queue-metrics.ts';
import { startQueue } from '../src/server/leased-queue/start-queue.ts';
import { purgeTask } from '../src/server/purges.ts';
import { tasks } from '../src/server/tasks.ts';

const database = await createTestDatabase();
afterAll(database.close);
const { kysely, connection } = database;
const session = openProcessSession({ database: kysely, connection });
afterAll(session.stop);
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

/** Runs tasks, until the test ends or `stop`. */
const start = (...started: BackgroundTask[]) => startOn(database, ...started);

function startOn(database: Database, ...started: BackgroundTask[]) {
  const registry = new Registry();
  const { logger, lines } = testLog();
  const metrics = queueMetrics(registry, { database, logger });
  const parts = { database, owners: session.owners, clock: readClock, metrics, pollMs: 10, logger };
  const { stop } = startQueue(taskQueue({ tasks: started, database, transactions }), parts);
  onTestFinished(stop);
  /** Waits until this many runs have ended. Default: without a failure. */
  const runs = async (outcome = 'queued') => {
    const counted = await registry.getSingleMetric('job_attempts_total')?.get();
    const values = counted?.values.filter(({ labels }) => labels.outcome === outcome) ?? [];
    return values.reduce((sum, { value }) => sum + value, 0);
  };
  return { stop, lines, runs };
}

const rowOf = (companyId: string, { name }: BackgroundTask) =>
  kysely
    .selectFrom('companyTask')
    .select(['status', 'lastError', sql<number>`extract(epoch from due_at - now())::float`.as('left')])
    .where('companyId', '=', companyId)
    .where('id', '=', name)
    .executeTakeFirst();

/** Seconds until tasks are due, of all companies. */
const waitingFor = async (tasks: BackgroundTask[]) => {
  const rows = await kysely
    .selectFrom('companyTask')
    .select(sql<number>`extract(epoch from due_at - now())::float`.as('left'))
    .where(
      'id',
      'in',
      tasks.map(({ name }) => name),
    )
    .execute();
  return rows.map(({ left }) => left);
};

/** Lets time pass for a task. */
const pass = ({ name }: BackgroundTask, minutes: number) =>
  kysely
    .updateTable('companyTask')
    .set({ dueAt: sql<string>`due_at - ${minutes} * interval '1 minute'` })
    .where('id', '=', name)
    .execute();

test('runs for each company, and goes on after one that fails, which is logged', async () => {
  const [first, failing, last] = [await newCompany(), await newCompany('broken'), await newCompany()];
  const done: string[] = [];
  const named = task(async ({ db, actor }) => {
    const { companyId, name } = await db
      .selectFrom('company')
      .select(['companyId', 'name'])
      .executeTakeFirstOrThrow();
    await db.updateTable('company').set({ phone: actor.id }).execute();
    if (name === 'broken') throw serviceUnavailable(5, { cause: new Error('lock timeout') });
    done.push(companyId);
    return false;
  });
  const { lines, runs } = start(named);
  await expect.poll(() => runs()).toBe(2);
  await expect.poll(() => runs('repeat')).toBe(1);
  expect(new Set(done)).toEqual(new Set([first, last]));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      ...{ companyId: failing, id: named.name, msg: 'companyTask failed' },
      ...{ error: { code: 'service_unavailable' }, cause: { message: 'lock timeout' } },
    },
  ]);
  const companies = await kysely.selectFrom('company').select(['companyId', 'phone']).execute();
  const phones = Object.fromEntries(companies.map(({ companyId, phone }) => [companyId, phone]));
  // The changes of the failed run are rolled back.
  expect(phones).toEqual({ [first]: named.name, [failing]: null, [last]: named.name });
});

test('is due again after its interval, and sooner after a failure', async () => {
  const companyId = await newCompany();
  let isBroken = true;
  let runs = 0;
  const hourly = task(async ({ db }) => {
    const { companyId: own } = await db.selectFrom('company').select('companyId').executeTakeFirstOrThrow();
    if (own !== companyId) return false;
    runs += 1;
    if (isBroken) throw new Error('cannot be done');
    return false;
  });
  start(hourly);
  await expect.poll(() => rowOf(companyId, hourly)).toMatchObject({ lastError: 'cannot be done' });
  const failed = await rowOf(companyId, hourly);
  expect(failed?.left).toBeLessThanOrEqual(10);
  isBroken = false;
  await pass(hourly, 1);
  await expect.poll(() => rowOf(companyId, hourly)).toMatchObject({ lastError: null, status: 'queued' });
  const { left = 0 } = (await rowOf(companyId, hourly)) ?? {};
  expect(left).toBeGreaterThan(3_500);
  expect(left).toBeLessThanOrEqual(3_600);
  expect(runs).toBe(2);
  await pass(hourly, 61);
  await expect.poll(() => runs).toBe(3);
});

test('that is unknown to this version of the service waits', async () => {
  const companyId = await newCompany();
  const unknown = task(async () => false);
  const row = { companyId, id: unknown.name, lane: unknown.name, status: 'queued' };
  const now = await readClock(kysely);
  await kysely
    .insertInto('companyTask')
    .values({ ...row, dueAt: now, createdAt: now })
    .execute();
  start();
  await expect.poll(async () => (await rowOf(companyId, unknown))?.left).toBeGreaterThan(3_000);
  expect(await rowOf(companyId, unknown)).toMatchObject({ status: 'queued', lastError: null });
});

test('a slow run delays no other task', async () => {
  const companyId = await newCompany();
  const begun: (() => void)[] = [];
  let isDone = false;
  const isOwn = async ({ db }: Parameters<BackgroundTask['run']>[0]) =>
    (await db.selectFrom('company').select('companyId').executeTakeFirstOrThrow()).companyId === companyId;
  const slow = task(async (context) => {
    if (await isOwn(context)) await new Promise<void>((go) => begun.push(go));
    return false;
  });
  const other = task(async (context) => {
    isDone ||= await isOwn(context);
    return false;
  });
  const background = start(slow, other);
  await expect.poll(() => begun).toHaveLength(1);
  await expect.poll(() => isDone).toBe(true);
  const stopped = background.stop();
  begun[0]?.();
  await stopped;
});

test('runs in one process at a time for a company, in any number for several', async () => {
  const companies = [await newCompany(), await newCompany()];
  const waiting: [string, () => void][] = [];
  const slow = task(async ({ db }) => {
    const { companyId } = await db.selectFrom('company').select('companyId').executeTakeFirstOrThrow();
    if (companies.includes(companyId)) await new Promise<void>((go) => waiting.push([companyId, go]));
    return false;
  });
  const other = task(async () => false);
  const processes = [start(slow, other), start(slow, other)];
  await expect.poll(() => waiting).toHaveLength(2);
  // While they run, either process does the rest.
  const { length } = await kysely.selectFrom('company').select('companyId').execute();
  const done = async () => {
    const runs = await Promise.all(processes.map((process) => process.runs()));
    return runs.reduce((sum, own) => sum + own, 0);
  };
  await expect.poll(done).toBe(2 * length - companies.length);
  expect(waiting.map(([companyId]) => companyId).toSorted()).toEqual(companies.toSorted());
  for (const [, go] of waiting) go();
  for (const companyId of companies)
    await expect.poll(async () => (await rowOf(companyId, slow))?.left).toBeGreaterThan(3_000);
});

test('runs again at once while work is left, and stops after the transaction in progress', async () => {
  const companyId = await newCompany();
  const ofCompany = (run: () => Promise<boolean>) =>
    task(async ({ db }) => {
      const own = await db.selectFrom('company').select('companyId').executeTakeFirstOrThrow();
      return own.companyId === companyId && run();
    });
  let left = 5;
  const first = start(
    ofCompany(async () => {
      left -= 1;
      return left > 0;
    }),
  );
  await expect.poll(() => left).toBe(0);
  await first.stop();

  const begun: (() => void)[] = [];
  let ended = 0;
  const endless = start(
    ofCompany(async () => {
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

test('slow purges leave half of the slots to other tasks', async () => {
  for (let made = 0; made < 3; made += 1) await newCompany();
  const begun: (() => void)[] = [];
  let isOver = false;
  const slow = (): BackgroundTask => ({
    ...task(async () => {
      if (!isOver) await new Promise<void>((go) => begun.push(go));
      return false;
    }),
    isPurge: true,
  });
  // The last one of a company in order.
  const other = { ...task(async () => false), name: 'unhurried' };
  const purges = [slow(), slow()];
  const { stop } = start(...purges, other);
  const end = () => {
    isOver = true;
    for (const go of begun) go();
  };
  onTestFinished(end);
  await expect.poll(() => begun).toHaveLength(2);
  const { length } = await kysely.selectFrom('company').select('companyId').execute();
  const done = async () => {
    const rows = await kysely
      .selectFrom('companyTask')
      .select('companyId')
      .where('id', '=', other.name)
      .where('dueAt', '>', sql<string>`now()`)
      .execute();
    return rows.length;
  };
  // A company whose own slots are taken waits.
  await expect.poll(done).toBe(length - 1);
  expect(begun).toHaveLength(2);
  end();
  await expect.poll(async () => (await waitingFor(purges)).every((left) => left > 3_000)).toBe(true);
  await stop();
});

test('that always fails is repeated after pauses of up to its interval', async () => {
  const companyId = await newCompany();
  const daily = task(async () => {
    throw new Error('cannot be done');
  }, 86_400_000);
  const frequent = task(daily.run, 300_000);
  const now = await readClock(kysely);
  await kysely
    .insertInto('companyTask')
    .values(
      [daily, frequent].map(({ name: id }) => ({
        ...{ companyId, id, lane: id, status: 'queued', attempts: 100, dueAt: now, createdAt: now },
      })),
    )
    .execute();
  start(daily, frequent);
  await expect.poll(async () => (await rowOf(companyId, daily))?.lastError).toBe('cannot be done');
  await expect.poll(async () => (await rowOf(companyId, frequent))?.lastError).toBe('cannot be done');
  expect((await rowOf(companyId, daily))?.left).toBeGreaterThan(86_000);
  expect((await rowOf(companyId, frequent))?.left).toBeLessThanOrEqual(300);
});

test('a company whose tasks cannot be leased delays no other one', async () => {
  const [broken, other] = [await newCompany(), await newCompany()];
  const named = task(async () => false);
  const transaction: typeof database.transaction = (companyId, work) => {
    if (companyId === broken) throw new Error('no connection');
    return database.transaction(companyId, work);
  };
  const { lines } = startOn({ ...database, transaction }, named);
  await expect.poll(async () => (await rowOf(other, named))?.left).toBeGreaterThan(3_000);
  expect(lines.join()).toContain('no rows were leased');
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
  const { run } = purgeTask('delete-expired-keys');
  const runOnce = () => transactions.write(systemCaller(companyId, 'test'), run);
  expect(await runOnce()).toBe(true);
  expect([await left(companyId), await left(other)]).toEqual([3, 1003]);
  expect(await runOnce()).toBe(false);
  expect([await left(companyId), await left(other)]).toEqual([2, 1003]);
});
