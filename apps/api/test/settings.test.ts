import { describe, expect, test } from 'vitest';
import { readSettings, SettingsError } from '../src/kernel/settings/settings.ts';

test('by default the service listens on the loopback address and uses its embedded database', () => {
  expect(readSettings({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    metricsHost: '127.0.0.1',
    metricsPort: undefined,
    databaseUrl: undefined,
    rateLimit: 600,
    companyStorageMib: undefined,
    webhookAllowTargets: [],
    webhookMaxPauseSeconds: 600,
    corsOrigins: [],
    production: false,
    warmUp: true,
  });
});

test('treats an empty variable as absent', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: '', LOG_LEVEL: '' })).toEqual(readSettings({}));
});

test('removes the slash at the end of an address', () => {
  const publicUrl = (text: string) => readSettings({ PUBLIC_URL: text }).publicUrl;
  expect(publicUrl('https://offers.example/')).toBe('https://offers.example');
  const inProduction = (text: string) => readSettings({ PUBLIC_URL: text, NODE_ENV: 'production' }).publicUrl;
  for (const url of ['https://offers.example', 'http://127.0.0.1:3000', 'http://[::1]', 'http://localhost'])
    expect(inProduction(url)).toBe(url);
  expect(publicUrl('http://offers.example')).toBe('http://offers.example');
  for (const url of ['http://offers.example', 'http://127.0.0.1.offers.example'])
    expect(() => inProduction(url)).toThrow('PUBLIC_URL must start with https:// in production');
  expect(publicUrl('https://sonnendach.example/pv/')).toBe('https://sonnendach.example/pv');
});

test('payments go to a stand-in outside production only', () => {
  const stripeUrl = (text: string, NODE_ENV = 'test') =>
    readSettings({ STRIPE_URL: text, NODE_ENV }).stripeUrl;
  expect(stripeUrl('http://127.0.0.1:12111/')).toBe('http://127.0.0.1:12111');
  expect(stripeUrl('', 'production')).toBe(undefined);
  for (const url of ['http://127.0.0.1:12111', 'https://api.stripe.com'])
    expect(() => stripeUrl(url, 'production')).toThrow('STRIPE_URL cannot be set in production');
});

test('mails need a server and the address that they are from', () => {
  const SMTP_URL = 'smtp://user:secret@mail.example:2525';
  expect(readSettings({ SMTP_URL, MAIL_FROM: 'offers@solar.example' }).mail).toEqual({
    server: {
      host: 'mail.example',
      port: 2525,
      security: 'starttls',
      login: { user: 'user', pass: 'secret' },
    },
    from: 'offers@solar.example',
  });
  expect(readSettings({ MAIL_FROM: 'offers@solar.example' }).mail).toBeUndefined();
  expect(() => readSettings({ SMTP_URL })).toThrow('SMTP_URL requires MAIL_FROM');
  for (const MAIL_FROM of ['solar', 'Solar <offers@solar.example>', 'a@solar.example, b@solar.example'])
    expect(() => readSettings({ SMTP_URL, MAIL_FROM })).toThrow('MAIL_FROM must be an address');
  expect(() => readSettings({ SMTP_URL: `${SMTP_URL}/secret` })).toThrow(
    /^SMTP_URL must be a URL such as smtp:\S+ or smtps:\S+$/,
  );
});

test('splits lists at commas', () => {
  expect(
    readSettings({ WEBHOOK_ALLOW_TARGETS: '127.0.0.0/8, ::1/128', CORS_ORIGINS: 'https://a.example,' }),
  ).toMatchObject({
    webhookAllowTargets: ['127.0.0.0/8', '::1/128'],
    corsOrigins: ['https://a.example'],
  });
});

describe('rejects an invalid value with the name of its variable', () => {
  test.each([
    ['PORT', '65536'],
    ['PORT', 'http'],
    ['METRICS_PORT', 'on'],
    ['RATE_LIMIT', '-1'],
    ['RATE_LIMIT', '1.5'],
    ['COMPANY_STORAGE_MIB', '1 GiB'],
    ['TRUST_PROXY', 'yes'],
    ['PREPARED_STATEMENTS', 'true'],
    ['NODE_ENV', 'prod'],
    ['LOG_LEVEL', 'loud'],
    ['WEBHOOK_ALLOW_TARGETS', '127.0.0.1'],
    ['WEBHOOK_ALLOW_TARGETS', '127.0.0.0/33'],
    ['WEBHOOK_ALLOW_TARGETS', 'localhost/8'],
    ['STRIPE_URL', 'stripe.example'],
    ['STRIPE_URL', 'http://stripe.example'],
    ['STRIPE_URL', 'https://stripe.example/v1'],
    ['PUBLIC_URL', 'offers.example'],
    ['PUBLIC_URL', 'ftp://offers.example'],
    ['PUBLIC_URL', 'https://offers.example/?a=1'],
    ['PUBLIC_URL', 'https://user@offers.example'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'crm.example'],
    ['CORS_ORIGINS', 'https://crm.example/'],
    ['CORS_ORIGINS', 'https://CRM.example'],
  ])('%s=%s', (name, value) => {
    const read = () => readSettings({ [name]: value });
    expect(read).toThrow(SettingsError);
    expect(read).toThrow(name);
    expect(read).toThrow(value);
  });

  test.each(['db.example', 'mysql://user:secret@db.example/pv', 'secret'])('DATABASE_URL=%s', (value) => {
    expect(() => readSettings({ DATABASE_URL: value })).toThrow(
      /^DATABASE_URL must be a URL such as (?!.*secret)/,
    );
  });
});
