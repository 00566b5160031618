import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '@pv-planning/database/testing';
import { sql } from 'kysely';
import pino from 'pino';
import { expect } from 'vitest';
import {
  createDeliveries,
  createDispatcher,
  createEndpoints,
  type Deliveries,
  type Dispatcher,
  type DispatcherOptions,
  type Endpoint,
  type Endpoints,
  recordEvent,
} from '../src/index.ts';
import { fastRules, loopback, secretKey } from './settings.ts';

export const silent = pino({ level: process.env.TEST_LOG ?? 'silent' });

export interface Workbench {
  database: TestDatabase;
  companyId: string;
  endpoints: Endpoints;
  deliveries: Deliveries;
  addCompany(): Promise<string>;
  subscribe(url: string, eventTypes?: string[]): Promise<{ endpoint: Endpoint; secret: string }>;
  /** Records an event in a transaction of its own and wakes the dispatchers. Returns its id. */
  record(type?: string, data?: object, companyId?: string): Promise<string>;
  dispatch(options?: Partial<DispatcherOptions>): Dispatcher;
  /** Ends the dispatchers and forgets endpoints, events and deliveries. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** A database with a company and everything that delivers its events. */
export async function openWorkbench(): Promise<Workbench> {
  const database = await createTestDatabase();
  const { kysely } = database;
  const options = { kysely, secretKey, allowTargets: loopback };
  const endpoints = createEndpoints(options);
  const dispatchers: Dispatcher[] = [];

  async function addCompany() {
    const row = await kysely
      .insertInto('company')
      .values({ name: 'Sonnendach Musterstadt GmbH' })
      .returning('companyId')
      .executeTakeFirstOrThrow();
    return row.companyId;
  }
  const bench: Workbench = {
    database,
    companyId: await addCompany(),
    endpoints,
    deliveries: createDeliveries({ kysely }),
    addCompany,
    subscribe: (url, eventTypes = ['*']) => endpoints.create({ companyId: bench.companyId, url, eventTypes }),
    async record(type = 'customer.created', data = { id: '1001' }, companyId = bench.companyId) {
      const id = await database.transaction(companyId, (_queries, transaction) =>
        recordEvent(transaction, { companyId, type, data }),
      );
      for (const dispatcher of dispatchers) dispatcher.wake(companyId);
      return id;
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
    async reset() {
      await Promise.all(dispatchers.splice(0).map((dispatcher) => dispatcher.stop()));
      await sql`truncate webhook_endpoint, webhook_event, webhook_delivery, webhook_delivery_finished, webhook_attempt`.execute(
        kysely,
      );
      bench.companyId = await addCompany();
    },
    async close() {
      await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop()));
      await database.close();
    },
  };
  return bench;
}

/** Asks until the answer is the expected one, for at most 4 seconds. */
export async function eventually(assertion: () => Promise<void> | void): Promise<void> {
  const deadline = Date.now() + 4_000;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await delay(20);
    }
  }
}

/** The deliveries of an endpoint once all of them have this status. */
export async function settled(bench: Workbench, endpoint: Endpoint, status: string, count = 1) {
  const list = () =>
    bench.deliveries.list({ companyId: endpoint.companyId, endpointId: endpoint.id, limit: 200 });
  await eventually(async () => {
    expect((await list()).map((delivery) => delivery.status)).toEqual(Array(count).fill(status));
  });
  return list();
}
