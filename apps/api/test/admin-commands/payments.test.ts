import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStripeStandIn } from '@pv-planning/stripe-stand-in';
import { afterAll, expect, test } from 'vitest';
import { startPaymentStandIn } from '../../src/programs/demo/payment-stand-in.ts';
import { commandLineOn } from '../support/command-line.ts';
import { openTestDatabase } from '../support/test-database.ts';

const database = await openTestDatabase();
const { admin, newCompany } = commandLineOn(database);
const directory = await mkdtempDisposable(join(tmpdir(), 'stripe-'));
const provider = await startStripeStandIn({ directory: directory.path });
afterAll(async () => {
  await provider.close();
  await directory.remove();
});

const environment = {
  STRIPE_URL: `http://${provider.host}:${provider.port}`,
  PUBLIC_URL: 'https://sonnendach.example',
};

async function payment(command: string, company: string, content?: object, changes: NodeJS.ProcessEnv = {}) {
  const file = content ? ['--file', '-'] : [];
  const args = ['payment', command, '--company', company, ...file, '--json'];
  const { exitCode, stdout, stderr } = await admin(
    args,
    { ...environment, ...changes },
    content && JSON.stringify(content),
  );
  return exitCode === 0 ? JSON.parse(stdout) : { exitCode, ...JSON.parse(stderr) };
}

const stored = async (companyId: string) =>
  database.kysely.selectFrom('paymentAccount').selectAll().where('companyId', '=', companyId).execute();

test('sets an account in two steps: the key, then the secret of the webhook at the printed address', async () => {
  const company = await newCompany();
  const { apiKey, webhookSecret } = provider.createAccount();
  expect(await payment('show', company)).toBe(null);
  const keyed = await payment('set', company, { apiKey });
  expect(keyed).toMatchObject({
    companyId: company,
    apiKey: `rk_test_…${apiKey.slice(-4)}`,
    mode: 'test',
    ready: false,
    problem: 'no_webhook_secret',
    webhookUrl: `https://sonnendach.example/pages/v1/payments/stripe/${company}-${keyed.id}`,
  });
  const ready = await payment('set', company, { webhookSecret });
  expect(ready).toMatchObject({ id: keyed.id, ready: true, problem: null, previousWebhookSecretUntil: null });
  expect(await payment('show', company)).toEqual(ready);
  const [row] = await stored(company);
  for (const secret of [apiKey, webhookSecret]) expect(JSON.stringify(row)).not.toContain(secret);
});

test('prints the next step, and no secret', async () => {
  const company = await newCompany();
  const { apiKey } = provider.createAccount();
  const args = ['payment', 'set', '--company', company, '--file', '-'];
  const { stdout } = await admin(args, environment, JSON.stringify({ apiKey }));
  expect(stdout).toContain(
    'Not ready: the webhook is not set up.\nWebhook: https://sonnendach.example/pages/v1/',
  );
  expect(stdout).not.toContain(apiKey);
});

test('keeps the previous secret of the webhook for 24 hours', async () => {
  const company = await newCompany();
  const { apiKey, webhookSecret } = provider.createAccount();
  await payment('set', company, { apiKey, webhookSecret });
  await payment('set', company, { webhookSecret });
  expect((await stored(company))[0]?.previousWebhookSecret).toBe(null);
  const rotated = await payment('set', company, { webhookSecret: `${webhookSecret}2` });
  expect(Date.parse(rotated.previousWebhookSecretUntil) - Date.parse(rotated.updatedAt)).toBe(86_400_000);
  expect(rotated.ready).toBe(true);
});

test('changes nothing if the provider refuses the key, or does not answer', async () => {
  const company = await newCompany();
  const { apiKey, webhookSecret } = provider.createAccount();
  await payment('set', company, { apiKey, webhookSecret });
  const before = await stored(company);
  const unknown = `rk_test_${'0'.repeat(48)}`;
  expect(await payment('set', company, { apiKey: unknown })).toEqual({
    exitCode: 1,
    error: 'payment_key_refused',
    message: expect.stringMatching(
      /^Stripe refuses the key for .+ It needs write access to Checkout Sessions/,
    ),
  });
  const other = provider.createAccount();
  provider.disturb('refunds.list', 'drop', 'drop');
  expect(await payment('set', company, { apiKey: other.apiKey })).toMatchObject({
    error: 'payment_provider_error',
  });
  expect(await stored(company)).toEqual(before);
});

test('repairs an account whose key was refused', async () => {
  const company = await newCompany();
  const { apiKey, webhookSecret } = provider.createAccount();
  await payment('set', company, { apiKey, webhookSecret });
  await database.kysely
    .updateTable('paymentAccount')
    .set({ refusedAt: '2026-01-01T00:00:00.000Z', refusal: 'Expired API Key provided.' })
    .where('companyId', '=', company)
    .execute();
  expect(await payment('show', company)).toMatchObject({
    ready: false,
    problem: 'key_refused',
    refusal: 'Expired API Key provided.',
  });
  expect(await payment('set', company, { apiKey })).toMatchObject({ ready: true, refusal: null });
});

test('removes an account, after which the company can get another one', async () => {
  const company = await newCompany();
  expect(await payment('remove', company)).toMatchObject({ error: 'payment_account_not_found' });
  const first = await payment('set', company, { apiKey: provider.createAccount().apiKey });
  expect(await payment('remove', company)).toMatchObject({ id: first.id, ready: false, problem: 'removed' });
  expect(await payment('set', company, { webhookSecret: `whsec_${'a'.repeat(32)}` })).toMatchObject({
    error: 'payment_account_not_found',
  });
  const second = await payment('set', company, { apiKey: provider.createAccount().apiKey });
  expect(second.id).not.toBe(first.id);
  expect(await stored(company)).toHaveLength(2);
});

test.each([
  [{}, 'The file must contain apiKey, webhookSecret or both.'],
  [{ apiKey: 'sk_live_0123456789abcdef' }, 'apiKey must be a complete restricted key'],
  [{ apiKey: 'rk_test_wrong' }, 'apiKey must be a complete restricted key'],
  [{ webhookSecret: 'secret' }, 'webhookSecret must be the complete signing secret'],
  [{ key: 'rk_live_0123456789abcdef' }, 'key is not a field'],
])('rejects %j', async (content, message) => {
  expect(await payment('set', await newCompany(), content)).toEqual({
    exitCode: 1,
    error: 'invalid_fields',
    message: expect.stringContaining(message),
  });
});

test('finds the stand-in that the service has started', async () => {
  await using data = await mkdtempDisposable(join(tmpdir(), 'data-'));
  const standIn = await startPaymentStandIn({ dataDir: data.path, port: 0 });
  try {
    const { apiKey } = standIn.createAccount('http://127.0.0.1:49152/pages');
    const changes = { STRIPE_URL: '', DATA_DIR: data.path };
    expect(await payment('set', await newCompany(), { apiKey }, changes)).toMatchObject({ mode: 'test' });
  } finally {
    await standIn.close();
  }
});

test('rejects test keys in production', async () => {
  const { apiKey } = provider.createAccount();
  const changes = { NODE_ENV: 'production', STRIPE_URL: '' };
  expect(await payment('set', await newCompany(), { apiKey }, changes)).toMatchObject({
    error: 'payment_key_refused',
    message: 'In production, the key must start with rk_live_.',
  });
});

test('says that an account with a test key takes no payments in production', async () => {
  const company = await newCompany();
  const { apiKey, webhookSecret } = provider.createAccount();
  await payment('set', company, { apiKey, webhookSecret });
  expect(await payment('show', company)).toMatchObject({ mode: 'test', ready: true });
  const production = { NODE_ENV: 'production', STRIPE_URL: '' };
  expect(await payment('show', company, undefined, production)).toMatchObject({
    ready: false,
    problem: 'test_key',
  });
});
