import { textsOf } from '@pv-planning/database/testing';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { pagesContract } from '../../src/kernel/contract/pages-contract.ts';
import { linkTokens } from '../../src/kernel/links/link-tokens.ts';
import { expectError } from '../support/offer-company.ts';
import { openTestApi, startOfExamples } from '../support/test-api.ts';
import { secretKey } from '../support/test-company.ts';

const { newOfferCompany, offerIn, linkOf, customer, database, url, metricsUrl, log } = await openTestApi({
  metricsPort: 0,
});
const company = await newOfferCompany();
const other = await newOfferCompany();
const { api, done, read } = company;

const offerRow = (id: string) => ({ companyId: company.id, offerId: id });

async function setLinkEnd(id: string, endsAt: string): Promise<void> {
  const { companyId, offerId } = offerRow(id);
  await database.kysely
    .updateTable('link')
    .set({ endsAt })
    .where('companyId', '=', companyId)
    .where('offerId', '=', offerId)
    .execute();
}

const minute = 60_000;
/** The clock that handlers see. */
const now = Date.parse(startOfExamples);

const { tokenOf } = linkTokens({ secretKey });
const mac = (token: string) => token.split('.').at(-1) ?? '';

/** Tokens that this service has not made, by their defect. */
async function madeUpTokens(): Promise<Record<string, string>> {
  const { id, token } = await offerIn(company);
  const another = await offerIn(company);
  const target = { purpose: 'offer', companyId: company.id, recordId: id, version: 1 } as const;
  const start = `${company.id}.${id}.1.`;
  return {
    unknown: start + '0'.repeat(32),
    'of another company': `${other.id}.${id}.1.${mac(token)}`,
    'of a company that does not exist': `987654321.${id}.1.${mac(token)}`,
    'of another offer': `${company.id}.${another.id}.1.${mac(token)}`,
    'of another version': `${company.id}.${id}.2.${mac(token)}`,
    'with a zero in front of the version': `${company.id}.${id}.01.${mac(token)}`,
    'derived for another purpose': tokenOf({ ...target, purpose: 'booking' }),
    'derived from another key': linkTokens({ secretKey: Buffer.alloc(32, 1) }).tokenOf(target),
    'one bit changed': token.replace(/.$/, (digit) => (Number.parseInt(digit, 16) ^ 1).toString(16)),
    'in capitals': start + mac(token).toUpperCase(),
    'cut short': token.slice(0, -1),
    'no token': 'offer',
    'without a company': token.slice(token.indexOf('.')),
    'a company beyond all numbers': `9999999999999999999.${id}.1.${mac(token)}`,
  };
}

/** Tokens that this service has made, but that open nothing. */
async function spentTokens(): Promise<Record<string, string>> {
  const ended = await offerIn(company);
  await setLinkEnd(ended.id, new Date(now - minute).toISOString());
  const rotated = await offerIn(company);
  await linkOf(company, rotated.id, true);
  const deleted = await offerIn(company);
  await done('deleteOffer', { id: deleted.id });
  const { id } = await offerIn(company);
  const target = { purpose: 'offer', companyId: company.id, recordId: id } as const;
  return {
    rotated: rotated.token,
    ended: ended.token,
    'of a deleted offer': deleted.token,
    'of the next version': tokenOf({ ...target, version: 2 }),
  };
}

const madeUp = await madeUpTokens();
const spent = await spentTokens();
const useless = { ...madeUp, ...spent };

/** Counts the look-ups of links until the test ends. */
function countLookUps(): () => number {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => query.mockRestore());
  return () =>
    query.mock.calls
      .flatMap(([statement]) => textsOf(statement))
      .filter((statement) => statement.includes('from "link"')).length;
}

describe('a link that opens nothing', () => {
  const lasting = (headers: Headers) =>
    [...headers].filter(
      ([name]) => !['x-request-id', 'date', 'ratelimit', 'connection', 'keep-alive'].includes(name),
    );

  test('gets the same response for every reason', async () => {
    const responses = await Promise.all(
      Object.entries(useless).map(async ([reason, token]) => {
        const { status, text, headers } = await customer(token).read();
        return { reason, status, text, headers: lasting(headers) };
      }),
    );
    const [{ reason: _, ...first } = { reason: '', status: 0 }] = responses;
    expect(first).toMatchObject({ status: 404 });
    for (const { reason, ...response } of responses)
      expect({ reason, ...response }).toEqual({ reason, ...first });
    const [token = ''] = Object.values(useless);
    expect(JSON.stringify(responses)).not.toContain(token);
  });

  test('cannot decide', async () => {
    for (const token of Object.values(useless)) {
      const stranger = customer(token);
      expect((await stranger.accept({ termsVersion: 'x' })).status).toBe(404);
      expect((await stranger.decline()).status).toBe(404);
      expect((await stranger.withdraw()).status).toBe(404);
    }
  });

  test('does not reach the database if it is made up', async () => {
    const lookUps = countLookUps();
    for (const text of Object.values(madeUp)) expect((await customer(text).read()).status).toBe(404);
    expect(lookUps()).toBe(0);
  });

  test('is looked up once if it was replaced, however often it is sent', async () => {
    const { id, token } = await offerIn(company);
    await linkOf(company, id, true);
    const lookUps = countLookUps();
    const responses = await Promise.all(Array.from({ length: 50 }, () => customer(token).read()));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([404]));
    // One that ran, and one that waited for it.
    expect(lookUps()).toBeLessThanOrEqual(2);
    const before = lookUps();
    expect((await customer(token).read()).status).toBe(404);
    expect(lookUps()).toBe(before);
  });

  test('is looked up at most once a second if it has ended', async () => {
    const { id, token } = await offerIn(company);
    await setLinkEnd(id, new Date(now - minute).toISOString());
    const lookUps = countLookUps();
    const begun = performance.now();
    for (let times = 0; times < 10; times += 1) expect((await customer(token).read()).status).toBe(404);
    expect(lookUps()).toBeLessThanOrEqual(1 + (performance.now() - begun) / 1_000);
  });
});

test('requests with links wait neither endlessly nor in any number while links cannot be looked up', async () => {
  const target = { purpose: 'offer', companyId: company.id, version: 1 } as const;
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
  const locking = database.kysely.transaction().execute(async (transaction) => {
    await sql`lock table link`.execute(transaction);
    locked();
    await isOver;
  });
  onTestFinished(() => end());
  await isLocked;
  const answers: (string | undefined)[] = [];
  const reads = Array.from({ length: 110 }, async (_, index) => {
    const { error } = await customer(tokenOf({ ...target, recordId: String(9_000 + index) })).read();
    answers.push(error);
  });
  // 100 wait, one reads; later, those that wait give up.
  await expect.poll(() => answers.length, { timeout: 4_000 }).toBeGreaterThanOrEqual(9);
  await expect.poll(() => answers.length, { timeout: 12_000 }).toBe(109);
  expect(new Set(answers)).toEqual(new Set(['too_many_concurrent']));
  end();
  await Promise.all([locking, ...reads]);
  expect(answers.at(-1)).toBe('not_found');
});

test('a flood of made-up links does not delay a customer', async () => {
  const { token } = await offerIn(company);
  const companies = [company.id, other.id, '987654321'];
  const lookUps = countLookUps();
  const flood = Array.from({ length: 700 }, (_, index) =>
    customer(`${companies[index % companies.length]}.${index + 1}.1.${mac(token)}`).read(),
  );
  expect((await customer(token).read()).status).toBe(200);
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([404]));
  expect(lookUps()).toBe(1);
});

describe('createOfferLink', () => {
  test('returns the same link each time, until it is rotated', async () => {
    const { id, token } = await offerIn(company);
    expect((await linkOf(company, id)).token).toBe(token);
    const rotated = await linkOf(company, id, true);
    expect(rotated.token).not.toBe(token);
    expect((await linkOf(company, id)).token).toBe(rotated.token);
    expect((await customer(token).read()).status).toBe(404);
    expect((await customer(rotated.token).read()).status).toBe(200);
  });

  test('needs a published offer, and a write scope', async () => {
    const { id } = await company.newOffer();
    await expectError(api.call('createOfferLink', { params: { id }, body: {} }), 'offer_not_published');
    const reader = await company.withScopes('read:offers');
    await expectError(reader.call('createOfferLink', { params: { id }, body: {} }), 'insufficient_scope');
  });

  test('returns the end of the link: 90 days after validTo, which can move', async () => {
    const { id, token } = await offerIn(company, 'PUBLISHED', { validTo: '2999-01-31' });
    expect((await linkOf(company, id)).expiresAt).toBe('2999-05-01T22:00:00.000Z');
    await done('updateOffer', { id }, { validTo: '2999-07-31' });
    expect((await linkOf(company, id)).expiresAt).toBe('2999-10-29T23:00:00.000Z');
    await database.kysely
      .updateTable('offer')
      .set({ validTo: '2020-01-31' })
      .where('companyId', '=', company.id)
      .where('id', '=', id)
      .execute();
    await expectError(api.call('createOfferLink', { params: { id }, body: {} }), 'link_not_available');
    await setLinkEnd(id, '2020-04-30T22:00:00.000Z');
    expect((await customer(token).read()).status).toBe(404);
    await done('updateOffer', { id }, { validTo: null });
    await expect.poll(async () => (await customer(token).read()).status, { timeout: 5_000 }).toBe(200);
  });

  test('needs PUBLIC_URL in production', async () => {
    const { exampleCompany } = await openTestApi({ production: true });
    const { error, text } = await exampleCompany.api.sample('createOfferLink');
    expect(error).toBe('link_not_available');
    expect(text).toContain('public address');
  });

  test.each(['0.0.0.0', '::'])('returns an address that can be opened if HOST is %s', async (host) => {
    const { exampleCompany } = await openTestApi({ host });
    const { body } = await exampleCompany.api.sample('createOfferLink');
    expect(body).toMatchObject({ url: expect.stringMatching(/^http:\/\/localhost:\d+\/o\//) });
  });

  test('returns an address below PUBLIC_URL', async () => {
    const { exampleCompany } = await openTestApi({ publicUrl: 'https://offers.example/pv' });
    const { body } = await exampleCompany.api.sample('createOfferLink');
    expect(body).toMatchObject({
      url: expect.stringMatching(/^https:\/\/offers\.example\/pv\/o\/\d+\.\d+\.1\.[0-9a-f]{32}$/),
    });
  });
});

test('no token is stored', async () => {
  const { token } = await offerIn(company);
  const { rows } = await sql<{ table: string }>`
    select table_name as "table" from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
  `.execute(database.kysely);
  expect(rows.length).toBeGreaterThan(20);
  const secret = mac(token);
  for (const { table } of rows) {
    const { rows: found } = await sql`
      select from ${sql.table(table)} as t where strpos(t::text, ${secret}) > 0`.execute(database.kysely);
    expect({ table, found }).toEqual({ table, found: [] });
  }
});

describe("the customer's page", () => {
  test('can be read any number of times without a trace', async () => {
    const { id, read: open } = await offerIn(company);
    const before = await read(id);
    const stored = async () =>
      (
        await sql`
          select (select count(*) from idempotency_key) as keys, (select count(*) from webhook_event) as events,
            (select link::text from link where offer_id = ${id}) as link
        `.execute(database.kysely)
      ).rows;
    const trace = await stored();
    for (let count = 0; count < 3; count += 1) expect((await open()).status).toBe(200);
    expect(await read(id)).toEqual(before);
    expect(await stored()).toEqual(trace);
  });

  test('is neither stored nor indexed, and does not reveal its address', async () => {
    const { token, read: open } = await offerIn(company);
    const redirect = await fetch(`${url}/o/${token}`, { redirect: 'manual' });
    expect([redirect.status, redirect.headers.get('location')]).toEqual([302, `../pages/v1/offers/${token}`]);
    expect(redirect.headers.get('access-control-allow-origin')).toBe('*');
    expect(await (await fetch(`${url}/o/${token}`)).json()).toEqual((await open()).body);
    const unknown = await customer('unknown').read();
    for (const { headers } of [redirect, await open(), unknown])
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      });
  });

  test('omits lines of quantity 0, which are no part of the terms', async () => {
    const { products } = company;
    // Per module, of which there are none.
    const services = [{ serviceId: products.service }];
    const { id, read: open } = await offerIn(company, 'PUBLISHED', { services });
    expect((await read(id)).services).toMatchObject([{ quantity: 0, totalPrice: 0 }]);
    expect((await open()).body.groups).toMatchObject([{ lines: [{ name: 'Pauschal' }] }]);
  });

  test('opens by the link with a slash at its end, too, and only by reading', async () => {
    const { token, read: open } = await offerIn(company);
    expect(await (await fetch(`${url}/o/${token}/`)).json()).toEqual((await open()).body);
    expect((await fetch(`${url}/o/${token}`, { method: 'HEAD', redirect: 'manual' })).status).toBe(302);
    const outcome = async (path: string, method: string) => {
      const origin = { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'POST' };
      const { status, headers, body } = await fetch(`${url}${path}`, { method, headers: origin });
      await body?.cancel();
      const [allow, cache, referrer, robots] = [
        'allow',
        'cache-control',
        'referrer-policy',
        'x-robots-tag',
      ].map((name) => headers.get(name));
      return { status, allow, cache, referrer, robots };
    };
    const hidden = { cache: 'private, no-store', referrer: 'no-referrer', robots: 'noindex' };
    for (const method of ['POST', 'DELETE', 'OPTIONS'])
      expect(await outcome(`/o/${token}`, method)).toEqual({ status: 405, allow: 'GET, HEAD', ...hidden });
    const unknown = await outcome(`/o/${token}/accept`, 'GET');
    expect(unknown).toEqual({ status: 404, allow: null, ...hidden });
    const { message } = (await (await fetch(`${url}/o/${token}/accept`)).json()) as { message: string };
    expect(message).toBe(pagesContract.errors.not_found.message);
  });

  test('lets pages of other origins call only its own operations', async () => {
    const { headers } = await fetch(`${url}/pages/v1/offers/x`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'POST' },
    });
    const allowed = headers.get('access-control-allow-methods')?.split(',') ?? [];
    const methods = Object.values(pagesContract.operations).map(({ method }) => method);
    expect(new Set(allowed)).toEqual(new Set(['HEAD', ...methods]));
    expect(allowed).toContain('DELETE');
  });

  test('shows no internal fields', async () => {
    const { products, project } = company;
    const [roof] = project.roofs;
    const { body } = await (
      await offerIn(company, 'PUBLISHED', {
        modules: [{ materialId: products.module, roofId: roof?.id ?? '', quantity: 12, rows: 2, columns: 6 }],
        batteries: [{ materialId: products.battery }, { materialId: products.battery }],
        services: [{ serviceId: products.service }],
      })
    ).read();
    expect(body.groups.map(({ group, lines }) => [group, lines.length])).toEqual([
      ['modules', 1],
      ['batteries', 2],
      ['services', 1],
      ['additionalCosts', 1],
    ]);
    expect(body.groups[1]?.lines.map(({ active }) => active)).toEqual([true, false]);
    expect(body.roofs).toMatchObject([{ name: 'Süd', modules: [{ count: 12, rows: 2, columns: 6 }] }]);
    expect(body.customer).toMatchObject({ name: 'Schneider', contactName: null, address: null });
    expect(body.company.name).toBe('Dachwerk Beispielstadt GmbH');
    expect(JSON.stringify(body)).not.toMatch(/purchase|margin|notes|planner|externalId|(?<!vat)Id"|hints/i);
  });
});

test('neither the log nor the metrics contain a token', async () => {
  const { token, accept, read: open } = await offerIn(company);
  await open();
  await accept();
  await fetch(`${url}/o/${token}`);
  await fetch(`${url}/pages/v1/offers/${token}/nothing`);
  await fetch(`${url}/pages/v1/offers/${token}`, { method: 'PUT' });
  await fetch(`${url}/pages/v1/offers/${token}?x=1`);
  for (const path of ['o', 'pages/v1/offers', 'docs', 'v1/offers', 'nothing'])
    for (const bad of ['%', '%ff']) {
      const response = await fetch(`${url}/${path}/${token}${bad}`);
      expect({ path, status: response.status, cache: response.headers.get('cache-control') }).toEqual({
        path,
        status: 404,
        cache: expect.stringContaining('no-store'),
      });
    }
  await sql`alter table offer_withdrawal rename to hidden`.execute(database.kysely);
  try {
    expect((await fetch(`${url}/pages/v1/offers/${token}`)).status).toBe(500);
  } finally {
    await sql`alter table hidden rename to offer_withdrawal`.execute(database.kysely);
  }
  const secret = mac(token);
  const lines = log.map((line) => JSON.parse(line));
  expect(lines).toContainEqual(
    expect.objectContaining({ operationId: 'acceptOfferPage', companyId: company.id }),
  );
  expect(lines).toContainEqual(expect.objectContaining({ level: 50, operationId: 'getOfferPage' }));
  expect(log.join('\n')).not.toContain(secret);
  const metrics = await (await fetch(`${metricsUrl}/metrics`)).text();
  expect(metrics).toContain('company_storage_bytes');
  expect(metrics).not.toContain(secret);
});

test('limits the reads of an address to 60 a minute, counting IPv6 by its network', async () => {
  const { token } = await offerIn(company);
  const statuses = async (addresses: readonly string[]) =>
    (
      await Promise.all(
        addresses.map((address) => customer(token).read({ headers: { 'X-Forwarded-For': address } })),
      )
    ).map(({ status }) => status);
  const unknown = (await customer(useless.unknown ?? '').read()).headers.get('ratelimit-policy');
  expect(unknown).toBe('"reads";q=60;w=60');
  const own = Array.from({ length: 61 }, (_, index) => `2001:db8:ffff:1:${index}::1`);
  expect((await statuses(own)).filter((status) => status === 429)).toHaveLength(1);
});

test('limits links like reads, and apart from them', async () => {
  const { token } = await offerIn(company);
  const address = '198.51.100.60';
  const open = () =>
    fetch(`${url}/o/${token}`, { redirect: 'manual', headers: { 'X-Forwarded-For': address } });
  const responses = await Promise.all(Array.from({ length: 61 }, open));
  const rejected = responses.filter(({ status }) => status === 429);
  expect(rejected.map(({ headers }) => headers.get('ratelimit-policy'))).toEqual(['"links";q=60;w=60']);
  expect((await customer(token).read({ headers: { 'X-Forwarded-For': address } })).status).toBe(200);
});

test('limits the decisions of an address to 60 a minute', async () => {
  const stranger = customer(useless.unknown ?? '');
  const responses = await Promise.all(Array.from({ length: 61 }, () => stranger.decline()));
  expect(responses.map(({ status }) => status).toSorted()).toEqual([...Array(60).fill(404), 429]);
});

test('limits the reads by a link to 60 a minute, from whatever addresses', async () => {
  const { token } = await offerIn(company);
  const responses = await Promise.all(Array.from({ length: 61 }, () => customer(token).read()));
  expect(responses.map(({ status }) => status).toSorted()).toEqual([...Array(60).fill(200), 429]);
});
