import type { OperationId, Scope } from '@pv-planning/contract';
import { createSecretBox } from '@pv-planning/database';
import { createTestDatabase, type TestDatabase } from '@pv-planning/database/testing';
import { createOutbox } from '@pv-planning/webhook-delivery';
import { afterAll } from 'vitest';
import { testLog } from '../../../../scripts/test-log.ts';
import { apiKeys } from '../../src/authentication/api-key.ts';
import { taskCaller } from '../../src/background/run-task.ts';
import type { BackgroundTask } from '../../src/background-task.ts';
import { createLinks } from '../../src/links/links.ts';
import { mailContents } from '../../src/mails/mail-contents.ts';
import { paymentAccounts } from '../../src/payment-accounts/payment-accounts.ts';
import { stripeClients } from '../../src/payment-accounts/stripe-clients.ts';
import { movedClock } from '../../src/records/change-time.ts';
import { type ServiceOptions, startService } from '../../src/service.ts';
import type { Settings } from '../../src/settings/settings.ts';
import {
  type DatabaseTransactions,
  databaseTransactions,
} from '../../src/transactions/database-transactions.ts';
import { type ApiClient, apiClient } from './api-client.ts';
import { publicContract } from './contract-document.ts';
import { storeExampleCompany, storeExampleRecords, withOtherIds } from './example-records.ts';
import { eventWatch, type RaisedBy } from './raised-events.ts';

export type Grant = readonly (Scope | '*')[];

export interface TestCompany<Id extends string = OperationId> {
  id: string;
  /** With every scope. */
  api: ApiClient<Id>;
  /** Returns a client whose key has these scopes. The same scopes use the same key. */
  withScopes(...grant: Grant): Promise<ApiClient<Id>>;
  /** Creates another key. */
  newKey(...grant: Grant): Promise<{ id: string; key: string }>;
  /** Creates a site in the database. The API has no operation for it. */
  newSite(): Promise<string>;
  raisedBy: RaisedBy;
}

/** A running service, with the company that the examples of a document describe. */
export interface ContractWorld<Id extends string = OperationId> {
  url: string;
  database: TestDatabase;
  /** The company of the contract's examples, with all its records. */
  exampleCompany: TestCompany<Id>;
  /** Another company, without records. */
  emptyCompany: TestCompany<Id>;
  /** Adds a company with the example records, under the same ids. Changes to it do not affect other tests. */
  addExampleCompany(): Promise<TestCompany<Id>>;
  /** Adds a company with the example records, under the ids from `withOtherIds`. */
  addCompanyCopy(): Promise<TestCompany<Id>>;
  /** Values for the parameters of paths that look like those of records, but belong to none. */
  unknownIds: readonly string[];
}

export interface TestApi extends ContractWorld {
  /** Undefined without `metricsPort`. */
  metricsUrl: string | undefined;
  addCompany(name?: string): Promise<TestCompany>;
  /** Sets the clock that handlers see. It starts before all appointments of the contract's examples. */
  setClock(time: string): void;
  /** The transactions of background work, with the same clock. */
  transactions: DatabaseTransactions;
  /** Does the work of a background task for a company, with the same clock, whether it is due or not. */
  runTask(companyId: string, task: BackgroundTask): Promise<boolean>;
  /** The lines that the service has logged. */
  log: string[];
}

export const secretKey = Buffer.alloc(32, 7);

const settings: Omit<Settings, 'databaseUrl'> = {
  host: '127.0.0.1',
  port: 0,
  metricsHost: '127.0.0.1',
  metricsPort: undefined,
  dataDir: '/nowhere',
  preparedStatements: true,
  rateLimit: 1_000_000,
  companyStorageMib: undefined,
  webhookAllowTargets: ['127.0.0.0/8'],
  webhookMaxPauseSeconds: 600,
  publicUrl: undefined,
  stripeUrl: undefined,
  mail: undefined,
  confirmBookings: false,
  corsOrigins: [],
  trustProxy: 0,
  secretKey: secretKey.toString('base64'),
  secretKeyFormer: undefined,
  production: false,
  warmUp: false,
  logLevel: 'trace',
};

/** Before all appointments of the contract's examples. */
export const startOfExamples = '2026-03-16T08:00:00.000Z';

/**
 * Starts the whole service on its own database, with validation of responses. The tests of a file share it; it is stopped after
 * them.
 */
export async function openTestApi(
  changes: Partial<Settings> = {},
  // Tests with a mail server wait for mails.
  {
    role = 'all',
    queuePollMs = changes.mail && 50,
    handlePauseMs = 10,
  }: Pick<ServiceOptions, 'role' | 'queuePollMs' | 'handlePauseMs'> = {},
): Promise<TestApi> {
  const database = await createTestDatabase({ poolSize: 4 });
  const { logger, lines: log } = testLog('error');
  let clockOffsetMs = 0;
  const setClock = (time: string) => {
    clockOffsetMs = Date.parse(time) - Date.now();
  };
  setClock(startOfExamples);
  const service = await startService({ ...settings, databaseUrl: database.url, ...changes }, logger, {
    role,
    clockOffsetMs: () => clockOffsetMs,
    queuePollMs,
    handlePauseMs,
  });
  const { url = '' } = service;
  afterAll(async () => {
    await service.close();
    await database.close();
  });

  const transactions = databaseTransactions({
    database,
    links: createLinks({ secretKey }, () => url),
    responseBox: createSecretBox(secretKey),
    paymentAccounts: paymentAccounts({ secretKey }, stripeClients(changes.stripeUrl), {
      ...settings,
      ...changes,
    }),
    mailContents: mailContents({ secretKey }),
    confirmBookings: changes.confirmBookings ?? false,
    outbox: (companyId) => createOutbox({ companyId, wake() {} }),
    clock: movedClock(() => clockOffsetMs),
  });
  const runTask = (companyId: string, task: BackgroundTask) =>
    transactions.write(taskCaller(companyId, task), task.run);

  async function company(companyId: string): Promise<TestCompany> {
    const clients = new Map<string, Promise<ApiClient>>();
    async function newKey(...grant: Grant) {
      const { key, prefix, hash } = apiKeys({ secretKey }).generate(companyId);
      const stored = { companyId, name: grant.join(' '), prefix, hash, scopes: [...grant] };
      const { id } = await database.kysely
        .insertInto('apiKey')
        .values(stored)
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id, key };
    }
    const withScopes = (...grant: Grant) => {
      const name = [...grant].sort().join(' ');
      const client =
        clients.get(name) ?? newKey(...grant).then(({ key }) => apiClient(publicContract, url, { key }));
      clients.set(name, client);
      return client;
    };
    async function newSite() {
      const { id } = await database.kysely
        .insertInto('site')
        .values({ companyId, name: 'Nordhausen' })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    }
    const raisedBy = eventWatch(database, companyId);
    return { id: companyId, api: await withScopes('*'), withScopes, newKey, newSite, raisedBy };
  }
  async function addCompany(name = 'Dachwerk Beispielstadt GmbH') {
    const { companyId } = await database.kysely
      .insertInto('company')
      .values({ name })
      .returning('companyId')
      .executeTakeFirstOrThrow();
    return company(companyId);
  }

  async function addExampleCompany() {
    const added = await addCompany();
    await storeExampleRecords(database.kysely, added.id);
    return added;
  }

  async function addCompanyCopy() {
    const copy = await addCompany();
    await storeExampleRecords(database.kysely, copy.id, withOtherIds);
    return copy;
  }

  const { companyId } = await storeExampleCompany(database.kysely);
  return {
    url,
    metricsUrl: service.metricsUrl,
    database,
    exampleCompany: await company(companyId),
    emptyCompany: await addCompany(),
    addCompany,
    addExampleCompany,
    addCompanyCopy,
    setClock,
    transactions,
    runTask,
    unknownIds: ['987654321', '0198f2a4-0000-7c3b-9a50-000000000000'],
    log,
  };
}
