import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '@pv-planning/database/testing';
import { verify } from '@pv-planning/webhooks';
import { expect, onTestFinished, test } from 'vitest';
import { testLog } from '../../../../scripts/test-log.ts';
import { readSettings } from '../../src/kernel/settings/settings.ts';
import { startService } from '../../src/server/service.ts';

const main = fileURLToPath(new URL('../../src/programs/admin/main.ts', import.meta.url));

interface Ended {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Runs the command line in a separate process. */
function admin(environment: Record<string, string>, ...args: string[]): Promise<Ended> {
  const { DATABASE_URL: _, DATA_DIR: __, ...inherited } = process.env;
  const env = { ...inherited, ...environment };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--conditions=pv-source', main, ...args],
      { env },
      (error, stdout, stderr) => {
        resolve({ exitCode: error === null ? 0 : Number(error.code), stdout, stderr });
      },
    );
  });
}

/** Returns the only JSON value that a command prints. */
async function adminJson<Value>(environment: Record<string, string>, ...args: string[]): Promise<Value> {
  const { exitCode, stdout, stderr } = await admin(environment, ...args, '--json');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return JSON.parse(stdout);
}

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'pv-admin-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

async function startReceiver() {
  const requests: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('');
    requests.push({ headers: request.headers, body });
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`, requests };
}

/** Starts a server. Returns its URL and the environment for commands on its data. */
async function startServer() {
  const database = await createTestDatabase();
  onTestFinished(database.close);
  const environment = {
    DATABASE_URL: database.url,
    DATA_DIR: await temporaryDirectory(),
    WEBHOOK_ALLOW_TARGETS: '127.0.0.0/8',
  };
  const settings = readSettings({ ...environment, PORT: '0', RATE_LIMIT: '0' });
  const service = await startService(settings, testLog().logger);
  onTestFinished(service.close);
  const { url = '' } = service;
  return { url, environment };
}

test('concurrent commands share one database, which the last one stops', async () => {
  const environment = { DATA_DIR: await temporaryDirectory() };
  const created = await Promise.all(
    ['Sonnendach Musterstadt GmbH', 'Dachwerk Nordhausen GmbH'].map((name) =>
      adminJson<{ id: string }>(environment, 'company', 'create', '--name', name),
    ),
  );
  expect(created.map(({ id }) => id).sort()).toEqual(['1', '2']);
  expect(existsSync(join(environment.DATA_DIR, 'pg', 'PG_VERSION'))).toBe(true);
  expect(existsSync(join(environment.DATA_DIR, 'pg', 'postmaster.pid'))).toBe(false);
});

test('takes effect on a running server: creates a key and an endpoint, revokes the key', async () => {
  const { url, environment } = await startServer();
  const receiver = await startReceiver();
  const company = await adminJson<{ id: string }>(environment, 'company', 'create', '--name', 'Sonnendach');
  expect(Object.keys(company)).toEqual(['id']);

  const [key, endpoint] = await Promise.all([
    adminJson<{ id: string; key: string; scopes: string[] }>(
      environment,
      ...['key', 'create', '--company', company.id, '--name', 'CRM', '--scopes', 'write:customers'],
    ),
    adminJson<{ id: string; secret: string }>(
      environment,
      ...[
        'webhook',
        'create',
        '--company',
        company.id,
        '--url',
        receiver.url,
        '--events',
        'customer.created',
      ],
    ),
  ]);
  expect(key).toEqual({
    id: expect.stringMatching(/^\d+$/),
    key: expect.stringMatching(new RegExp(`^pvp_live_${company.id}_`)),
    scopes: ['write:customers'],
  });
  expect(Object.keys(endpoint)).toEqual(['id', 'secret']);

  const headers = { Authorization: `Bearer ${key.key}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ firstName: 'Maria', lastName: 'Schneider' });
  const ask = async (request?: RequestInit) =>
    (await fetch(`${url}/v1/customers`, { headers, ...request })).status;
  expect(await ask({ method: 'POST', body })).toBe(201);
  await expect.poll(() => receiver.requests).toHaveLength(1);
  const event = receiver.requests.map((request) => verify({ secret: endpoint.secret, ...request }));
  expect(event).toMatchObject([{ type: 'customer.created', data: { firstName: 'Maria' } }]);

  const list = ['delivery', 'list', '--endpoint', endpoint.id];
  const deliveries = await adminJson<{ id: string; status: string; attempts: object[] }[]>(
    environment,
    ...list,
  );
  expect(deliveries).toMatchObject([
    { status: 'delivered', attempts: [{ attemptNumber: 1, outcome: 'delivered', responseStatus: 204 }] },
  ]);

  const [redelivered] = await Promise.all([
    adminJson(environment, 'delivery', 'redeliver', String(deliveries[0]?.id)),
    adminJson(environment, 'key', 'revoke', '--company', company.id, key.id),
  ]);
  expect(redelivered).toEqual({ id: deliveries[0]?.id });
  await expect.poll(() => receiver.requests).toHaveLength(2);
  expect(receiver.requests[1]?.body).toBe(receiver.requests[0]?.body);
  await expect.poll(() => ask()).toBe(401);
});

test('does not create a missing data directory', async () => {
  const dataDir = join(await temporaryDirectory(), 'misspelt');
  const refused = await admin({ DATA_DIR: dataDir }, 'company', 'list');
  expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
  expect(refused.stderr).toContain(`There is no data directory ${dataDir}.`);
  expect(existsSync(dataDir)).toBe(false);
});

test('prints errors on stderr, with exit code 1 for failures and 2 for usage errors', async () => {
  const environment = { DATA_DIR: await temporaryDirectory(), DATABASE_URL: 'postgresql://127.0.0.1:1/none' };
  const [refused, misspelt] = await Promise.all([
    admin(environment, 'company', 'list', '--json'),
    admin(environment, 'compnay', 'list'),
  ]);
  expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
  expect(JSON.parse(refused.stderr)).toEqual({
    error: 'settings',
    message: expect.stringContaining('DATABASE_URL'),
  });
  expect(misspelt).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: "Unknown command 'compnay' (Did you mean company?) Add --help for usage.\n",
  });
});
