import { setTimeout as delay } from 'node:timers/promises';
import {
  type Database,
  openDatabase,
  openProcessSession,
  type ProcessSessionOptions,
} from '@pv-planning/database';
import { createTestDatabase } from '@pv-planning/database/testing';
import { sql } from 'kysely';
import pino from 'pino';
import { expect } from 'vitest';
import {
  createDeliveries,
  createDispatcher,
  createEndpoints,
  createOutbox,
  type Deliveries,
  type Delivery,
  type Dispatcher,
  type DispatcherOptions,
  type Endpoint,
  type EndpointId,
  type Endpoints,
  type NameServer,
} from '../../src/index.ts';
import { loopback, receiverCertificate, secretKey } from '../../src/testing/index.ts';
import { type DatabaseClock, fixedClock, installClock } from './database-clock.ts';
import { startReceiver } from './receiver.ts';
import { fastRules } from './settings.ts';

export const silent = pino({ level: process.env.TEST_LOG ?? 'silent' });

export interface Subscription {
  companyId: string;
  endpoint: Endpoint;
  /** Identifies the endpoint. */
  id: EndpointId;
  secret: string;
}

export interface Workbench {
  database: Database;
  /** URL of the database, for other processes. */
  url: string;
  /** The database's clock. */
  clock: DatabaseClock;
  endpoints: Endpoints;
  deliveries: Deliveries;
  addCompany(): Promise<string>;
  /** Creates an endpoint, in a new company unless one is given. */
  subscribe(url: string, of?: { companyId?: string; eventTypes?: string[] }): Promise<Subscription>;
  /** Records an event in a separate transaction and wakes the dispatchers. Returns its id. */
  record(companyId: string, type?: string, data?: object): Promise<string>;
  /** Records many events in one statement and wakes the dispatchers, unless `wake` is false. Returns the ids in the order of the events. */
  recordMany(companyId: string, count: number, options?: { wake: boolean }): Promise<string[]>;
  /**
   * Resolves when every delivery of the company that was due at the time of the call and can be sent has been sent and its
   * result saved. Requires a running dispatcher. Deliveries that are still queued afterwards are held back.
   */
  drainDue(companyId: string): Promise<void>;
  /** Starts a dispatcher, with a session on the connection, if one is given. */
  dispatch(options?: Partial<DispatcherOptions> & Pick<ProcessSessionOptions, 'connection'>): Dispatcher;
  /** Stops the dispatchers. */
  stop(): Promise<void>;
  /** Stops the dispatchers and clears the queue. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export interface WorkbenchOptions {
  /** Uses real time instead of the adjustable clock, which is slow. For measurements. */
  realTime?: boolean;
  /** Resolves the host names of receivers. */
  resolver?: NameServer;
}

/** Opens a database with all parts of delivery. Tests create their own companies, so that they can share it. */
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
  const wake = (companyId: string) => {
    for (const dispatcher of dispatchers) dispatcher.wake(companyId);
  };

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
      const outbox = createOutbox({ companyId, wake });
      const id = outbox.record({ type, data });
      await database.transaction(companyId, async () => {}, { atCommit: outbox });
      return id;
    },
    async recordMany(companyId, count, { wake: wakes } = { wake: true }) {
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
      if (wakes) wake(companyId);
      return rows.map(({ id }) => id);
    },
    async drainDue(companyId) {
      await nothingUnderWay(companyId);
      // Each claim covers all endpoints of a company: once the test event has arrived, all other due deliveries have been claimed as well.
      const { endpoint } = await endpoints.create({ companyId, url: witness.url, eventTypes: ['none.such'] });
      const id = { companyId, endpointId: endpoint.id };
      await endpoints.sendTest(id);
      wake(companyId);
      await eventually(async () => expect(witness.arrived()).toHaveLength(1));
      await nothingUnderWay(companyId);
      await endpoints.remove(id);
      witness.reset();
    },
    dispatch({ connection, ...more } = {}) {
      const session = openProcessSession({ database: kysely, connection });
      const dispatcher = createDispatcher({
        ...options,
        connections: database,
        session,
        logger: silent,
        ...more,
        rules: { ...fastRules, ...more.rules },
      });
      const { stop: stopDispatcher } = dispatcher;
      dispatcher.stop = async () => {
        await stopDispatcher();
        await session.stop();
      };
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

/** Retries until the check passes, for at most a minute. */
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

/** Resolves with the endpoint's `count` deliveries, newest first, when all of them have the status. */
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

/** Resolves when nothing is queued for the endpoint. */
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

/** Sends one event to a URL and returns its attempt. Requires a dispatcher with `maxAttempts: 1`. */
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

/** Resolves when `count` dispatchers hold their locks. */
export const present = (bench: Workbench, count: number) =>
  eventually(async () => {
    const { rows } = await sql`
      select objid from pg_locks where locktype = 'advisory' and classid = 730211
        and database = (select oid from pg_database where datname = current_database())
    `.execute(bench.database.kysely);
    expect(rows).toHaveLength(count);
  });
