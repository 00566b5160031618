import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { benchAndReceiver } from './support/bench-and-receiver.ts';
import { holdAnswers } from './support/receiver.ts';
import { drained, eventually, present } from './support/workbench.ts';

const { bench, receiver } = await benchAndReceiver();

const connection = () => ({ connectionString: bench.url });
const nowhere = { host: '127.0.0.1', port: 1 };

interface Witness {
  /** Resolves when a dispatcher has taken over the void lease of a dead one. */
  voidLeasesAreTaken(): Promise<void>;
}

/** Queues a delivery leased by a dispatcher that does not exist. */
async function leaseOfDeadDispatcher(): Promise<Witness> {
  const { companyId } = await bench.subscribe(receiver.url);
  const [event] = await bench.recordMany(companyId, 1);
  const deadId = 1;
  const lease = (leasedBy: number) =>
    sql`
      update webhook_delivery
      set lease_token = gen_random_uuid(), leased_by = ${leasedBy}, leased_at = now() + interval '500 milliseconds', lease_until = 'infinity'
      where company_id = ${companyId}::bigint
    `.execute(bench.database.kysely);
  await lease(-deadId);
  return {
    async voidLeasesAreTaken() {
      // This lease begins later than all others in the test.
      await lease(deadId);
      await eventually(() => expect(receiver.arrived()).toContain(event));
    },
  };
}

test('no other dispatcher sends the deliveries that a stopping dispatcher has in flight', async () => {
  const answers = holdAnswers();
  receiver.answer(answers.hold, 204);
  const dead = await leaseOfDeadDispatcher();
  const { companyId, id } = await bench.subscribe(receiver.url);
  const first = bench.dispatch({ connection });
  await present(bench, 1);
  const event = await bench.record(companyId);
  await receiver.received(1);
  bench.dispatch({ connection });
  await present(bench, 2);
  const stopped = first.stop();
  await dead.voidLeasesAreTaken();
  answers.release();
  await stopped;
  await drained(bench, id);
  expect(receiver.arrived().filter((arrived) => arrived === event)).toHaveLength(1);
});

/** Terminates the connections that hold the locks of dispatchers. Returns the numbers of the locks. */
async function cutConnections(): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select objid::bigint::integer as id, pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and classid = 730211
      and database = (select oid from pg_database where datname = current_database())
  `.execute(bench.database.kysely);
  return rows.map(({ id }) => id);
}

test('a dispatcher that has lost its connection sends no event twice', async () => {
  const answers = holdAnswers();
  receiver.answer(answers.hold, 204);
  const dead = await leaseOfDeadDispatcher();
  const { companyId, id } = await bench.subscribe(receiver.url);
  let isAway = false;
  bench.dispatch({ connection: () => (isAway ? nowhere : connection()) });
  await present(bench, 1);
  const event = await bench.record(companyId);
  await receiver.received(1);
  isAway = true;
  await cutConnections();
  await dead.voidLeasesAreTaken();
  answers.release();
  await drained(bench, id);
  expect(receiver.arrived().filter((arrived) => arrived === event)).toHaveLength(1);
});

/** Starts a dispatcher that has reconnected while its old connection still holds its lock. */
async function reconnectedDispatcher() {
  let isAway = false;
  bench.dispatch({ connection: () => (isAway ? nowhere : connection()) });
  await present(bench, 1);
  const old = new pg.Client(connection());
  onTestFinished(() => old.end());
  await old.connect();
  isAway = true;
  const [lock] = await cutConnections();
  await old.query('select pg_advisory_lock(730211, $1)', [lock]);
  isAway = false;
  return { old, lock };
}

test('a reconnected dispatcher acquires its lock again when its old connection has ended', async () => {
  const { companyId } = await bench.subscribe(receiver.url);
  const { old, lock } = await reconnectedDispatcher();
  await eventually(async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and state = 'idle'
        and query ~ '^(listen|select pg_try_advisory_lock)'
    `.execute(bench.database.kysely);
    expect(rows).toHaveLength(1);
  });
  const leasedBy = async () => {
    const answers = holdAnswers();
    receiver.answer(answers.hold, 204);
    const [event] = await bench.recordMany(companyId, 1);
    await eventually(() => expect(receiver.arrived()).toContain(event));
    const { rows } = await sql<{ leasedBy: number }>`
      select leased_by from webhook_delivery where company_id = ${companyId}::bigint and event_id = ${event}::uuid
    `.execute(bench.database.kysely);
    answers.release();
    return rows[0]?.leasedBy ?? 0;
  };
  expect(await leasedBy()).toBeLessThan(0);
  await old.query('select pg_advisory_unlock(730211, $1)', [lock]);
  await eventually(async () => expect(await leasedBy()).toBe(lock));
});

test('a reconnected dispatcher tries again for its lock before others consider it dead', async () => {
  const { lock } = await reconnectedDispatcher();
  const tries = `select pg_try_advisory_lock(730211, ${lock})%`;
  let lastMs: number | undefined;
  await eventually(async () => {
    const { rows } = await sql<{ sentMs: number }>`
      select (extract(epoch from query_start) * 1000)::double precision as sent_ms from pg_stat_activity
      where datname = current_database() and query like ${tries}
    `.execute(bench.database.kysely);
    const sentMs = rows[0]?.sentMs ?? Number.NaN;
    const betweenMs = sentMs - (lastMs ?? Number.NaN);
    lastMs = sentMs;
    expect(betweenMs).toBeGreaterThan(0);
    expect(betweenMs).toBeLessThan(400);
  });
});
