import { setTimeout as delay } from 'node:timers/promises';
import { type Database, openDatabase } from '@pv-planning/database';
import { createTestDatabase } from '@pv-planning/database/testing';
import { sql } from 'kysely';
import pino from 'pino';
import { expect } from 'vitest';
import {
  createDeliveries,
  createDispatcher,
  createEndpoints,
  type Deliveries,
  type Delivery,
  type Dispatcher,
  type DispatcherOptions,
  type Endpoint,
  type EndpointId,
  type Endpoints,
  type NameServer,
  recordEvent,
} from '../../src/index.ts';
import { loopback, receiverCertificate, secretKey } from '../../src/testing/index.ts';
import { type DatabaseClock, fixedClock, installClock } from './database-clock.ts';
import { startReceiver } from './receiver.ts';
import { fastRules } from './settings.ts';

export const silent = pino({ level: process.env.TEST_LOG ?? 'silent' });

export interface Subscription {
  companyId: string;
  endpoint: Endpoint;
  /** What names the endpoint. */
  id: EndpointId;
  secret: string;
}

export interface Workbench {
  database: Database;
  /** The database's address, for other processes. */
  url: string;
  /** Moves the time of the database. */
  clock: DatabaseClock;
  endpoints: Endpoints;
  deliveries: Deliveries;
  addCompany(): Promise<string>;
  /** An endpoint, of a company of its own unless one is given. */
  subscribe(url: string, of?: { companyId?: string; eventTypes?: string[] }): Promise<Subscription>;
  /** Records an event in a transaction of its own and wakes the dispatchers. Returns its id. */
  record(companyId: string, type?: string, data?: object): Promise<string>;
  /** Records many at once and wakes the dispatchers, unless told not to. Returns their ids in the order in which they happened. */
  recordMany(companyId: string, count: number, options?: { wake: boolean }): Promise<string[]>;
  /**
   * Resolves once every delivery of the company that was due at the call and may be sent has been sent and recorded.
   * Needs a running dispatcher. Shows that what is still unsent is held back.
   */
  drainDue(companyId: string): Promise<void>;
  /** Starts a dispatcher. */
  dispatch(options?: Partial<DispatcherOptions>): Dispatcher;
  /** Ends the dispatchers. */
  stop(): Promise<void>;
  /** Ends the dispatchers and forgets what is queued. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export interface WorkbenchOptions {
  /** Without a clock that can be moved, which costs time: for measurements. */
  realTime?: boolean;
  /** Asked for the names of receivers. */
  resolver?: NameServer;
}

/** A database and everything that delivers events. Tests get companies of their own, so that they can share it. */
export async function openWorkbench({ realTime, resolver }: WorkbenchOptions = {}): Promise<Workbench> {
  const made = await createTestDatabase();
  const clock = realTime ? fixedClock : await installClock(made.kysely);
  const database = await openDatabase({ url: made.url, migrate: false });
  const { kysely } = database;
  const { cert: ca } = await receiverCertificate();
  const options = { kysely, secretKey, allowTargets: loopback, ca, ...(resolver && { resolver }) };
  const endpoints = createEndpoints(options);
  const witness = await startReceiver({ tls: false });
  const dispatchers: Dispatcher[] = [];

  async function addCompany() {
    const row = await kysely
      .insertInto('company')
      .values({ name: 'Sonnendach Musterstadt GmbH' })
      .returning('companyId')
      .executeTakeFirstOrThrow();
    return row.companyId;
  }
  const nothingUnderWay = (companyId: string) =>
    eventually(async () => {
      const { rows } = await sql`
        select from webhook_delivery where company_id = ${companyId}::bigint and lease_token is not null
      `.execute(kysely);
      expect(rows).toEqual([]);
    });
  async function stop() {
    await Promise.all(dispatchers.splice(0).map((dispatcher) => dispatcher.stop()));
  }
  return {
    database,
    url: made.url,
    clock,
    endpoints,
    deliveries: createDeliveries({ kysely }),
    addCompany,
    async subscribe(url, { companyId, eventTypes = ['*'] } = {}) {
      const owner = companyId ?? (await addCompany());
      const { endpoint, secret } = await endpoints.create({ companyId: owner, url, eventTypes });
      return { companyId: owner, endpoint, id: { companyId: owner, endpointId: endpoint.id }, secret };
    },
    async record(companyId, type = 'customer.created', data = { id: '1001' }) {
      const { id } = await database.transaction(companyId, (_queries, transaction) =>
        recordEvent(transaction, { companyId, type, data }),
      );
      for (const dispatcher of dispatchers) dispatcher.wake(companyId);
      return id;
    },
    async recordMany(companyId, count, { wake } = { wake: true }) {
      const { rows } = await sql<{ id: string }>`
        with event as (
          insert into webhook_event (company_id, id, type, created_at, body)
          select ${companyId}::bigint, gen_random_uuid(), 'customer.created',
            clock.now - (${count} - position) * interval '1 millisecond', '{"data":{"id":"1001"}}'
          from (select now() as now offset 0) as clock, generate_series(1, ${count}::integer) as position
          returning company_id, id, type, created_at
        ), delivery as (
          insert into webhook_delivery (company_id, endpoint_id, event_id, event_type, event_created_at, due_at)
          select event.company_id, endpoint.id, event.id, event.type, event.created_at, event.created_at
          from event join webhook_endpoint as endpoint on endpoint.company_id = ${companyId}::bigint
        )
        select id from event order by created_at
      `.execute(kysely);
      if (wake) for (const dispatcher of dispatchers) dispatcher.wake(companyId);
      return rows.map(({ id }) => id);
    },
    async drainDue(companyId) {
      await nothingUnderWay(companyId);
      // A claim covers all endpoints of a company: the one that takes this delivery has seen every other due one.
      const { endpoint } = await endpoints.create({ companyId, url: witness.url, eventTypes: ['none.such'] });
      const id = { companyId, endpointId: endpoint.id };
      await endpoints.sendTest(id);
      for (const dispatcher of dispatchers) dispatcher.wake(companyId);
      await eventually(async () => expect(witness.arrived()).toHaveLength(1));
      await nothingUnderWay(companyId);
      await endpoints.remove(id);
      witness.reset();
    },
    dispatch(more = {}) {
      const dispatcher = createDispatcher({
        ...options,
        logger: silent,
        ...more,
        rules: { ...fastRules, ...more.rules },
      });
      dispatchers.push(dispatcher);
      dispatcher.start();
      return dispatcher;
    },
    stop,
    async reset() {
      await stop();
      await sql`truncate webhook_delivery`.execute(kysely);
    },
    async close() {
      await stop();
      await witness.close();
      await database.close();
      await made.close();
    },
  };
}

/** Asks until the answer is the expected one. It gives up after a minute, which only what hangs takes. */
export async function eventually<T>(assertion: () => Promise<T> | T, withinMs = 60_000): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await delay(15);
    }
  }
}

/** The deliveries of an endpoint, newest first, once all of them have this status. */
export async function settled(
  bench: Workbench,
  id: EndpointId,
  status: Delivery['status'],
  count = 1,
): Promise<Delivery[]> {
  return eventually(async () => {
    const deliveries = await bench.deliveries.list({ ...id, limit: count + 1 });
    expect(deliveries.map((delivery) => delivery.status)).toEqual(Array(count).fill(status));
    return deliveries;
  });
}

/** Resolves once nothing is queued for an endpoint. */
export async function drained(bench: Workbench, { companyId, endpointId }: EndpointId, withinMs?: number) {
  await eventually(async () => {
    const { rows } = await sql<{ queued: boolean }>`
      select exists (
        select from webhook_delivery where company_id = ${companyId}::bigint and endpoint_id = ${endpointId}::uuid
      ) as queued
    `.execute(bench.database.kysely);
    expect(rows).toEqual([{ queued: false }]);
  }, withinMs);
}

/** Sends one event to a URL, once, and says what became of it. Needs a dispatcher that makes one attempt each. */
export async function attemptAt(bench: Workbench, url: string) {
  const { companyId, id } = await bench.subscribe(url);
  await bench.record(companyId);
  return eventually(async () => {
    const [delivery] = await bench.deliveries.list(id);
    const [attempt] = delivery?.attempts ?? [];
    if (!attempt) throw new Error('No attempt was made.');
    return attempt;
  });
}

/** Resolves once so many dispatchers hold their lock. */
export const present = (bench: Workbench, count: number) =>
  eventually(async () => {
    const { rows } = await sql`
      select objid from pg_locks where locktype = 'advisory' and classid = 730211
        and database = (select oid from pg_database where datname = current_database())
    `.execute(bench.database.kysely);
    expect(rows).toHaveLength(count);
  });
