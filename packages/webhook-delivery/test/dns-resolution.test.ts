import { Resolver } from 'node:dns/promises';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClaimedEndpoint } from '../src/dispatch/claim/claim.ts';
import { createAgents } from '../src/dispatch/send/agents.ts';
import { createClaimedTargets } from '../src/dispatch/send/claimed-target.ts';
import { createEndpoints, defaultRules } from '../src/index.ts';
import { secretKey } from '../src/testing/index.ts';
import { type DnsServer, startDnsServer } from './support/dns-server.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { attemptAt, eventually, openWorkbench, settled, type Workbench } from './support/workbench.ts';

const dnsTimeoutMs = 400;
const manyAddresses = Array.from({ length: 200 }, (_, index) => `1.1.1.${index}`);

let dns: DnsServer;
let bench: Workbench;
let receiver: Receiver;
/** Listens on 127.0.0.2, an internal address that the test does not allow. */
let inside: Server;
let insidePort: number;
let connections = 0;

beforeAll(async () => {
  dns = await startDnsServer();
  bench = await openWorkbench({ resolver: dns });
  receiver = await startReceiver();
  inside = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.2', resolve));
  insidePort = (inside.address() as { port: number }).port;
  bench.dispatch({ allowTargets: ['127.0.0.1/32'], rules: { maxAttempts: 1, dnsTimeoutMs } });
});
afterAll(async () => {
  await bench.close();
  await receiver.close();
  await dns.close();
  inside.close();
});

const failed = (errorCode: string, errorText: string) => ({
  outcome: 'failed',
  errorCode,
  errorText,
  requestHeaders: null,
});

test.concurrent.each([
  ['unknown.example', 'NXDOMAIN', 'ENOTFOUND'],
  ['broken.example', 'SERVFAIL', 'ESERVFAIL'],
] as const)(
  'an attempt to reach %s, which resolves to %s, fails with the reason',
  async (name, answer, code) => {
    dns.name(name, answer);
    const attempt = await attemptAt(bench, `https://${name}/`);
    expect(attempt).toMatchObject(failed('dns_error', `The host name has no address (${code}).`));
  },
);

test.concurrent('a silent DNS server delays the attempt by no more than the DNS timeout', async () => {
  // The resolver may retry within this time, after an interval that depends on earlier response times.
  dns.name('silent.example', ['1.1.1.1'], 'silence');
  const attempt = await attemptAt(bench, 'https://silent.example/');
  expect(attempt).toMatchObject(failed('dns_error', 'The host name has no address (ETIMEOUT).'));
  expect(attempt.durationMs).toBeGreaterThanOrEqual(dnsTimeoutMs - 10);
});

test.concurrent.each([
  ['alias.example', { cname: 'inside.example', addresses: ['127.0.0.2'] }],
  ['mixed.example', ['1.1.1.1', '127.0.0.2']],
  ['families.example', ['1.1.1.1', 'fd00::1']],
  ['mapped.example', ['::ffff:127.0.0.2']],
  ['translated.example', ['64:ff9b::7f00:2']],
])('%s has an internal address and is rejected before a connection is made', async (name, answer) => {
  dns.name(name, ['1.1.1.1'], answer);
  const attempt = await attemptAt(bench, `https://${name}:${insidePort}/`);
  expect(attempt).toMatchObject(failed('blocked_address', 'The host has an address that is not public.'));
  expect(connections).toBe(0);
});

test.concurrent('connects to the vetted address even if DNS has since changed', async () => {
  const name = 'turncoat.receiver.example';
  dns.name(name, ['127.0.0.1'], ['127.0.0.1'], ['127.0.0.2']);
  const { companyId, id } = await bench.subscribe(`https://${name}:${receiver.port}/`);
  const before = dns.lookups(name);
  await bench.record(companyId);
  await settled(bench, id, 'delivered');
  expect(dns.lookups(name)).toBe(before + 1);
  await bench.record(companyId);
  const [second] = await settledAs(id, ['exhausted', 'delivered']);
  expect(second?.attempts).toMatchObject([{ errorCode: 'blocked_address' }]);
  expect(connections).toBe(0);
});

test.concurrent('deliveries of one claim share a DNS lookup, later ones do not', async () => {
  const name = 'busy.receiver.example';
  dns.name(name, ['127.0.0.1']);
  const { companyId, id } = await bench.subscribe(`https://${name}:${receiver.port}/`);
  const before = dns.lookups(name);
  const together = defaultRules.startInFlight;
  await bench.recordMany(companyId, together);
  await settled(bench, id, 'delivered', together);
  const shared = dns.lookups(name);
  // On a busy machine, the resolver may query twice.
  expect(shared).toBeLessThanOrEqual(before + 2);
  await bench.record(companyId);
  await settled(bench, id, 'delivered', together + 1);
  expect(dns.lookups(name)).toBeGreaterThan(shared);
});

test.concurrent('a failed DNS lookup fails only one delivery of a claim', async () => {
  const name = 'once.receiver.example';
  dns.name(name, ['127.0.0.1'], 'NXDOMAIN', ['127.0.0.1']);
  const { companyId, id } = await bench.subscribe(`https://${name}:${receiver.port}/`);
  const together = defaultRules.startInFlight;
  await bench.recordMany(companyId, together);
  const statuses = await eventually(async () => {
    const deliveries = await bench.deliveries.list({ ...id, limit: together + 1 });
    expect(deliveries.filter(({ status }) => status === 'pending')).toEqual([]);
    return deliveries.map(({ status }) => status);
  });
  expect(statuses.toSorted()).toEqual([...Array(together - 1).fill('delivered'), 'exhausted']);
});

test.concurrent('a host with addresses of only one family is reached', async () => {
  dns.name('four.receiver.example', ['127.0.0.1']);
  const attempt = await attemptAt(bench, `https://four.receiver.example:${receiver.port}/`);
  expect(attempt).toMatchObject({ outcome: 'delivered' });
});

test.concurrent('an endpoint can be created with a host name that cannot be resolved at the moment', async () => {
  dns.name('later.example', 'SERVFAIL');
  const endpoints = createEndpoints({ kysely: bench.database.kysely, secretKey, resolver: dns });
  const companyId = await bench.addCompany();
  const url = 'https://later.example/x';
  expect((await endpoints.create({ companyId, url, eventTypes: ['*'] })).endpoint.url).toBe(url);
  dns.name('later.example', ['10.0.0.1']);
  await expect(endpoints.create({ companyId, url, eventTypes: ['*'] })).rejects.toMatchObject({
    code: 'blocked_address',
  });
});

test.concurrent.each([
  ['is reused while its addresses stay the same', ['1.1.1.1', '8.8.8.8'], ['1.1.1.1', '8.8.8.8'], true],
  ['is checked again if an address changes', ['1.1.1.1', '8.8.8.8'], ['1.1.1.1', '9.9.9.9'], false],
  ['is not remembered if it has very many addresses', manyAddresses, manyAddresses, false],
])('a target %s', async (_case, first, second, isReused) => {
  const answers = [first, second];
  const resolver = Object.assign(new Resolver(), {
    resolve4: async () => answers.shift() ?? [],
    resolve6: async () => [],
  });
  const agents = createAgents();
  const targets = createClaimedTargets({ allowed: () => false, resolver, dnsTimeoutMs }, agents);
  const endpoint = () => ({ url: 'https://receiver.example/' }) as ClaimedEndpoint;
  const target = await targets(endpoint());
  expect((await targets(endpoint())) === target).toBe(isReused);
  agents.destroy();
});

async function settledAs(id: Parameters<typeof settled>[1], statuses: string[]) {
  return eventually(async () => {
    const deliveries = await bench.deliveries.list(id);
    expect(deliveries.map(({ status }) => status)).toEqual(statuses);
    return deliveries;
  });
}
