import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Booking } from '@pv-planning/contract';
import type { Body, Checkout, PageBookingCreated } from '@pv-planning/contract/pages';
import { unknownOwners } from '@pv-planning/database';
import type { TestDatabase } from '@pv-planning/database/testing';
import { startStripeStandIn } from '@pv-planning/stripe-stand-in';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, expect } from 'vitest';
import { testLog } from '../../../../scripts/test-log.ts';
import type { Context } from '../../src/kernel/handler-context.ts';
import { mailContents } from '../../src/kernel/mails/mail-contents.ts';
import { webhookPath } from '../../src/kernel/payment-accounts/account-handle.ts';
import { paymentAccounts } from '../../src/kernel/payment-accounts/payment-accounts.ts';
import { stripeClients } from '../../src/kernel/payment-accounts/stripe-clients.ts';
import type { Clock } from '../../src/kernel/records/change-time.ts';
import type { DatabaseTransactions } from '../../src/kernel/transactions/database-transactions.ts';
import { refundAdministration } from '../../src/payments/refund-administration.ts';
import { settleAdministration } from '../../src/payments/settle/settle-administration.ts';
import { paymentQueues } from '../../src/server/background/payments.ts';
import { systemCaller } from '../../src/server/background/system-caller.ts';
import type { QueueMetrics } from '../../src/server/leased-queue/queue-metrics.ts';
import { type QueueDefinition, startQueue } from '../../src/server/leased-queue/start-queue.ts';
import type { Visitor } from './page-visitor.ts';
import type { storedBookings } from './stored-bookings.ts';
import { secretKey, type TestCompany } from './test-company.ts';

type Stored = ReturnType<typeof storedBookings>;

/** A Monday with summer time, on which the planner works: 10:00 in Germany is 08:00 UTC. */
export const monday = '2026-04-20';

/** Starts a stand-in of the payment provider for the tests of a file. It has the clock of the service. */
export async function startProvider(now: () => number) {
  const directory = mkdtempSync(path.join(tmpdir(), 'pv-stripe-'));
  const standIn = await startStripeStandIn({ directory, now });
  afterAll(async () => {
    await standIn.close();
    rmSync(directory, { recursive: true });
  });
  return standIn;
}

type Provider = Awaited<ReturnType<typeof startProvider>>;

export type Payments = ReturnType<typeof paidCompanies>;

interface PaidService {
  url: string;
  database: TestDatabase;
  transactions: DatabaseTransactions;
  clock: Clock;
  visitor: Visitor;
  addCompany(): Promise<TestCompany>;
}

/** Returns functions for companies that take payments, of a service with a stand-in of the provider. */
export function paidCompanies(service: PaidService, standIn: Provider) {
  const stripeUrl = `http://${standIn.host}:${standIn.port}`;
  const clients = stripeClients(stripeUrl);
  const accounts = paymentAccounts({ secretKey }, clients, { production: false });
  const contents = mailContents({ secretKey });
  const { database, visitor, clock } = service;

  /** Lets a dispatcher do the work that is due in a queue, until none of a company is. Returns the outcomes. For services whose role is `api`. */
  async function dispatch(companyId: string, table: 'checkout' | 'refund' | 'providerEvent') {
    const { transactions } = service;
    const { logger } = testLog('error');
    const queues = paymentQueues({ database, clock, accounts, transactions, logger });
    const outcomes: (string | undefined)[] = [];
    const metrics: QueueMetrics = { countAttempt: (_work, outcome) => outcomes.push(outcome) };
    const parts = { database, owners: () => unknownOwners, clock, metrics, pollMs: 5, logger };
    const isBusy = async () => {
      const rows = await database.kysely
        .selectFrom(table)
        .select(['lane', 'dueAt'])
        .where('companyId', '=', companyId)
        .where('status', '=', 'queued')
        .orderBy('createdAt')
        .orderBy('id')
        .execute();
      const now = await clock(database.kysely);
      // Rows of a lane wait for its first one.
      return [...Map.groupBy(rows, ({ lane }) => lane).values()].some(([row]) => row && row.dueAt <= now);
    };
    const { stop } = startQueue(queues[table] as QueueDefinition<'checkout'>, parts);
    await expect.poll(isBusy, { interval: 5, timeout: 60_000 }).toBe(false);
    await stop();
    return outcomes;
  }

  /** The operators' commands, with the clock of the service. */
  const commands = {
    accounts,
    inTransaction: <T>(companyId: string, work: (context: Context) => Promise<T>) =>
      service.transactions.write(systemCaller(companyId, 'command'), work),
  };

  /** Adds a company that takes payments, with a planner and a paid type. */
  async function addPaidCompany(type: Parameters<Stored['type']>[1] = {}) {
    const company = await service.addCompany();
    const { stored, handle, api, id: companyId } = company;
    const { account, id } = await addAccount();

    async function addAccount() {
      const added = standIn.createAccount();
      const accountId = uuidv7();
      const seal = (text: string, secret: 'apiKey' | 'webhookSecret') =>
        accounts.seal(text, { companyId, id: accountId }, secret);
      const now = new Date().toISOString();
      await database.kysely
        .insertInto('paymentAccount')
        .values({
          companyId,
          id: accountId,
          apiKey: seal(added.apiKey, 'apiKey'),
          apiKeyEnd: added.apiKey.slice(-4),
          isLive: false,
          webhookSecret: seal(added.webhookSecret, 'webhookSecret'),
          createdAt: now,
          updatedAt: now,
        })
        .execute();
      return { account: added, id: accountId };
    }

    async function removeAccount(): Promise<void> {
      await database.kysely
        .updateTable('paymentAccount')
        .set({ removedAt: new Date().toISOString() })
        .where('companyId', '=', companyId)
        .execute();
    }

    /** The company removes its account, and adds another one. */
    async function replaceAccount(): Promise<void> {
      await removeAccount();
      await addAccount();
    }

    /** The provider, as the company uses it. */
    const provider = await clients(account.apiKey);

    const lena = await stored.member();
    await stored.hours(null, [[1, '08:00', '18:00']]);
    const { slug } = await stored.type([lena], {
      sources: ['BOOKING_PAGE', 'BUILDER'],
      minNoticeMinutes: 60,
      priceCents: 9900,
      taxRate: 19,
      paymentMethods: ['card', 'paypal', 'sepa_debit'],
      promotionCodes: true,
      ...type,
    });

    /** Asks to book a slot, as somebody with an e-mail address and a network address of their own. */
    function book(
      { startsAt = `${monday}T08:00:00.000Z`, ...body }: Partial<Body<'createPageBooking'>> = {},
      { key = randomUUID(), address }: { key?: string; address?: string } = {},
    ) {
      const customer = {
        forename: 'Erika',
        surname: 'Muster',
        email: `erika.${uuidv7()}@example.org`,
      };
      return visitor(address)<PageBookingCreated & { token: string }>(
        'createPageBooking',
        { handle, slug },
        { body: { ...customer, startsAt, ...body }, headers: { 'Idempotency-Key': key }, mayFail: true },
      );
    }

    /** The newest booking of the company, real or not, as stored. */
    const newest = () =>
      database.kysely
        .selectFrom('booking')
        .selectAll()
        .where('companyId', '=', companyId)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();

    const read = async (bookingId: string): Promise<Booking> =>
      (await api.call('getBooking', { params: { id: bookingId } })).body;

    /** Holds a slot. Returns the ids of its booking and of its session, and the token of its link. */
    async function hold(body: Partial<Body<'createPageBooking'>> = {}) {
      const response = await book(body);
      expect(response).toMatchObject({ status: 200, body: { booking: null } });
      const { id: bookingId, checkoutSessionId } = await newest();
      return { bookingId, sessionId: checkoutSessionId ?? expect.fail(), ...response.body };
    }

    const checkout = (id: string) =>
      database.kysely
        .selectFrom('checkout')
        .selectAll()
        .where('companyId', '=', companyId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow();

    const checkoutOf = async (token: string) => (await visitor()<Checkout>('getCheckout', { token })).body;

    /** Returns the booking once dispatchers have decided on it. They are woken as by a report of the provider. */
    async function decided(
      bookingId: string,
      isDecided = ({ status }: Booking) => status !== 'PENDING_PAYMENT',
    ) {
      await wake(bookingId);
      await expect.poll(async () => isDecided(await read(bookingId))).toBe(true);
      return read(bookingId);
    }

    /** Makes the checkout due, as a report of the provider does. */
    async function wake(bookingId: string): Promise<void> {
      await database.kysely
        .updateTable('checkout')
        .set({
          status: 'queued',
          dueAt: '2020-01-01T00:00:00.000Z',
          leaseToken: null,
          leaseUntil: null,
          finishedAt: null,
        })
        .where('companyId', '=', companyId)
        .where('id', '=', bookingId)
        .execute();
    }

    const mails = async (bookingId: string) => {
      const rows = await database.kysely
        .selectFrom('mail')
        .select('kind')
        .where('bookingId', '=', bookingId)
        .orderBy('createdAt')
        .orderBy('id')
        .execute();
      return rows.map(({ kind }) => kind);
    };

    /** Returns the subject and the text of each mail of a kind, with single spaces. */
    async function mailTexts(bookingId: string, kind: string): Promise<string[]> {
      const rows = await database.kysely
        .selectFrom('mail')
        .select(['id', 'companyId', 'content'])
        .where('bookingId', '=', bookingId)
        .where('kind', '=', kind)
        .orderBy('createdAt')
        .orderBy('id')
        .execute();
      return rows.map((row) => {
        const { subject, text } = contents.open(row.content ?? '', row);
        return `${subject} ${text}`.replaceAll(/\s+/g, ' ');
      });
    }

    /** Lets the provider send its events to the service. */
    const sendEvents = () =>
      standIn.setWebhookUrl(account, new URL(webhookPath({ companyId, id }), service.url).href);

    return {
      ...company,
      account,
      accountId: id,
      removeAccount,
      replaceAccount,
      provider,
      sendEvents,
      slug,
      lena,
      book,
      newest,
      read,
      hold,
      checkout,
      checkoutOf,
      decided,
      wake,
      mails,
      mailTexts,
    };
  }

  /** Makes queued refunds due, as time does. */
  const hastenRefunds = () =>
    database.kysely
      .updateTable('refund')
      .set({ dueAt: '2020-01-01T00:00:00.000Z' })
      .where('status', '=', 'queued')
      .execute();

  return {
    standIn,
    addPaidCompany,
    dispatch,
    hastenRefunds,
    commands,
    payments: settleAdministration(commands),
    refunds: refundAdministration(commands),
  };
}
