import type { OperationId } from '@pv-planning/contract';
import { createSecretBox } from '@pv-planning/database';
import { createTestDatabase, type TestDatabase } from '@pv-planning/database/testing';
import { createOutbox } from '@pv-planning/webhook-delivery';
import { afterAll } from 'vitest';
import { testLog } from '../../../../scripts/test-log.ts';
import type { BackgroundTask } from '../../src/kernel/background-task.ts';
import { createLinks } from '../../src/kernel/links/links.ts';
import { mailContents } from '../../src/kernel/mails/mail-contents.ts';
import { paymentAccounts } from '../../src/kernel/payment-accounts/payment-accounts.ts';
import { stripeClients } from '../../src/kernel/payment-accounts/stripe-clients.ts';
import { type Clock, movedClock } from '../../src/kernel/records/change-time.ts';
import type { Settings } from '../../src/kernel/settings/settings.ts';
import {
  type DatabaseTransactions,
  databaseTransactions,
} from '../../src/kernel/transactions/database-transactions.ts';
import { systemCaller } from '../../src/server/background/system-caller.ts';
import { type ServiceOptions, startService } from '../../src/server/service.ts';
import { storeExampleCompany, storeExampleRecords, withOtherIds } from './example-records.ts';
import { type OfferCompany, offerCompanies } from './offer-company.ts';
import { offerPages } from './offer-pages.ts';
import { pageVisitors, type Visitor } from './page-visitor.ts';
import { type Payments, paidCompanies, startProvider } from './payments.ts';
import { type PriceListCompany, priceListCompanies } from './price-list-company.ts';
import { secretKey, type TestCompany, testCompany } from './test-company.ts';

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

export interface TestApi extends ContractWorld, ReturnType<typeof offerPages> {
  /** Undefined without `metricsPort`. */
  metricsUrl: string | undefined;
  addCompany(name?: string): Promise<TestCompany>;
  newOfferCompany(): Promise<OfferCompany>;
  newPriceListCompany(): Promise<PriceListCompany>;
  visitor: Visitor;
  /** Sets the clock that handlers see. It starts before all appointments of the contract's examples. */
  setClock(time: string): void;
  clock: Clock;
  /** The transactions of background work, with the same clock. */
  transactions: DatabaseTransactions;
  /** Does the work of a background task for a company, with the same clock, whether it is due or not. */
  runTask(companyId: string, task: BackgroundTask): Promise<boolean>;
  /** The lines that the service has logged. */
  log: string[];
}

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
  trustProxy: 1,
  secretKey: secretKey.toString('base64'),
  secretKeyFormer: undefined,
  production: false,
  warmUp: false,
  logLevel: 'trace',
};

/** Before all appointments of the contract's examples. */
export const startOfExamples = '2026-03-16T08:00:00.000Z';

interface TestOptions extends Pick<ServiceOptions, 'role' | 'queuePollMs' | 'handlePauseMs'> {
  /** Starts a stand-in of the payment provider, which has the clock of the service. */
  payments?: boolean;
}

/**
 * Starts the whole service on its own database, with validation of responses. The tests of a file share it; it is stopped after
 * them.
 */
export function openTestApi(
  changes: Partial<Settings>,
  options: TestOptions & { payments: true },
): Promise<TestApi & Payments>;
export function openTestApi(changes?: Partial<Settings>, options?: TestOptions): Promise<TestApi>;
export async function openTestApi(
  changes: Partial<Settings> = {},
  { payments = false, ...options }: TestOptions = {},
): Promise<TestApi & Partial<Payments>> {
  let clockOffsetMs = 0;
  const setClock = (time: string) => {
    clockOffsetMs = Date.parse(time) - Date.now();
  };
  setClock(startOfExamples);
  const provider = payments ? await startProvider(() => Date.now() + clockOffsetMs) : undefined;
  const stripe = provider && { stripeUrl: `http://${provider.host}:${provider.port}` };
  const database = await createTestDatabase({ poolSize: 4 });
  const { logger, lines: log } = testLog('error');
  const all = { ...settings, databaseUrl: database.url, ...stripe, ...changes };
  const service = await startService(all, logger, {
    clockOffsetMs: () => clockOffsetMs,
    // Tests with a mail server or a payment provider wait for mails and payments.
    ...((changes.mail || payments) && { queuePollMs: 50 }),
    handlePauseMs: 10,
    ...options,
  });
  const { url = '' } = service;
  afterAll(async () => {
    await service.close();
    await database.close();
  });

  const clock = movedClock(() => clockOffsetMs);
  const transactions = databaseTransactions({
    database,
    links: createLinks({ secretKey }, () => url),
    responseBox: createSecretBox(secretKey),
    paymentAccounts: paymentAccounts({ secretKey }, stripeClients(all.stripeUrl), all),
    mailContents: mailContents({ secretKey }),
    confirmBookings: changes.confirmBookings ?? false,
    outbox: (companyId) => createOutbox({ companyId, wake() {} }),
    clock,
  });
  const runTask = (companyId: string, task: BackgroundTask) =>
    transactions.write(systemCaller(companyId, task.name), task.run);

  const visitor = pageVisitors(url);
  const parts = { database, url, visitor };

  async function addCompany(name = 'Dachwerk Beispielstadt GmbH') {
    const { companyId } = await database.kysely
      .insertInto('company')
      .values({ name })
      .returning('companyId')
      .executeTakeFirstOrThrow();
    return testCompany(parts, companyId);
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
  const api: TestApi = {
    url,
    metricsUrl: service.metricsUrl,
    database,
    exampleCompany: await testCompany(parts, companyId),
    emptyCompany: await addCompany(),
    addCompany,
    addExampleCompany,
    addCompanyCopy,
    newOfferCompany: offerCompanies({ database, addCompany }),
    newPriceListCompany: priceListCompanies({ addCompany }),
    ...offerPages(url),
    visitor,
    setClock,
    clock,
    transactions,
    runTask,
    unknownIds: ['987654321', '0198f2a4-0000-7c3b-9a50-000000000000'],
    log,
  };
  return provider ? { ...api, ...paidCompanies(api, provider) } : api;
}
