import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expressWebhook, type WebhookEvent } from '@pv-planning/webhooks';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../../scripts/free-port.ts';
import { openTestApi } from '../support/test-api.ts';

const main = fileURLToPath(new URL('../../../../packages/cli/src/main.ts', import.meta.url));
const { addCompany, url } = await openTestApi();
const company = await addCompany('Solar Nord');
const { key } = await company.newKey('*');
const home = mkdtempSync(join(tmpdir(), 'cli-'));
afterAll(() => rmSync(home, { recursive: true }));

function start(args: readonly string[], environment: Record<string, string> = {}): ChildProcess {
  const { PATH = '' } = process.env;
  const env = { PATH, XDG_CONFIG_HOME: home, ...environment };
  return spawn(process.execPath, ['--conditions=pv-source', main, ...args], { env });
}

/** Runs a command to its end. */
async function run(args: readonly string[], environment?: Record<string, string>, input = '') {
  const child = start(args, environment);
  child.stdin?.end(input);
  const [out, error, [exitCode]] = await Promise.all([
    text(child.stdout as NodeJS.ReadableStream as never),
    text(child.stderr as NodeJS.ReadableStream as never),
    once(child, 'close'),
  ]);
  return { exitCode, out, error };
}

/** Starts a receiver that verifies deliveries. */
async function receive(
  port: number,
  secret: string,
  onEvent: (event: WebhookEvent) => void,
): Promise<Server> {
  const receiveWebhook = expressWebhook({ secret, onEvent });
  const server = createServer((request, response) => {
    void receiveWebhook(request, response, () => response.writeHead(500).end());
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return server;
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await once(server.close(), 'close');
}

const logIn = () => run(['login', '--url', url], {}, `${key}\n`);
const keptSecret = () => JSON.parse(readFileSync(join(home, 'pv-planning/config.json'), 'utf8')).secret;

describe('login and get', () => {
  test('login keeps a key that the service knows in a file for its user only, which get reads', async () => {
    expect(await run(['login', '--url', url], {}, 'pvp_live_1_wrong')).toMatchObject({ exitCode: 1 });
    expect(await run(['get', 'company'])).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining('login'),
    });

    const file = join(home, 'pv-planning/config.json');
    expect(await logIn()).toMatchObject({ exitCode: 0, out: expect.stringContaining('Solar Nord') });
    expect(statSync(file).mode & 0o777).toBe(0o600);

    const { body: customer } = await company.api.call('createCustomer', { body: { lastName: 'Vogel' } });
    const one = await run(['get', `customers/${customer.id}`, '--json']);
    expect(JSON.parse(one.out)).toMatchObject({ id: customer.id, lastName: 'Vogel' });
    const list = await run(['get', '/v1/customers?q=Vogel&limit=1', '--json']);
    expect(JSON.parse(list.out)).toMatchObject({ total: 1, limit: 1 });
  });

  test.each([
    ['an unknown path', ['get', 'customer/7003'], 2, 'Did you mean customers/7003?'],
    ['an unknown id', ['get', 'customers/nobody'], 1, '404 not_found'],
    ['an unknown event', ['trigger', 'offer.acepted'], 2, 'Did you mean offer.accepted?'],
    ['an unknown command', ['lisen'], 2, 'Did you mean listen?'],
  ])('%s', async (_name, args, exitCode, error) => {
    const environment = { PV_PLANNING_URL: url, PV_PLANNING_KEY: key };
    expect(await run(args, environment)).toMatchObject({ exitCode, error: expect.stringContaining(error) });
  });

  test('a wrong key and a service that does not answer, also as JSON', async () => {
    const environment = { PV_PLANNING_URL: url, PV_PLANNING_KEY: 'pvp_live_1_wrong' };
    const wrong = await run(['get', 'company'], environment);
    expect(wrong).toMatchObject({ exitCode: 1, error: expect.stringContaining('pv-planning login') });
    const away = { ...environment, PV_PLANNING_URL: `http://127.0.0.1:${await freePort()}` };
    const { exitCode, error } = await run(['get', 'company', '--json'], away);
    expect([exitCode, JSON.parse(error)]).toMatchObject([3, { error: 'no_answer' }]);
  });
});

test('listen forwards new events signed and in order, also to a receiver that restarts, until Ctrl-C', async () => {
  await logIn();
  const create = (lastName: string) => company.api.call('createCustomer', { body: { lastName } });
  await create('Before');
  const port = await freePort();
  const listening = start(['listen', '--forward-to', `http://127.0.0.1:${port}/webhooks`]);
  const exited = once(listening, 'close');
  onTestFinished(() => void listening.kill('SIGKILL'));
  let output = '';
  listening.stdout?.setEncoding('utf8').on('data', (part: string) => {
    output += part;
  });
  await expect.poll(() => output).toContain('WEBHOOK_SECRET=whsec_');
  const [, secret = ''] = /WEBHOOK_SECRET=(\S+)/.exec(output) ?? [];
  expect(keptSecret()).toBe(secret);

  const names: unknown[] = [];
  const onEvent = (event: WebhookEvent) => {
    if (event.type === 'customer.created') names.push(event.data.lastName);
  };
  await create('Ahrens');
  await create('Behrens');
  await expect.poll(() => output).toContain('nothing listens');
  const first = await receive(port, secret, onEvent);
  await expect.poll(() => names).toEqual(['Ahrens', 'Behrens']);
  await stop(first);
  await create('Carstens');
  await create('Dirks');
  const second = await receive(port, secret, onEvent);
  await expect.poll(() => names).toEqual(['Ahrens', 'Behrens', 'Carstens', 'Dirks']);
  await expect.poll(() => output.match(/→ 204/g)).toHaveLength(4);

  listening.kill('SIGINT');
  expect(await exited).toEqual([0, null]);
  expect(output).toContain('Stopped after 4 events.');
  await stop(second);
});

test('trigger sends the example of an event, signed, and fails unless it is accepted', async () => {
  const port = await freePort();
  const secret = 'whsec_ZGVtby1zZWNyZXQtb2YtMjQtYnl0ZXMh';
  const args = ['trigger', 'offer.accepted', '--forward-to', `http://127.0.0.1:${port}/`];
  const seen: string[] = [];
  const server = await receive(port, secret, ({ type }) => seen.push(type));
  expect(await run([...args, '--secret', secret])).toMatchObject({ exitCode: 0, error: '' });
  expect(seen).toEqual(['offer.accepted']);
  const other = 'whsec_YW5vdGhlciBzZWNyZXQgb2YgMjQgYnl0ZXM=';
  const refused = await run([...args, '--secret', other]);
  expect(refused).toMatchObject({ exitCode: 1, out: expect.stringContaining('400') });
  expect(refused.out).toContain(`WEBHOOK_SECRET=${other}`);
  await stop(server);
});
