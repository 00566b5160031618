import { randomInt, randomUUID } from 'node:crypto';
import type {
  Body,
  Confirmation,
  LinkedBooking,
  OfferPage,
  OperationId,
  PageBookingCreated,
} from '@pv-planning/contract/pages';
import { v7 as uuidv7 } from 'uuid';
import { expect } from 'vitest';
import { showLink } from '../../src/kernel/links/link-records.ts';
import { createLinks } from '../../src/kernel/links/links.ts';
import { accountHandle } from '../../src/kernel/payment-accounts/account-handle.ts';
import { insertAccount } from '../../src/kernel/payment-accounts/account-records.ts';
import { paymentAccounts } from '../../src/kernel/payment-accounts/payment-accounts.ts';
import { stripeClients } from '../../src/kernel/payment-accounts/stripe-clients.ts';
import { responseBoxOf } from '../../src/kernel/transactions/response-box.ts';
import { apiClient, type KnownValues } from './api-client.ts';
import { pages } from './contract-document.ts';
import { withOtherIds } from './example-records.ts';
import { keepStoredTerms } from './kept-terms.ts';
import { storedBookings } from './stored-bookings.ts';
import { type ContractWorld, startOfExamples, type TestApi } from './test-api.ts';
import { secretKey, type TestCompany } from './test-company.ts';

/** The house is published; the bakery's offer becomes accepted. */
const house = '7001';
const bakery = '7003';

const { components } = pages.bundle;
const example = components.examples.OfferPage?.value as OfferPage;
const booking = components.examples.LinkedBooking?.value as LinkedBooking;
const confirmation = components.examples.Confirmation?.value as Confirmation;

/** Every request has a network address of its own, since requests are limited by address, and a key, which some operations need. */
const fromAnywhere = () => ({
  'Idempotency-Key': randomUUID(),
  'X-Forwarded-For': `2001:db8:${randomInt(0x10000).toString(16)}:${randomInt(0x10000).toString(16)}::17`,
});

/** The companies of a service for the pages: their customers have links to the offers of the examples. */
export async function withCustomers(service: TestApi): Promise<ContractWorld<OperationId>> {
  const { url, database } = service;

  const links = createLinks({ secretKey }, () => url);

  async function tokenOf({ api }: TestCompany, id: string): Promise<string> {
    const { body } = await api.call('createOfferLink', { params: { id }, body: {} });
    return body.url.replace(/^.*\//, '');
  }

  /** Books the appointment of the example. Returns the token of its link. */
  async function book(company: TestCompany, handle: string): Promise<string> {
    const api = apiClient(pages, url, { key: null, headers: fromAnywhere });
    const { startsAt, createdAt } = booking;
    const body = { ...(pages.bodyExamplesOf('createPageBooking')[0] as Body<'createPageBooking'>), startsAt };
    const created = await api.sample('createPageBooking', { params: { handle }, body });
    await database.kysely
      .updateTable('booking')
      .set({ createdAt })
      .where('companyId', '=', company.id)
      .where('startsAt', '=', startsAt)
      .execute();
    return (created.body as PageBookingCreated).token ?? expect.fail();
  }

  /** Stores a booking with a price. Returns the token of its link. */
  async function sell(company: TestCompany, values: object): Promise<string> {
    const id = await storedBookings(database.kysely, company.id).booking('', booking.startsAt, {
      ...{ paymentStatus: 'UNPAID', priceCents: 100, createdAt: startOfExamples },
      ...values,
    });
    return database.transaction(company.id, (db) =>
      showLink(db, links(company.id), { purpose: 'booking', id, endsAt: null }),
    );
  }

  /** Stores texts for consumers that the company has no more. Returns the token of a booking with them. */
  async function sellToConsumer(company: TestCompany): Promise<string> {
    const versions = ['CONTRACT', null].map((withdrawal, index) => ({
      ...{ companyId: company.id, version: index + 1, withdrawal },
    }));
    await database.kysely.insertInto('companyTexts').values(versions).execute();
    return sell(company, { consumerTextsVersion: 1 });
  }

  /** Keeps the slot of the example. Returns the token of the mailed link. */
  async function keep({ id: companyId }: TestCompany): Promise<string> {
    const { startsAt, language, confirmUntil: keptUntil } = confirmation;
    const [example] = pages.bodyExamplesOf('createPageBooking') as Body<'createPageBooking'>[];
    const { forename = '', surname = '', email = '' } = example ?? {};
    const contact = { name: `${forename} ${surname}`, forename, surname, email, phone: null, address: null };
    const content = {
      ...{ source: 'BOOKING_PAGE', typeSlug: booking.typeSlug, startsAt, language, contact },
      ...{ note: null, offerRequestId: null },
    };
    const id = uuidv7();
    const blocked = startsAt ?? '';
    await database.kysely
      .insertInto('keptSlot')
      .values({
        ...{ companyId, id, resource: null, lane: 1, blockedFrom: blocked, blockedTo: blocked },
        content: responseBoxOf({ secretKey }).seal(JSON.stringify(content), `kept slot ${id}`),
        ...{ keptUntil: keptUntil ?? '', createdAt: startOfExamples },
      })
      .execute();
    return links(companyId).tokenOf({ purpose: 'confirmation', recordId: id, version: 1 });
  }

  /** Adds an account at the payment provider that was removed, and returns its id. */
  async function addAccount({ id: companyId }: TestCompany): Promise<string> {
    const account = { companyId, id: uuidv7() };
    const accounts = paymentAccounts({ secretKey }, stripeClients(), { production: false });
    const secrets = { apiKey: `rk_test_${'0'.repeat(24)}`, webhookSecret: `whsec_${'0'.repeat(24)}` };
    const createdAt = new Date().toISOString();
    await database.transaction(companyId, async (db) => {
      await insertAccount(db, accounts, { ...account, ...secrets, createdAt });
      // Types with a price stay as the examples show them.
      await db.updateTable('paymentAccount').set({ removedAt: createdAt }).execute();
    });
    return account.id;
  }

  async function handleOf({ id }: TestCompany): Promise<string> {
    const { slug } = await database.kysely
      .selectFrom('company')
      .select('slug')
      .where('companyId', '=', id)
      .executeTakeFirstOrThrow();
    return `${slug}-${id}`;
  }

  /** Publishes the offer of the house as the example shows it, by a company with the example's data. */
  async function publish(company: TestCompany, id: string): Promise<void> {
    const { state, publishedAt, validTo } = example;
    const { kysely } = database;
    await kysely
      .updateTable('offer')
      .set({ state, publishedAt, validTo })
      .where('companyId', '=', company.id)
      .where('id', '=', id)
      .execute();
    const { logo, address, ...fields } = example.company;
    await kysely
      .updateTable('company')
      .set({
        ...fields,
        address: address && { ...address },
        logo: Buffer.from(logo?.content ?? '', 'base64'),
      })
      .where('companyId', '=', company.id)
      .execute();
    await keepStoredTerms(kysely, company.id, id);
  }

  /** Returns the tokens of all offers that customers can read. */
  async function shownOffers(company: TestCompany): Promise<string[]> {
    const offers = database.kysely.selectFrom('offer').select('id').where('companyId', '=', company.id);
    const shown = await offers.where('state', '<>', 'DRAFT').orderBy('id').execute();
    return Promise.all(shown.map(({ id }) => tokenOf(company, id)));
  }

  function withLinks(company: TestCompany, known: (operationId: OperationId) => KnownValues) {
    const api = apiClient(pages, url, { key: null, known, headers: fromAnywhere });
    return { ...company, api, withScopes: async () => api };
  }

  async function customersOf(company: TestCompany, ids: (id: string) => string = (id) => id) {
    await publish(company, ids(house));
    await company.api.call('acceptOffer', { params: { id: ids(bakery) } });
    const token = await tokenOf(company, ids(house));
    const accepted = await tokenOf(company, ids(bakery));
    const { termsVersion } = example;
    const handle = await handleOf(company);
    const booked = await book(company, handle);
    const held = await sell(company, { status: 'PENDING_PAYMENT', holdUntil: booking.startsAt });
    const sold = await sellToConsumer(company);
    const kept = await keep(company);
    const account = accountHandle({ companyId: company.id, id: await addAccount(company) });
    // A link prints six documents a minute, so another one takes over after five.
    const printed = await shownOffers(company);
    let prints = 0;
    return withLinks(company, (operationId) => {
      if (operationId === 'withdrawOfferPage') return { token: accepted };
      if (operationId === 'getOfferPagePdf')
        return { token: printed[Math.floor(prints++ / 5) % printed.length] ?? token };
      if (operationId === 'deleteHold') return { token: held };
      if (operationId === 'withdrawByLink') return { token: sold };
      if (operationId === 'getConfirmation' || operationId === 'confirmBooking') return { token: kept };
      if (operationId === 'receivePaymentEvent') return { account };
      if (/ByLink$/.test(operationId) || operationId === 'getCheckout') return { token: booked };
      return { token, termsVersion, handle };
    });
  }

  const exampleCompany = await customersOf(service.exampleCompany);
  const { id } = service.exampleCompany;
  const ofRecord = exampleCompany.api.known('getOfferPage').token?.slice(id.length) ?? '';
  const handle = exampleCompany.api.known('getCompanyPage').handle ?? '';

  return {
    url,
    database,
    exampleCompany,
    // The link of another company, as if it were of this one.
    emptyCompany: withLinks(service.emptyCompany, () => ({
      token: service.emptyCompany.id + ofRecord,
      handle: handle.replace(/\d+$/, service.emptyCompany.id),
    })),
    addExampleCompany: async () => customersOf(await service.addExampleCompany()),
    addCompanyCopy: async () => customersOf(await service.addCompanyCopy(), withOtherIds),
    unknownIds: [
      `${id}.${house}.1.${'0'.repeat(32)}`,
      `${id}${ofRecord.replace(/.{4}$/, '0000')}`,
      '987654321',
    ],
  };
}
