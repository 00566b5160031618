import { hash, randomUUID } from 'node:crypto';
import { type Offer, states } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { daysAfter, germanDayOf } from '../../src/kernel/dates/german-days.ts';
import type { Context } from '../../src/kernel/handler-context.ts';
import { createLinks } from '../../src/kernel/links/links.ts';
import { readClock } from '../../src/kernel/records/change-time.ts';
import { offerLink } from '../../src/sales/offers/lifecycle/offer-link.ts';
import { purgeTask } from '../../src/server/purges.ts';
import { userAgent } from '../support/offer-pages.ts';
import { openTestApi } from '../support/test-api.ts';
import { secretKey } from '../support/test-company.ts';
import { waitingForLocks } from '../support/waiting-for-locks.ts';

const { newOfferCompany, offerIn, linkOf, database } = await openTestApi();
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
  withdraw: ['offer.updated'],
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
          expect(response.body).toEqual((await customer.read()).body.decision);
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
  const { body: decision } = await customer.accept({ name: 'Maria Schneider' });
  const offer = await read(customer.id);
  expect(decision).toEqual({
    state: 'ACCEPTED',
    decidedAt: offer.acceptedAt,
    name: 'Maria Schneider',
    reason: null,
    termsVersion,
    startBeforeWithdrawalEnds: false,
    withdrawnAt: null,
  });
  expect(offer).toMatchObject({ state: 'ACCEPTED', acceptedBy: 'CUSTOMER', updatedAt: offer.acceptedAt });
  expect(offer.decision).toEqual({
    state: 'ACCEPTED',
    decidedAt: offer.acceptedAt,
    by: 'CUSTOMER',
    name: 'Maria Schneider',
    reason: null,
    price: offerPrice,
    termsVersion,
    startBeforeWithdrawalEnds: false,
    ipAddress: customer.address,
    userAgent,
    withdrawal: null,
  });
});

test.each([
  ['invisible characters', '\u200b'],
  ['letters that are invisible', '\u3164'],
  ['spaces', ' \u00a0'],
  ['punctuation', '--'],
  ['a reversed direction', '\u202eRLO'],
  ['an invisible character inside', 'Maria\u2060Schneider'],
  ['a line separator', 'Maria\u2028Schneider'],
])('a name of %s declares nothing', async (_, name) => {
  const customer = await offerIn(company);
  const refused = await customer.accept({ name });
  expect([refused.status, refused.error]).toEqual([400, 'invalid_request']);
  expect(refused.text).toContain('must be a name with a letter or digit');
  expect((await read(customer.id)).state).toBe('PUBLISHED');
  await customer.accept();
  expect((await customer.withdraw({ name })).status).toBe(400);
});

test.each([
  ['  Maria Schneider ', 'Maria Schneider'],
  ["Seán D'Arcy-O\u2019Neill 3.", "Seán D'Arcy-O\u2019Neill 3."],
  ['علی\u200cرضا', 'علی\u200cرضا'],
  ['(李)', '(李)'],
])('a name is stored as typed, without spaces around it: %j', async (typed, name) => {
  const customer = await offerIn(company);
  expect((await customer.accept({ name: typed })).body).toMatchObject({ name });
  await customer.withdraw({ name: typed });
  expect((await read(customer.id)).decision).toMatchObject({ name, withdrawal: { name } });
});

/** Returns the text of the terms that are kept as evidence. */
async function storedTerms(offerId: string): Promise<string> {
  const { text } = await database.kysely
    .selectFrom('offerTerms')
    .select('text')
    .where('offerId', '=', offerId)
    .executeTakeFirstOrThrow();
  return text;
}

test.each(['PUBLISHED', 'ACCEPTED', 'DECLINED'] as const)(
  'the terms of an offer in state %s stay as they were published, whoever decided',
  async (state) => {
    const { products, project } = company;
    const [roof] = project.roofs;
    const byTeam = await offerIn(company, state);
    const byCustomer = await offerIn(company, 'PUBLISHED', {
      modules: [{ materialId: products.module, roofId: roof?.id ?? '', quantity: 12 }],
    });
    if (state === 'ACCEPTED') await byCustomer.accept();
    if (state === 'DECLINED') await byCustomer.decline();
    const before = await Promise.all([byTeam.read(), byCustomer.read()]);
    const setName = (name: string) =>
      database.kysely.updateTable('company').set({ name }).where('companyId', '=', company.id).execute();
    const { name } = before[0].body.company;
    const { customerId } = await read(byCustomer.id);
    await setName('Umfirmiert AG');
    await done('updateCustomer', { id: customerId }, { lastName: 'Umbenannt' });
    await done('updateRoof', { id: project.id, roofId: roof?.id ?? '' } as never, { name: 'Neu' } as never);
    const after = await Promise.all([byTeam.read(), byCustomer.read()]);
    expect(after.map(({ body }) => body)).toEqual(before.map(({ body }) => body));
    const { termsVersion } = before[1].body;
    if (state === 'PUBLISHED') expect((await byCustomer.accept({ termsVersion })).status).toBe(200);
    await setName(name);
    await done('updateCustomer', { id: customerId }, { lastName: 'Schneider' });
    await done('updateRoof', { id: project.id, roofId: roof?.id ?? '' } as never, { name: 'Süd' } as never);
    for (const { id } of state === 'PUBLISHED' ? [byCustomer] : [byTeam, byCustomer]) {
      const text = await storedTerms(id);
      const version = hash('sha256', text, 'base64url');
      expect((await read(id)).decision).toMatchObject({ termsVersion: version });
      const { groups, vatMode, customer, ...terms } = JSON.parse(text);
      expect(terms).toMatchObject({ formatVersion: 7, company: { name } });
      expect({ vatMode, customer: customer.name }).toEqual({ vatMode: 'PV_ZERO', customer: 'Schneider' });
      expect(groups[0].lines[0]).toHaveProperty('manufacturerName');
    }
  },
);

test('the customer sees how large the batteries are', async () => {
  const { products } = company;
  const customer = await offerIn(company, 'PUBLISHED', {
    batteries: [
      { materialId: products.battery, moduleCount: 5, quantity: 2, price: 6000 },
      { materialId: products.battery },
    ],
    wallboxes: [{ materialId: products.wallbox }],
  });
  const { groups } = (await customer.read()).body;
  const sizes = groups.flatMap(({ lines }) =>
    lines.map(({ moduleCount, capacityKwh }) => [moduleCount, capacityKwh]),
  );
  expect(sizes).toEqual([
    [5, 25],
    [null, 10],
    [null, null],
    [null, null],
  ]);
});

test('shows terms of former forms', async () => {
  const customer = await offerIn(company, 'ACCEPTED');
  const { body: page } = await customer.read();
  const {
    formatVersion: _,
    installationAddress: _site,
    name: _name,
    contact: _contact,
    yieldKwh: _yield,
    selfConsumptionPercent: _self,
    autarkyPercent: _autarky,
    yieldSource: _source,
    declarations: _declarations,
    groups,
    ...terms
  } = JSON.parse(await storedTerms(customer.id));
  for (const roof of terms.roofs) delete roof.obstacles;
  const { name, address } = terms.customer;
  const lineFields = ['moduleCount', 'capacityKwh', 'roofName', 'warrantyYears', 'performanceWarrantyYears'];
  for (const line of groups[0].lines) for (const field of lineFields) delete line[field];
  await database.kysely
    .updateTable('offerTerms')
    .set({ text: JSON.stringify({ formatVersion: 1, ...terms, customer: { name, address }, groups }) })
    .where('offerId', '=', customer.id)
    .execute();
  const former = { type: 'COMPANY', lastName: null };
  expect((await customer.read()).body).toEqual({ ...page, customer: { ...page.customer, ...former } });
});

test('keeps the evidence of a decline with its reason', async () => {
  const customer = await offerIn(company);
  const { body: decision } = await customer.decline({ reason: 'Zu\nteuer' });
  const offer = await read(customer.id);
  expect(decision).toMatchObject({ state: 'DECLINED', name: null, reason: 'Zu\nteuer' });
  expect(offer).toMatchObject({ state: 'DECLINED', declineReason: 'Zu\nteuer', acceptedBy: null });
  expect(offer.decision).toMatchObject({
    state: 'DECLINED',
    by: 'CUSTOMER',
    reason: 'Zu\nteuer',
    termsVersion: decision.termsVersion,
    ipAddress: customer.address,
  });
});

test("a decision of the team is shown on the customer's page", async () => {
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
    const lastDay = germanDayOf(new Date().toISOString());
    await setValidTo(intime.id, lastDay);
    const { status } = await intime.accept();
    // The day may have ended since.
    const hasEnded = germanDayOf(new Date().toISOString()) !== lastDay;
    expect(hasEnded ? [200, 409] : [200]).toContain(status);
  });

  test('only the terms that they have read', async () => {
    const customer = await offerIn(company);
    const { termsVersion } = (await customer.read()).body;
    await done('updateOffer', { id: customer.id }, { externalId: 'ERP-1' });
    expect((await customer.read()).body.termsVersion).toBe(termsVersion);
    await done('updateOffer', { id: customer.id }, { validTo: null, name: 'Neu' });
    expect(await customer.accept({ termsVersion })).toMatchObject({ status: 409, error: 'version_conflict' });
    expect((await read(customer.id)).state).toBe('PUBLISHED');
    expect((await customer.accept()).status).toBe(200);
  });
});

test('an offer from which the customer withdraws is no order any more in reports', async () => {
  const { api, project, products, ...shop } = await newOfferCompany();
  const lines = [{ materialId: products.module, roofId: project.roofs[0]?.id ?? '', quantity: 10 }];
  const customer = await offerIn({ api, project, products, ...shop }, 'ACCEPTED', { modules: lines });
  const query = { from: daysAfter(today, -2), to: daysAfter(today, 2) };
  const orders = async () => {
    const offers = (await api.call('getOfferAnalytics', { query })).body.totals;
    const conversion = (await api.call('getConversionAnalytics', { query })).body.totals;
    const materials = (await api.call('getMaterialAnalytics', { query })).body.totals;
    return {
      accepted: offers.accepted.netSum,
      withdrawn: offers.withdrawn.netSum,
      direct: conversion.direct,
      sold: materials.sold.netSum,
    };
  };
  expect(await orders()).toEqual({ accepted: 1050, withdrawn: 0, direct: 1, sold: 950 });
  await customer.withdraw();
  expect(await orders()).toEqual({ accepted: 0, withdrawn: 1050, direct: 0, sold: 0 });
});

test('records the first withdrawal; a repetition changes nothing', async () => {
  const customer = await offerIn(company, 'ACCEPTED');
  const accepted = await read(customer.id);
  const { body: decision } = await customer.withdraw({ name: 'Maria Schneider', note: 'Widerruf' });
  const withdrawn = await read(customer.id);
  expect(withdrawn.updatedAt > accepted.updatedAt).toBe(true);
  expect(withdrawn).toEqual({
    ...accepted,
    updatedAt: withdrawn.updatedAt,
    decision: {
      ...accepted.decision,
      withdrawal: {
        withdrawnAt: withdrawn.updatedAt,
        name: 'Maria Schneider',
        note: 'Widerruf',
        ipAddress: customer.address,
        userAgent,
      },
    },
  });
  expect(decision).toMatchObject({ state: 'ACCEPTED', withdrawnAt: withdrawn.updatedAt });
  const repeated = await raisedBy(async () => {
    expect((await customer.withdraw({ note: 'Noch einmal' })).body).toEqual(decision);
  });
  expect(repeated).toEqual([]);
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
    select idempotency_key::text as row from idempotency_key where starts_with(key, ${headers['Idempotency-Key']})
  `.execute(database.kysely);
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
    () => api.call('acceptOffer', { params }),
    () => api.call('declineOffer', { params, body: {} }),
  ];
  // No more than a link may decide in a minute.
  const byLink = [() => customer.accept({ termsVersion }), () => customer.decline()];
  const events = await raisedBy(async () => {
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 5 === 0 ? byLink : decisions)[index % 2]?.()),
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

test.each([
  ['two years after the acceptance', 'accept', 730],
  ['90 days after the decline', 'decline', 90],
] as const)('the link ends %s', async (_end, action, days) => {
  const { id, [action]: decide } = await offerIn(company);
  const storedEnd = async () =>
    (await database.kysely.selectFrom('link').select('endsAt').where('offerId', '=', id).executeTakeFirst())
      ?.endsAt;
  expect(await storedEnd()).toBeNull();
  await decide();
  const endsAt = String(await storedEnd());
  const { decision } = await read(id);
  expect((Date.parse(endsAt) - Date.parse(String(decision?.decidedAt))) / 86_400_000).toBe(days);
  expect((await linkOf(company, id)).expiresAt).toBe(endsAt);
});

test('many withdrawals with keys of their own store little, despite a large logo', async () => {
  const other = await newOfferCompany();
  const logo = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(512 * 1024 - 4)]);
  await database.kysely.updateTable('company').set({ logo }).where('companyId', '=', other.id).execute();
  const customer = await offerIn(other, 'ACCEPTED');
  const statuses: number[] = [];
  for (let count = 0; count < 12; count += 1)
    statuses.push((await customer.withdraw({}, { headers: { 'Idempotency-Key': randomUUID() } })).status);
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
  const { rows } = await sql<{ bytes: number }>`
    select octet_length(body) as bytes from idempotency_key where company_id = ${other.id} and owner like 'link:%'
  `.execute(database.kysely);
  expect(rows).toHaveLength(10);
  expect(Math.max(...rows.map(({ bytes }) => bytes))).toBeLessThan(1_000);
});

describe('while the customer waits to decide', () => {
  /** Changes the offer in a transaction that holds its lock until the customer waits for it. */
  async function whileWaiting(
    id: string,
    decide: () => Promise<{ status: number }>,
    change: (db: CompanyQueries) => Promise<unknown>,
  ): Promise<{ status: number }> {
    let decided: ReturnType<typeof decide> | undefined;
    await database.transaction(company.id, async (db) => {
      await db.selectFrom('offer').select('id').where('id', '=', id).forUpdate().execute();
      decided = decide();
      await expect.poll(() => waitingForLocks(database.kysely)).toBe(1);
      await change(db);
    });
    return (await decided) ?? { status: 0 };
  }
  const linksOf = createLinks({ secretKey }, () => 'https://offers.example');
  const rotate = (id: string) => (db: CompanyQueries) =>
    offerLink({ db, links: linksOf(company.id) }, id, { rotate: true });

  test.each(['accept', 'decline'] as const)('a link that was replaced does not %s', async (action) => {
    const customer = await offerIn(company);
    const { termsVersion } = (await customer.read()).body;
    const decide = () => (action === 'accept' ? customer.accept({ termsVersion }) : customer.decline());
    expect((await whileWaiting(customer.id, decide, rotate(customer.id))).status).toBe(404);
    expect((await read(customer.id)).state).toBe('PUBLISHED');
  });

  test('a link that was replaced does not withdraw', async () => {
    const customer = await offerIn(company, 'ACCEPTED');
    expect((await whileWaiting(customer.id, () => customer.withdraw(), rotate(customer.id))).status).toBe(
      404,
    );
    expect((await read(customer.id)).decision?.withdrawal).toBeNull();
  });

  test('a deleted offer is not found', async () => {
    const customer = await offerIn(company);
    const { termsVersion } = (await customer.read()).body;
    const remove = (db: CompanyQueries) => db.deleteFrom('offer').where('id', '=', customer.id).execute();
    const accept = () => customer.accept({ termsVersion });
    expect((await whileWaiting(customer.id, accept, remove)).status).toBe(404);
  });
});

test('two withdrawals at once are recorded once', async () => {
  const customer = await offerIn(company, 'ACCEPTED');
  const events = await raisedBy(async () => {
    const responses = await Promise.all([customer.withdraw({ note: 'A' }), customer.withdraw({ note: 'B' })]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(responses[0].body).toEqual(responses[1].body);
  });
  expect(events.map(({ type }) => type)).toEqual(['offer.updated']);
});

test('the address and the program of a customer who declined are forgotten after 90 days', async () => {
  const [early, late, accepted] = [await offerIn(company), await offerIn(company), await offerIn(company)];
  await early.decline();
  await late.decline();
  await accepted.accept();
  const decidedDaysAgo = (id: string, days: number) =>
    database.kysely
      .updateTable('offerDecision')
      .set({ decidedAt: new Date(Date.now() - days * 86_400_000).toISOString() })
      .where('companyId', '=', company.id)
      .where('offerId', '=', id)
      .execute();
  await decidedDaysAgo(early.id, 91);
  await decidedDaysAgo(late.id, 89);
  await decidedDaysAgo(accepted.id, 91);
  const db = database.forCompany(company.id);
  expect(await purgeTask('forget-declined-clients').run({ db, now: () => readClock(db) } as Context)).toBe(
    false,
  );
  const clientOf = async ({ id }: { id: string }) => {
    const { decision } = await read(id);
    return [decision?.ipAddress, decision?.userAgent];
  };
  expect(await clientOf(early)).toEqual([null, null]);
  expect(await clientOf(late)).toEqual([late.address, userAgent]);
  expect(await clientOf(accepted)).toEqual([accepted.address, userAgent]);
});
