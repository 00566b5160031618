import type { Timeouts } from '@pv-planning/database';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { testLog } from '../../../scripts/test-log.ts';
import { readSettings } from '../src/kernel/settings/settings.ts';
import { runCommandLine } from '../src/programs/admin/command-line.ts';
import { requestLimits, startService } from '../src/server/service.ts';
import { storedDigests } from './support/stored-data.ts';
import { openTestApi } from './support/test-api.ts';
import { secretKey } from './support/test-company.ts';

const { exampleCompany, database } = await openTestApi();
const { key } = await exampleCompany.newKey('*');
const environment = { DATABASE_URL: database.url, SECRET_KEY: secretKey.toString('base64'), PORT: '0' };

/** Starts a service with changed timeouts of requests. Anything else that shared these timeouts would also time out. */
async function startWithTimeouts(changes: Partial<Timeouts>) {
  const { timeouts } = requestLimits;
  if (!timeouts) throw new Error('Requests have no timeouts.');
  requestLimits.timeouts = { ...timeouts, ...changes };
  onTestFinished(() => {
    requestLimits.timeouts = timeouts;
  });
  const { logger, lines: log } = testLog();
  const { url, close } = await startService(readSettings(environment), logger, { role: 'api' });
  onTestFinished(close);

  /** Does not use the client of the other tests, because that client treats every 500 as an error of the service. */
  async function send(method: 'GET' | 'POST', path: string, headers = {}, body = '{"lastName": "Vogel"}') {
    const response = await fetch(url + path, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
      ...(method === 'POST' && { body }),
    });
    const { error } = (await response.json()) as { error?: string };
    return { status: response.status, error };
  }
  return { send, log };
}

const withKey = { 'Idempotency-Key': 'while-locked' };

/** Creates a company on the command line. Resolves with the exit code. */
function administer(): Promise<number> {
  const args = ['company', 'create', '--name', 'Wartende GmbH'];
  return runCommandLine({ args, environment, print: () => {}, printError: () => {} });
}

test('a long-held lock makes requests that wait for it fail, but not administrative commands', async () => {
  const { send, log } = await startWithTimeouts({ lockMs: 1_000 });
  let administered = false;
  const { answers, administering } = await database.kysely.transaction().execute(async (transaction) => {
    await sql`lock table company`.execute(transaction);
    const administering = administer().finally(() => {
      administered = true;
    });
    const answers = await Promise.all([
      send('GET', '/v1/company'),
      send('POST', '/v1/customers'),
      send('POST', '/v1/customers', withKey),
      send('GET', '/v1/projects'),
      send('POST', '/v1/materials/price-list-import', {}, '{"rows":[{"articleNumber":"1"}]}'),
    ]);
    expect(administered).toBe(false);
    return { answers, administering };
  });
  const late = { status: 503, error: 'service_unavailable' };
  // An idempotency key also references the company. Its wait looks like a wait for another request with the same key.
  const inProgress = { status: 409, error: 'idempotency_in_progress' };
  expect(answers).toEqual([late, late, inProgress, { status: 200 }, late]);
  // The job that the service runs at its start may also wait for the lock.
  const ofRequests = log.filter((line) => 'operationId' in JSON.parse(line));
  const reasons = ofRequests.filter((line) => line.includes('canceling statement due to lock timeout'));
  expect(reasons).toHaveLength(3);
  expect(await administering).toBe(0);
  expect(await send('POST', '/v1/customers', withKey)).toEqual({ status: 201 });
});

test('a statement that takes too long can be sent again', async () => {
  const { send, log } = await startWithTimeouts({ statementMs: 1_000 });
  await database.kysely.transaction().execute(async (transaction) => {
    await sql`lock table company`.execute(transaction);
    expect(await send('GET', '/v1/company')).toEqual({ status: 503, error: 'service_unavailable' });
  });
  const [reason] = log.filter((line) => line.includes('canceling statement due to statement timeout'));
  expect(JSON.parse(reason ?? '{}')).toMatchObject({ level: 40, operationId: 'getCompany' });
});

test('rolls back a change that takes too long, with its events', async () => {
  const { send, log } = await startWithTimeouts({ transactionMs: 0 });
  const before = await storedDigests(database, exampleCompany.id);
  const late = { 'Idempotency-Key': 'too-late' };
  expect(await send('POST', '/v1/customers', late)).toEqual({ status: 503, error: 'service_unavailable' });
  expect(await storedDigests(database, exampleCompany.id)).toEqual(before);
  expect(log.filter((line) => line.includes('TransactionTimeoutError'))).toHaveLength(1);
  expect(await send('GET', '/v1/customers')).toEqual({ status: 200 });
});

test('statements and transactions of requests have timeouts', async () => {
  const service = await startService(readSettings(environment), testLog().logger, { role: 'api' });
  onTestFinished(service.close);
  for (const name of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) {
    const { rows } = await sql<{ bound: string }>`select current_setting(${name}) as bound`.execute(
      service.database.kysely,
    );
    expect(rows[0]?.bound).toMatch(/^[1-9]\d*(s|min)$/);
  }
});
