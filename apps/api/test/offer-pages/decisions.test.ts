import { randomUUID } from 'node:crypto';
import { type Offer, states } from '@pv-planning/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { daysAfter, germanDayOf } from '../../src/dates/german-days.ts';
import { openOfferPages, userAgent } from '../support/offer-pages.ts';

const { newOfferCompany, offerIn, linkOf, database } = await openOfferPages();
const company = await newOfferCompany();
const { raisedBy, read, done, api } = company;

type Published = Exclude<Offer['state'], 'DRAFT'>;

const today = germanDayOf(new Date().toISOString());

/** Sets `validTo` directly, because the API does not shorten it for every state. */
const setValidTo = (id: string, validTo: string | null) =>
  database.kysely
    .updateTable('offer')
    .set({ validTo })
    .where('companyId', '=', company.id)
    .where('id', '=', id)
    .execute();

const actions = { accept: 'accept', decline: 'decline', withdraw: 'withdraw' } as const;

const eventsOf = {
  accept: ['offer.state_changed', 'offer.accepted'],
  decline: ['offer.state_changed'],
  withdraw: [],
};

describe.each(Object.values(actions))('a customer who wants to %s', (action) => {
  test.each(['PUBLISHED', 'ACCEPTED', 'DECLINED'] as Published[])(
    'an offer in state %s gets what the state table says',
    async (state) => {
      const outcome: string = states.offer.actions[action][state];
      const isRejected = /^[a-z]/.test(outcome);
      const customer = await offerIn(company, state);
      const before = await read(customer.id);
      const events = await raisedBy(async () => {
        const response = await customer[action]();
        expect([response.status, response.error]).toEqual(isRejected ? [409, outcome] : [200, undefined]);
        if (!isRejected) {
          expect(response.body.state).toBe(outcome);
          expect(response.body).toEqual((await customer.read()).body);
        }
      });
      const after = await read(customer.id);
      if (isRejected) expect(after).toEqual(before);
      else expect(after.state).toBe(outcome);
      expect(events.map(({ type }) => type)).toEqual(isRejected ? [] : eventsOf[action]);
      expect(new Set(events.map(({ createdAt }) => createdAt)).size).toBeLessThanOrEqual(1);
    },
  );
});

test('keeps the evidence of an acceptance and shows it to the team', async () => {
  const customer = await offerIn(company);
  const { termsVersion, offerPrice } = (await customer.read()).body;
  const { body: page } = await customer.accept({ name: 'Maria Schneider' });
  const offer = await read(customer.id);
  expect(page.decision).toEqual({
    state: 'ACCEPTED',
    decidedAt: offer.acceptedAt,
    name: 'Maria Schneider',
    withdrawnAt: null,
  });
  expect(page.termsVersion).toBe(termsVersion);
  expect(offer).toMatchObject({ state: 'ACCEPTED', acceptedBy: 'CUSTOMER', updatedAt: offer.acceptedAt });
  expect(offer.decision).toEqual({
    state: 'ACCEPTED',
    decidedAt: offer.acceptedAt,
    by: 'CUSTOMER',
    name: 'Maria Schneider',
    reason: null,
    price: offerPrice,
    termsVersion,
    ipAddress: customer.address,
    userAgent,
    withdrawal: null,
  });
  const stored = await database.kysely
    .selectFrom('offerDecision')
    .selectAll()
    .where('offerId', '=', customer.id)
    .executeTakeFirst();
  expect(stored).toMatchObject({ termsVersion, offerPrice, decidedAt: offer.acceptedAt });
});

test('keeps the evidence of a decline with its reason', async () => {
  const customer = await offerIn(company);
  const { body: page } = await customer.decline({ reason: 'Zu\nteuer' });
  const offer = await read(customer.id);
  expect(page.decision).toMatchObject({ state: 'DECLINED', name: null });
  expect(offer).toMatchObject({ state: 'DECLINED', declineReason: 'Zu\nteuer', acceptedBy: null });
  expect(offer.decision).toMatchObject({
    state: 'DECLINED',
    by: 'CUSTOMER',
    reason: 'Zu\nteuer',
    termsVersion: null,
    ipAddress: customer.address,
  });
});

test("a decision of the team has no evidence, and is shown with the customer's page", async () => {
  const customer = await offerIn(company, 'DECLINED');
  const offer = await read(customer.id);
  expect(offer.decision).toMatchObject({
    by: 'TEAM',
    decidedAt: offer.declinedAt,
    ipAddress: null,
    name: null,
  });
  expect((await customer.read()).body.decision).toMatchObject({ state: 'DECLINED', name: null });
  expect((await read((await offerIn(company)).id)).decision).toBeNull();
});

describe('the customer can accept', () => {
  test('until the end of validTo, and decline later, too', async () => {
    const customer = await offerIn(company);
    await setValidTo(customer.id, daysAfter(today, -1));
    expect(await customer.accept()).toMatchObject({ status: 409, error: 'offer_expired' });
    expect((await read(customer.id)).state).toBe('PUBLISHED');
    expect((await customer.decline()).status).toBe(200);
    const intime = await offerIn(company);
    // The day may end between these statements.
    await setValidTo(intime.id, daysAfter(today, 1));
    expect((await intime.accept()).status).toBe(200);
  });

  test('only the terms that they have read', async () => {
    const customer = await offerIn(company);
    const { termsVersion } = (await customer.read()).body;
    await done('updateOffer', { id: customer.id }, { externalId: 'ERP-1' });
    expect((await customer.read()).body.termsVersion).toBe(termsVersion);
    await setValidTo(customer.id, '2990-12-31');
    expect(await customer.accept({ termsVersion })).toMatchObject({ status: 409, error: 'version_conflict' });
    expect((await read(customer.id)).state).toBe('PUBLISHED');
    expect((await customer.accept()).status).toBe(200);
  });
});

test('records the first withdrawal; a repetition changes nothing', async () => {
  const customer = await offerIn(company, 'ACCEPTED');
  const accepted = await read(customer.id);
  const { body: page } = await customer.withdraw({ name: 'Maria Schneider', note: 'Widerruf' });
  const withdrawn = await read(customer.id);
  expect(withdrawn.updatedAt > accepted.updatedAt).toBe(true);
  expect(withdrawn).toEqual({
    ...accepted,
    updatedAt: withdrawn.updatedAt,
    decision: {
      ...accepted.decision,
      withdrawal: { withdrawnAt: withdrawn.updatedAt, name: 'Maria Schneider', note: 'Widerruf' },
    },
  });
  expect(page.decision).toMatchObject({ state: 'ACCEPTED', withdrawnAt: withdrawn.updatedAt });
  const { body: again } = await customer.withdraw({ note: 'Noch einmal' });
  expect(again).toEqual(page);
  expect(await read(customer.id)).toEqual(withdrawn);
});

test('a repeated request with the same key is replayed, and its stored response is encrypted', async () => {
  const customer = await offerIn(company);
  const { termsVersion } = (await customer.read()).body;
  const headers = { 'Idempotency-Key': randomUUID() };
  const accept = () => customer.accept({ termsVersion, name: 'Geheimrat' }, { headers });
  const first = await accept();
  const again = await accept();
  expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  const { rows } = await sql<{ row: string }>`
    select idempotency_key::text as row from idempotency_key where key = ${headers['Idempotency-Key']}`.execute(
    database.kysely,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.row).not.toContain('Geheimrat');
  expect(rows[0]?.row).not.toContain(customer.token);
});

test('the stored response with a link is encrypted', async () => {
  const { id, token } = await offerIn(company);
  const headers = { 'Idempotency-Key': randomUUID() };
  const create = () => api.call('createOfferLink', { params: { id }, body: {}, headers });
  const first = await create();
  expect(first.text).toContain(token);
  expect((await create()).text).toBe(first.text);
  const { rows } = await sql<{ body: string }>`
    select body from idempotency_key where key = ${headers['Idempotency-Key']}`.execute(database.kysely);
  expect(rows[0]?.body).toMatch(/^[\w+/]+=*$/);
  expect(rows[0]?.body).not.toContain(token);
});

test('one of 50 decisions by link and by key takes effect', async () => {
  const customer = await offerIn(company);
  const { termsVersion } = (await customer.read()).body;
  const params = { id: customer.id };
  const decisions = [
    () => customer.accept({ termsVersion }),
    () => api.call('acceptOffer', { params }),
    () => customer.decline(),
    () => api.call('declineOffer', { params, body: {} }),
  ];
  const events = await raisedBy(async () => {
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => decisions[index % decisions.length]?.()),
    );
    const outcomes = responses.map((response) => response?.error ?? response?.status);
    expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'offer_closed')).toHaveLength(49);
  });
  const { state, decision } = await read(customer.id);
  expect(decision?.state).toBe(state);
  expect(events.map(({ type }) => type)).toEqual(
    state === 'ACCEPTED' ? ['offer.state_changed', 'offer.accepted'] : ['offer.state_changed'],
  );
});

test("the offer request follows the customer's decision", async () => {
  const request = await done('createOfferRequest', {}, { contact: { lastName: 'Schneider' } } as never);
  const customer = await offerIn(company, 'PUBLISHED', { offerRequestId: request.id });
  await customer.accept();
  expect((await done('getOfferRequest', { id: request.id })).status).toBe('WON');
});

test('the link ends 90 days after the decision', async () => {
  const { id, accept } = await offerIn(company);
  const storedEnd = async () =>
    (await database.kysely.selectFrom('link').select('endsAt').where('offerId', '=', id).executeTakeFirst())
      ?.endsAt;
  expect(await storedEnd()).toBeNull();
  await accept();
  const endsAt = String(await storedEnd());
  const { acceptedAt } = await read(id);
  expect((Date.parse(endsAt) - Date.parse(String(acceptedAt))) / 86_400_000).toBe(90);
  expect((await linkOf(company, id)).expiresAt).toBe(endsAt);
});
