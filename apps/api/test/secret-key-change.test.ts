import { randomBytes } from 'node:crypto';
import { createSecretBox } from '@pv-planning/database';
import { createTestDatabase } from '@pv-planning/database/testing';
import { paragraph } from '@pv-planning/mail';
import { createEndpoints, resealSigningSecret } from '@pv-planning/webhook-delivery';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { expect, onTestFinished, test } from 'vitest';
import { testLog } from '../../../scripts/test-log.ts';
import { responseRow } from '../src/kernel/idempotency/idempotency-records.ts';
import { mailContents } from '../src/kernel/mails/mail-contents.ts';
import { mailQueue } from '../src/kernel/mails/queue-mail.ts';
import { insertAccount } from '../src/kernel/payment-accounts/account-records.ts';
import { paymentAccounts } from '../src/kernel/payment-accounts/payment-accounts.ts';
import { stripeClients } from '../src/kernel/payment-accounts/stripe-clients.ts';
import type { SecretKeys } from '../src/kernel/secrets/secret-keys.ts';
import { readSettings } from '../src/kernel/settings/settings.ts';
import { responseBoxOf } from '../src/kernel/transactions/response-box.ts';
import { openedRequest, sealedRequest } from '../src/payments/checkout/create-session.ts';
import { runCommandLine } from '../src/programs/admin/command-line.ts';
import { createDemoCompany, type DemoCompany } from '../src/programs/demo/demo-company.ts';
import { type Service, startService } from '../src/server/service.ts';

const newKey = () => randomBytes(32).toString('base64');
const bytes = (key: string) => Buffer.from(key, 'base64');

interface Keys {
  SECRET_KEY: string;
  SECRET_KEY_FORMER?: string;
}

/** A database, whose first service has a company with an API key and a link. */
async function changedService() {
  const database = await createTestDatabase({ poolSize: 2 });
  onTestFinished(database.close);
  const environment = {
    DATABASE_URL: database.url,
    DATA_DIR: '/nowhere',
    PORT: '0',
    NODE_ENV: 'test',
    PUBLIC_URL: 'https://offers.example',
  };

  const { logger, lines: log } = testLog();

  async function during<T>(keys: Keys, work: (service: Service) => Promise<T>): Promise<T> {
    const service = await startService(readSettings({ ...environment, ...keys }), logger);
    try {
      return await work(service);
    } finally {
      await service.close();
    }
  }

  async function admin(keys: Keys, ...args: string[]) {
    let output = '';
    const print = (text: string) => {
      output += text;
    };
    const options = { environment: { ...environment, ...keys }, print, printError: print };
    const exitCode = await runCommandLine({ args: [...args, '--json'], ...options });
    return { exitCode, body: JSON.parse(output) };
  }

  const first = newKey();
  const demo = (await during({ SECRET_KEY: first }, createDemoCompany)) as DemoCompany;
  return { database, during, admin, first, second: newKey(), demo, log };
}

const statusOf = async (service: Service, key: string) =>
  (await fetch(`${service.url}/v1/company`, { headers: { Authorization: `Bearer ${key}` } })).status;

const linkStatus = async (service: Service, link: string) =>
  (await fetch(link.replace(/^.*\/o\//, `${service.url}/pages/v1/offers/`))).status;

/** Stores a text in every encrypted column. Returns a function that tells which of them can be read with keys alone. */
async function storeSecrets({ database, first, demo }: Awaited<ReturnType<typeof changedService>>) {
  const { kysely } = database;
  const { companyId } = demo;
  const keys = { secretKey: bytes(first) };
  const boxes = (of: SecretKeys) => ({
    accounts: paymentAccounts(of, stripeClients(), { production: false }),
    contents: mailContents(of),
    responses: responseBoxOf(of),
    signing: createSecretBox(of.secretKey, of.formerSecretKey),
  });
  const { accounts, contents, responses } = boxes(keys);

  const endpoints = createEndpoints({ kysely, ...keys, allowTargets: ['127.0.0.0/8'] });
  const { endpoint } = await endpoints.create({ companyId, url: 'http://127.0.0.1:9/', eventTypes: ['*'] });
  await endpoints.rotateSecret({ companyId, endpointId: endpoint.id });

  const now = new Date().toISOString();
  const account = { companyId, id: uuidv7() };
  const db = database.forCompany(companyId);
  await insertAccount(db, accounts, {
    ...account,
    apiKey: 'rk_test_FAKE',
    webhookSecret: 'whsec_FAKE',
    createdAt: now,
  });
  const previousWebhookSecret = accounts.seal('whsec_FORMER', account, 'previousWebhookSecret');
  await db
    .updateTable('paymentAccount')
    .set({ previousWebhookSecret, previousWebhookSecretUntil: now })
    .execute();

  const { id: bookingId } = await db.selectFrom('booking').select('id').limit(1).executeTakeFirstOrThrow();
  await db.updateTable('booking').set({ paymentAccountId: account.id }).where('id', '=', bookingId).execute();
  const request = { mode: 'payment', expires_at: 1 } as const;
  await db
    .insertInto('checkout')
    .values({
      id: bookingId,
      request: sealedRequest(accounts, account, request),
      expiresAt: now,
      status: 'failed',
      lane: bookingId,
      dueAt: now,
      createdAt: now,
      finishedAt: now,
    })
    .execute();

  const { id: offerId } = await db.selectFrom('offer').select('id').limit(1).executeTakeFirstOrThrow();
  const template = {
    language: 'de',
    subject: 'Betreff',
    blocks: [paragraph('Guten Tag')],
    imprint: [],
  } as const;
  await database.transaction(companyId, async (transaction) =>
    mailQueue(transaction, { companyId, contents })(
      // More than a page.
      Array.from({ length: 250 }, (_, index) => ({
        kind: 'offer-accepted',
        record: { offerId },
        occasion: String(index),
        to: { address: 'maria@example.com', name: 'Maria' },
        company: { name: 'Dachwerk', email: null },
        template,
      })),
      now,
    ),
  );

  const owner = { owner: 'page:test', fingerprint: 'x', status: 201 };
  for (const key of ['a', 'b'])
    await db
      .insertInto('idempotencyKey')
      .values({
        ...owner,
        key,
        body: responses.seal('{"token":1}', responseRow(companyId, owner.owner, key)),
      })
      .execute();
  await db
    .insertInto('idempotencyKey')
    .values({ ...owner, key: 'plain', body: '{"id":"1"}' })
    .execute();

  /** Opens everything. @throws Error if the keys do not suffice */
  return async (of: SecretKeys) => {
    const open = boxes(of);
    const [secrets] = await db
      .selectFrom('paymentAccount')
      .select(['apiKey', 'webhookSecret', 'previousWebhookSecret'])
      .execute();
    const opened = (['apiKey', 'webhookSecret', 'previousWebhookSecret'] as const).map((secret) =>
      open.accounts.open(secrets?.[secret] ?? '', account, secret),
    );
    expect(opened).toEqual(['rk_test_FAKE', 'whsec_FAKE', 'whsec_FORMER']);
    const [checkout] = await db.selectFrom('checkout').select('request').execute();
    expect(openedRequest(open.accounts, account, checkout?.request ?? {})).toEqual(request);
    const { rows: signing } = await sql<{ secret: string; previous: string }>`
      select secret, previous_secret as previous from webhook_endpoint`.execute(kysely);
    const row = { companyId, endpointId: endpoint.id };
    for (const sealedSecret of signing.flatMap(({ secret, previous }) => [secret, previous]))
      expect(resealSigningSecret(open.signing, sealedSecret, row)).toBeUndefined();
    expect(signing).toHaveLength(1);
    const mails = await db.selectFrom('mail').select(['id', 'content']).execute();
    for (const { id, content } of mails) open.contents.open(content ?? '', { companyId, id });
    expect(mails.length).toBeGreaterThanOrEqual(250);
    const bodies = await db
      .selectFrom('idempotencyKey')
      .select(['key', 'body'])
      .where('owner', '=', owner.owner)
      .orderBy('key')
      .execute();
    const texts = bodies.map(({ key, body }) =>
      key === 'plain' ? body : open.responses.open(body ?? '', responseRow(companyId, owner.owner, key)),
    );
    expect(texts).toEqual(['{"token":1}', '{"token":1}', '{"id":"1"}']);
  };
}

test('with both keys, credentials of the former key work; with the new key alone, they do not', async () => {
  const { during, admin, first, second, demo } = await changedService();
  const both = { SECRET_KEY: second, SECRET_KEY_FORMER: first };
  const newLink = async (service: Service, key: string) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: '{}' };
    const { url } = (await (await fetch(`${service.url}/v1/offers/1/link`, init)).json()) as { url: string };
    return url;
  };
  const create = ['key', 'create', '--company', demo.companyId, '--name', 'CRM', '--scopes', '*'];
  // Before the first service has the new key, a command still uses the former one.
  const early = await during({ SECRET_KEY: first }, async (running) => {
    const created = await admin(both, ...create);
    expect(await statusOf(running, created.body.key)).toBe(200);
    return created;
  });
  const { body: created, link } = await during(both, async (service) => {
    for (const key of [demo.apiKey, early.body.key]) expect(await statusOf(service, key)).toBe(200);
    expect(await linkStatus(service, demo.offerUrl)).toBe(200);
    const shownAgain = await newLink(service, demo.apiKey);
    expect(shownAgain).not.toBe(demo.offerUrl);
    expect(await linkStatus(service, shownAgain)).toBe(200);
    return { ...(await admin(both, ...create)), link: shownAgain };
  });
  const { body: listed } = await admin(both, 'key', 'list', '--company', demo.companyId);
  expect(listed).toMatchObject([
    { secretKey: 'former' },
    { id: early.body.id, secretKey: 'former' },
    { id: created.id, secretKey: 'present' },
  ]);
  await during({ SECRET_KEY: second }, async (service) => {
    expect(await statusOf(service, created.key)).toBe(200);
    expect(await linkStatus(service, link)).toBe(200);
    for (const key of [demo.apiKey, early.body.key]) expect(await statusOf(service, key)).toBe(401);
    expect(await linkStatus(service, demo.offerUrl)).toBe(404);
  });
});

test('the list of API keys tells those that have ended from those that the former key still lets in', async () => {
  const { during, admin, first, second, demo } = await changedService();
  const create = ['key', 'create', '--company', demo.companyId, '--name', 'CRM', '--scopes', '*'];
  const keys = async (of: Keys) =>
    (await admin(of, 'key', 'list', '--company', demo.companyId)).body.map(
      ({ secretKey }: { secretKey: string }) => secretKey,
    );
  const change = async (to: Keys) => {
    await during(to, async () => {});
    await admin(to, ...create);
    return keys(to);
  };
  expect(await change({ SECRET_KEY: second, SECRET_KEY_FORMER: first })).toEqual(['former', 'present']);
  expect(await keys({ SECRET_KEY: second })).toEqual(['ended', 'present']);
  const third = newKey();
  const again = { SECRET_KEY: third, SECRET_KEY_FORMER: second };
  expect(await change(again)).toEqual(['ended', 'former', 'present']);
  const back = { SECRET_KEY: first, SECRET_KEY_FORMER: third };
  expect(await change(back)).toEqual(['present', 'ended', 'former', 'present']);
  await during(back, async (service) => expect(await statusOf(service, demo.apiKey)).toBe(200));
});

test('a start with both keys encrypts everything stored with the new one, also after one that failed midway', async () => {
  const world = await changedService();
  const { database, during, admin, first, second } = world;
  const both = { SECRET_KEY: second, SECRET_KEY_FORMER: first };
  const requireReadable = await storeSecrets(world);
  await requireReadable({ secretKey: bytes(first) });
  const nothing = async () => {};

  await sql`alter table idempotency_key rename column body to hidden`.execute(database.kysely);
  await expect(during(both, nothing)).rejects.toThrow('body');
  await sql`alter table idempotency_key rename column hidden to body`.execute(database.kysely);
  await expect(requireReadable({ secretKey: bytes(second) })).rejects.toThrow();
  await expect(during({ SECRET_KEY: second }, nothing)).rejects.toThrow(/Set SECRET_KEY_FORMER to that key/);
  const third = { SECRET_KEY: newKey(), SECRET_KEY_FORMER: second };
  await expect(during(third, nothing)).rejects.toThrow(/Set SECRET_KEY_FORMER to that key/);
  await expect(during({ SECRET_KEY: first }, nothing)).rejects.toThrow(
    /To change the key, set SECRET_KEY_FORMER/,
  );
  expect((await admin({ SECRET_KEY: second }, 'company', 'list')).body).toMatchObject({ error: 'settings' });
  expect((await admin(both, 'company', 'list')).exitCode).toBe(0);

  await Promise.all([1, 2, 3].map(() => during(both, nothing)));
  await requireReadable({ secretKey: bytes(second) });
  await during(both, nothing);
  await during({ SECRET_KEY: second }, nothing);
  // And back.
  await during({ SECRET_KEY: first, SECRET_KEY_FORMER: second }, nothing);
  await requireReadable({ secretKey: bytes(first) });
});

test('a text that no key can decrypt is logged, and does not prevent the change', async () => {
  const world = await changedService();
  const { database, during, first, second, demo, log } = world;
  const requireReadable = await storeSecrets(world);
  const damaged = { owner: 'page:damaged', key: 'a', fingerprint: 'x', status: 201, body: 'damaged' };
  await database.forCompany(demo.companyId).insertInto('idempotencyKey').values(damaged).execute();
  await during({ SECRET_KEY: second, SECRET_KEY_FORMER: first }, async () => {});
  await requireReadable({ secretKey: bytes(second) });
  expect(log.filter((line) => line.includes('with neither key'))).toEqual([
    expect.stringContaining('"table":"idempotencyKey","column":"body"'),
  ]);
});

test('a statement that fails while stored texts are encrypted ends the start, so that no text keeps the former key', async () => {
  const world = await changedService();
  const { database, during, first, second } = world;
  const both = { SECRET_KEY: second, SECRET_KEY_FORMER: first };
  const requireReadable = await storeSecrets(world);
  await sql`alter table booking rename column payment_account_id to hidden`.execute(database.kysely);
  await expect(during(both, async () => {})).rejects.toThrow('payment_account_id');
  await sql`alter table booking rename column hidden to payment_account_id`.execute(database.kysely);
  await during(both, async () => {});
  await requireReadable({ secretKey: bytes(second) });
});
