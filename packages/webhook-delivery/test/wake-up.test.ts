import { openProcessSession, type ProcessSession } from '@pv-planning/database';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  createDispatcherNotifier,
  type DeliveryRules,
  type Dispatcher,
  listenForWakeUps,
} from '../src/index.ts';
import { after, holdAnswers, type Receiver, silence, startReceiver } from './support/receiver.ts';
import { drained, eventually, openWorkbench, silent, type Workbench } from './support/workbench.ts';

let bench: Workbench;
let receiver: Receiver;
let sessions: ProcessSession[] = [];

beforeAll(async () => {
  bench = await openWorkbench();
  receiver = await startReceiver();
});
afterEach(async () => {
  await Promise.all(sessions.map(({ stop }) => stop()));
  sessions = [];
  await bench.reset();
  receiver.reset();
});
afterAll(async () => {
  await bench.close();
  await receiver.close();
});

/** Longer than the timeout of a test, which fails if it waits for a poll. */
const pollMs = 3_600_000;

/** Starts a dispatcher and waits for its first poll, which is the only one. */
async function dispatchPolled(rules: Partial<DeliveryRules> = {}): Promise<Dispatcher> {
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.recordMany(companyId, 1);
  const dispatcher = bench.dispatch({ rules: { pollMs, ...rules } });
  await drained(bench, id);
  receiver.reset();
  return dispatcher;
}

function openSession(): ProcessSession {
  const connection = () => ({ connectionString: bench.url });
  const session = openProcessSession({ database: bench.database.kysely, connection });
  sessions.push(session);
  return session;
}

function listen(wake: (companyId?: string) => void) {
  listenForWakeUps(openSession(), wake);
  return eventually(async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and query = 'listen webhook_delivery' and state = 'idle'
    `.execute(bench.database.kysely);
    expect(rows).toHaveLength(1);
  });
}

/** Records an event like a process without a dispatcher. */
async function recordElsewhere(companyIds: string[]): Promise<void> {
  const notifier = createDispatcherNotifier({ kysely: bench.database.kysely, logger: silent });
  for (const companyId of companyIds) {
    await bench.recordMany(companyId, 1, { wake: false });
    notifier.wake(companyId);
  }
  await notifier.stop();
}

test('a wake-up in the process sends an event without waiting for a poll', async () => {
  const { companyId } = await bench.subscribe(receiver.url);
  await dispatchPolled();
  await bench.record(companyId);
  await receiver.received(1);
});

test.each([
  ['the window of an endpoint', 1, {}],
  ['the slots of a company', 3, { maxInFlight: 4 }],
  ['the slots of the process', 3, { maxInFlight: 1 }],
])('deliveries that exceed %s follow without a poll', async (_name, endpoints, limits) => {
  const events = 12;
  const { companyId } = await bench.subscribe(receiver.url);
  for (let count = 1; count < endpoints; count++) await bench.subscribe(receiver.url, { companyId });
  await dispatchPolled(limits);
  receiver.answer(after(5));
  await bench.recordMany(companyId, events);
  await receiver.received(events * endpoints);
});

test('a company without free slots continues when any of its attempts ends', async () => {
  const hanging = await startReceiver();
  hanging.answer(silence);
  const answers = holdAnswers();
  receiver.answer(answers.hold, 204);
  const { companyId } = await bench.subscribe(receiver.url, { eventTypes: ['site.created'] });
  await bench.subscribe(hanging.url, { companyId, eventTypes: ['site.deleted'] });
  bench.dispatch({ rules: { pollMs, maxInFlight: 4 } });
  await bench.record(companyId, 'site.created');
  await receiver.received(1);
  await bench.record(companyId, 'site.deleted');
  await hanging.received(1);
  await bench.record(companyId, 'site.created');
  answers.release();
  await receiver.received(2);
  const stopped = bench.stop();
  await hanging.close();
  await stopped;
});

test('a process without a dispatcher wakes the dispatchers of others', async () => {
  const { companyId } = await bench.subscribe(receiver.url);
  const { companyId: second } = await bench.subscribe(receiver.url);
  const dispatcher = await dispatchPolled();
  await listen(dispatcher.wake);
  await recordElsewhere([companyId, second]);
  await receiver.received(2);
});

test('a notification lists a few companies, and none if there are many', async () => {
  const heard: (string | undefined)[] = [];
  await listen((companyId) => heard.push(companyId));
  const notifier = createDispatcherNotifier({ kysely: bench.database.kysely, logger: silent });
  for (const companyId of ['1', '2', '1']) notifier.wake(companyId);
  await notifier.stop();
  await eventually(() => expect(heard).toEqual([undefined, '1', '2']));
  for (let company = 0; company < 5_000; company++) notifier.wake(String(company));
  await notifier.stop();
  await eventually(() => expect(heard).toEqual([undefined, '1', '2', undefined]));
});

test('events of missed notifications are found after a reconnect', async () => {
  const { companyId } = await bench.subscribe(receiver.url);
  const dispatcher = await dispatchPolled();
  await listen(dispatcher.wake);
  await bench.recordMany(companyId, 1, { wake: false });
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query = 'listen webhook_delivery'
  `.execute(bench.database.kysely);
  await receiver.received(1);
});

test('polling finds events without notifications', async () => {
  const { companyId } = await bench.subscribe(receiver.url);
  const nowhere = () => ({ host: '127.0.0.1', port: 1 });
  bench.dispatch({ rules: { pollMs: 100 }, connection: nowhere });
  await recordElsewhere([companyId]);
  await receiver.received(1);
});
