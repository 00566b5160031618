import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, openProcessSession } from '@pv-planning/database';
import { createDeliveries, createEndpoints, listenForWakeUps } from '@pv-planning/webhook-delivery';
import { verify } from '@pv-planning/webhooks';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testLog } from '../../../../scripts/test-log.ts';
import { type Role, readRole, UsageError } from '../../src/kernel/settings/role.ts';
import { readSettings, SettingsError } from '../../src/kernel/settings/settings.ts';
import { runCommandLine } from '../../src/programs/admin/command-line.ts';
import { startService } from '../../src/server/service.ts';
import { samplesOf } from '../support/metrics.ts';
import { startReceiver } from '../support/receiver.ts';
import { httpCaller } from './crash/http-caller.ts';
import { type ServiceProcess, startServiceProcess, stopServiceProcess } from './crash/service-process.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'pv-roles-'));
const secretKey = Buffer.alloc(32, 3);
const { logger } = testLog();

function start(role: string, changes: Record<string, string> = {}): Promise<ServiceProcess> {
  const environment = {
    METRICS_PORT: '0',
    SECRET_KEY: secretKey.toString('base64'),
    WEBHOOK_ALLOW_TARGETS: '127.0.0.0/8',
    ...changes,
  };
  return startServiceProcess({ dataDir, args: [`--role=${role}`], environment });
}

// The processes start concurrently in an empty directory: one of them starts PostgreSQL, the others connect to it.
const [api, ...dispatchers] = await Promise.all([start('api'), start('dispatcher'), start('dispatcher')]);
const database = await openDatabase({ dataDir, migrate: false });
const companyId = '1';
const endpoints = createEndpoints({
  kysely: database.kysely,
  secretKey,
  allowTargets: ['127.0.0.0/8'],
});
const deliveries = createDeliveries({ kysely: database.kysely });
afterAll(async () => {
  const all = [api, ...dispatchers];
  for (const { process } of all) process.kill('SIGTERM');
  await Promise.all(all.map(({ exited }) => exited));
  await database.close();
  expect(existsSync(join(dataDir, 'pg', 'postmaster.pid'))).toBe(false);
  await rm(dataDir, { recursive: true, force: true });
});

const createCustomer = (lastName: string) =>
  httpCaller(api.url, api.apiKey ?? '')('POST', '/v1/customers', { lastName });

async function subscribe() {
  const receiver = await startReceiver();
  const { endpoint, secret } = await endpoints.create({
    companyId,
    url: receiver.url,
    eventTypes: ['customer.created'],
  });
  onTestFinished(() => endpoints.remove({ companyId, endpointId: endpoint.id }));
  return { receiver, secret, endpointId: endpoint.id };
}

test('dispatcher processes send each event of an API process once', async () => {
  const { receiver, secret } = await subscribe();
  const names = Array.from({ length: 20 }, (_, index) => `Vogel ${index}`);
  for (const name of names) expect((await createCustomer(name)).status).toBe(201);
  await receiver.received(names.length);
  const events = receiver.requests.map((request) => verify({ secret, ...request }));
  expect(events.map(({ data }) => (data as { lastName: string }).lastName).sort()).toEqual(names.toSorted());

  const attempts = 'webhook_attempts_total{outcome="delivered",error=""}';
  const counted = async () => {
    const samples = await Promise.all(dispatchers.map(samplesOf));
    return samples.reduce((sum, own) => sum + (own[attempts] ?? 0), 0);
  };
  await expect.poll(counted).toBe(names.length);
  expect(Object.keys(await samplesOf(api)).join()).not.toContain('webhook_');
});

test('dispatcher processes run background tasks', async () => {
  const { kysely } = database;
  const key = { companyId, owner: 'key:1', key: 'expired', fingerprint: 'print', status: 200 };
  await kysely
    .insertInto('idempotencyKey')
    .values({ ...key, createdAt: '2026-01-01T00:00:00.000Z' })
    .execute();
  await kysely.deleteFrom('companyTask').execute();
  // The others look for due work once a minute.
  const started = await start('dispatcher');
  onTestFinished(async () => void (await stopServiceProcess(started)));
  const expired = kysely.selectFrom('idempotencyKey').select('key').where('key', '=', 'expired');
  await expect.poll(() => expired.execute()).toEqual([]);
  const runs = 'job_attempts_total{queue="company_task",task="delete-expired-keys",outcome="queued"}';
  const counted = async () => {
    const samples = await Promise.all([...dispatchers, started].map(samplesOf));
    return samples.reduce((sum, own) => sum + (own[runs] ?? 0), 0);
  };
  await expect.poll(counted).toBeGreaterThan(0);
  expect(Object.keys(await samplesOf(api)).join()).not.toContain('job_');
});

test('an API process immediately notifies dispatchers of events with subscribers', async () => {
  const heard: (string | undefined)[] = [];
  const listening = sql`
    select from pg_stat_activity
    where datname = current_database() and state = 'idle'
      and query ~ '^(listen webhook_delivery|select pg_try_advisory_lock)'
  `;
  await expect.poll(async () => (await listening.execute(database.kysely)).rows).toHaveLength(3);
  const session = openProcessSession({ database: database.kysely, connection: database.connection });
  onTestFinished(() => session.stop());
  listenForWakeUps(session, (company) => heard.push(company));
  await expect.poll(() => heard).toEqual([undefined]);
  await createCustomer('Vogel');
  await subscribe();
  await createCustomer('Vogt');
  await expect.poll(() => heard).toEqual([undefined, companyId]);
});

test('a dispatcher serves probes and metrics, but no API', async () => {
  for (const dispatcher of dispatchers) {
    expect(dispatcher.url).toBe('');
    for (const probe of ['healthz', 'readyz']) {
      expect((await fetch(`${dispatcher.metricsUrl}/${probe}`)).status).toBe(200);
    }
    expect((await fetch(`${dispatcher.metricsUrl}/v1/company`)).status).toBe(404);
  }
});

test('an operator can test an endpoint while dispatcher processes run', async () => {
  const { receiver, secret, endpointId } = await subscribe();
  const exitCode = await runCommandLine({
    args: ['webhook', 'test', endpointId],
    environment: { DATA_DIR: dataDir, SECRET_KEY: secretKey.toString('base64') },
    print: () => {},
    printError: (text) => expect.fail(text),
  });
  expect(exitCode).toBe(0);
  expect(verify({ secret, ...(await receiver.received(1)) })).toMatchObject({
    type: 'endpoint.test',
    data: { endpointId },
  });
});

test('on SIGTERM, a dispatcher completes its deliveries; the next process sends later events', async () => {
  const { receiver, endpointId } = await subscribe();
  const hold = receiver.hold();
  await createCustomer('Abend');
  await receiver.received(1);
  const stopping = dispatchers.splice(0);
  for (const { process } of stopping) process.kill('SIGTERM');
  // Neither dispatcher claims deliveries any more: the idle dispatcher exits, the other waits for the response.
  await Promise.race(stopping.map(({ exited }) => exited));
  hold.answer();
  expect(await Promise.all(stopping.map(({ exited }) => exited))).toEqual([0, 0]);
  const [delivery] = await deliveries.list({ companyId, endpointId });
  expect(delivery).toMatchObject({ status: 'delivered', attempts: [{ outcome: 'delivered' }] });

  await createCustomer('Morgen');
  const both = await start('all');
  dispatchers.push(both);
  await receiver.received(2);
  expect(JSON.parse(receiver.requests[1]?.body ?? '').data.lastName).toBe('Morgen');
  expect(await samplesOf(both)).toMatchObject({ 'webhook_endpoints{state="active"}': 1 });
});

test('on SIGTERM, an API process exits without affecting other processes or the database', async () => {
  const second = await start('api');
  expect(second.output()).not.toContain('pvp_live_');
  expect(await stopServiceProcess(second)).toBe(0);
  expect((await createCustomer('Nachher')).status).toBe(201);
});

/** Starts the service in this process, so that a test can check the error. `crash.test.ts` checks the output of a process. */
function startHere(role: Role, changes: Record<string, string>): Promise<unknown> {
  const environment = { DATA_DIR: dataDir, PORT: '0', SECRET_KEY: secretKey.toString('base64'), ...changes };
  return startService(readSettings(environment), logger, { role });
}

test('reports that the metrics port is in use', async () => {
  const METRICS_PORT = new URL(api.metricsUrl ?? '').port;
  await expect(startHere('dispatcher', { METRICS_PORT })).rejects.toThrow(
    new SettingsError(`Port ${METRICS_PORT} of 127.0.0.1 is in use. Set METRICS_PORT to a free port.`),
  );
});

test('reports a host that is not an address of this machine', async () => {
  await expect(startHere('api', { HOST: '192.0.2.1' })).rejects.toThrow(
    new SettingsError(
      '192.0.2.1 is not an address of this machine. Set HOST to one, such as 127.0.0.1 or 0.0.0.0.',
    ),
  );
});

test('a process with an unknown role exits with 2 before anything starts', async () => {
  await expect(start('worker')).rejects.toThrow(
    'ended with 2: --role must be one of all, api, dispatcher.\n',
  );
});

test('reads the role only from the command line', () => {
  expect(readRole([])).toBe('all');
  expect(readRole(['--role=api'])).toBe('api');
  expect(readRole(['--role', 'dispatcher'])).toBe('dispatcher');
  for (const args of [['--port=1'], ['api'], ['--role'], ['--role='], ['-r'], ['--role=api', 'dispatcher']]) {
    expect(() => readRole(args)).toThrow(UsageError);
  }
  expect(() => readRole(['--prot=1'])).toThrow('--prot');
});
