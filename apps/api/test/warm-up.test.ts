import { createTestDatabase } from '@pv-planning/database/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { testLog } from '../../../scripts/test-log.ts';
import { readSettings } from '../src/kernel/settings/settings.ts';
import { startService } from '../src/server/service.ts';
import { secretKey } from './support/test-company.ts';

const sdk = vi.hoisted(() => ({ isAsked: false, ...Promise.withResolvers<void>() }));

vi.mock('stripe', async (original) => {
  sdk.isAsked = true;
  await sdk.promise;
  return original();
});

test('a service is ready when the first payment waits for nothing that is loaded once', async () => {
  const database = await createTestDatabase();
  onTestFinished(database.close);
  const port = await freePort();
  const settings = readSettings({
    DATABASE_URL: database.url,
    SECRET_KEY: secretKey.toString('base64'),
    PORT: String(port),
  });
  const starting = startService(settings, testLog('error').logger, { role: 'api' });
  const probe = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status;
  await expect.poll(() => sdk.isAsked).toBe(true);
  expect(await probe()).toBe(503);
  sdk.resolve();
  const service = await starting;
  onTestFinished(service.close);
  expect(await probe()).toBe(200);
});
