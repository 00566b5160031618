import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openTestApi } from '../support/test-api.ts';
import { secretKey } from '../support/test-company.ts';
import { untilFree } from '../support/until-free.ts';
import { waitingForLocks } from '../support/waiting-for-locks.ts';
import { startServiceProcess } from './crash/service-process.ts';

const { database, addCompany, url } = await openTestApi();

async function startProcess() {
  const dataDir = await mkdtemp(join(tmpdir(), 'pv-upserts-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const environment = { DATABASE_URL: database.url, SECRET_KEY: secretKey.toString('base64') };
  return startServiceProcess({ dataDir, args: ['--role=api'], environment });
}

/** A company that sends the same upsert each time, with the same headers. */
async function sender(headers: Record<string, string>) {
  const company = await addCompany();
  const { key } = await company.newKey('*');
  const authorized = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers };
  const data = Array.from({ length: 120 }, (_, index) => ({ externalId: `CRM-${index}`, lastName: 'Vogel' }));
  const request = { method: 'POST', headers: authorized, body: JSON.stringify({ data }) };
  async function send(service: string) {
    const response = await fetch(`${service}/v1/customers/upsert`, request);
    return (await response.json()) as { error?: string; data?: { status: string }[] };
  }
  return { ...company, send };
}

test('kill -9 between the steps of an upsert keeps what was committed, and a repeat does the rest once', async () => {
  const plain = await sender({});
  const keyed = await sender({ 'Idempotency-Key': 'move' });
  const companies = [plain, keyed];
  const killed = await startProcess();
  await database.kysely.transaction().execute(async (transaction) => {
    // The second steps wait for these customers.
    const held = companies.map(({ id }) => ({
      companyId: id,
      externalId: 'CRM-70',
      type: 'PRIVATE',
      lastName: 'Amsel',
    }));
    await transaction.insertInto('customer').values(held).execute();
    const unanswered = companies.map(({ send }) => send(killed.url).catch(() => 'no response'));
    await expect.poll(() => waitingForLocks(database.kysely)).toBe(2);
    killed.process.kill('SIGKILL');
    await killed.exited;
    expect(await Promise.all(unanswered)).toEqual(['no response', 'no response']);
    await sql`delete from customer where external_id = 'CRM-70'`.execute(transaction);
  });

  for (const { id, api, send } of companies) {
    const { data = [] } = await untilFree(() => send(url));
    expect(data.map(({ status }) => status)).toEqual([
      ...Array(50).fill('UNCHANGED'),
      ...Array(70).fill('CREATED'),
    ]);
    expect((await api.call('listCustomers')).body.total).toBe(120);
    const events = database.kysely.selectFrom('webhookEvent').select('type').where('companyId', '=', id);
    expect((await events.execute()).map(({ type }) => type)).toEqual(Array(120).fill('customer.created'));
  }
});
