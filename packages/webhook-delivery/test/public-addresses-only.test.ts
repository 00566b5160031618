import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAllowList, isPublicAddress } from '../src/target/address.ts';
import { createResolver, vetTarget } from '../src/target/vet-target.ts';
import { type DnsServer, startDnsServer } from './support/dns-server.ts';
import { startReceiver } from './support/receiver.ts';
import { attemptAt, openWorkbench } from './support/workbench.ts';

const notPublic = [
  ...[
    '0.0.0.0',
    '0.255.255.255',
    '10.0.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
  ],
  ...[
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.31.196.1',
    '192.52.193.255',
    '192.88.99.1',
    '192.168.0.1',
    '192.175.48.1',
  ],
  ...['::ffff:168.63.129.16', '64:ff9b::168.63.129.16', '::ffff:192.31.196.1', '64:ff9b::c034:c101'],
  ...[
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
  ],
  ...['255.255.255.255', '::', '::1', '::7f00:1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:0:7f00:1'],
  ...['::5efe:10.0.0.1', '64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b::169.254.169.254', '64:ff9b:1::1'],
  ...[
    '100::1',
    '2001::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2620:4f:8000::1',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
  ],
  ...['2a00::5efe:10.0.0.1', '2a00::200:5efe:10.0.0.1', '2a00:1:2:3:0:5efe:1.1.1.1'],
  ...['fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', '4000::1'],
];
const reachable = [
  ...[
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.1',
  ],
  ...['168.63.129.15', '168.63.129.17', '192.31.197.0', '192.52.192.255', '192.175.49.0'],
  ...['169.253.255.255', '172.15.255.255', '172.32.0.0', '192.167.255.255', '198.17.255.255', '198.20.0.0'],
  ...[
    '223.255.255.255',
    '::ffff:1.1.1.1',
    '64:ff9b::1.1.1.1',
    '2001:200::1',
    '2606:4700:4700::1111',
    '2a00::1',
    '2a00::5efe:0:0:1',
  ],
];

test.each(notPublic)('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));
test.each(reachable)('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));

let dns: DnsServer;

beforeAll(async () => {
  dns = await startDnsServer();
  dns.name('public.example', ['1.1.1.1', '2606:4700:4700::1111']);
  dns.name('private.example', ['10.1.2.3']);
  dns.name('mixed.example', ['1.1.1.1', 'fd00::1']);
  dns.name('mapped.example', ['::ffff:a00:1']);
  dns.name('metadata.example', ['169.254.169.254']);
  dns.name('receiver', ['10.9.9.9']);
});
afterAll(() => dns.close());

const vet = (url: string, allow: string[] = []) =>
  vetTarget(url, { allowed: createAllowList(allow), resolver: createResolver(dns), dnsTimeoutMs: 1_000 });

describe('without an allow-list', () => {
  test('accepts a public https URL and returns exactly the resolved addresses', async () => {
    const { url, addresses } = await vet('https://public.example:8443/hooks?x=1#fragment');
    expect(url.href).toBe('https://public.example:8443/hooks?x=1');
    expect(addresses).toEqual([
      { address: '1.1.1.1', family: 4 },
      { address: '2606:4700:4700::1111', family: 6 },
    ]);
    expect((await vet('https://public.example./')).url.hostname).toBe('public.example');
    expect((await vet('https://1.1.1.1/')).addresses).toEqual([{ address: '1.1.1.1', family: 4 }]);
  });

  test.each([
    ...[
      'https://127.0.0.1/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://0177.0.0.1/',
      'https://127.1/',
    ],
    ...[
      'https://１２７.0.0.1/',
      'https://①②⑦.0.0.1/',
      'https://127.0.0.1./',
      'https://[::1]/',
      'https://[::ffff:127.0.0.1]/',
    ],
    ...[
      'https://[::ffff:7f00:1]/',
      'https://[::7f00:1]/',
      'https://[64:ff9b::7f00:1]/',
      'https://[fd00::1]/',
    ],
    ...[
      'https://169.254.169.254/latest/meta-data',
      'https://localhost/',
      'https://LOCALHOST./',
      'https://a.localhost/',
    ],
    ...[
      'https://intranet/',
      'https://db.internal/',
      'https://metadata.google.internal/',
      'https://printer.local/',
    ],
    ...['https://nas.lan/', 'https://fritz.home.arpa/', 'https://private.example/', 'https://mixed.example/'],
    ...['https://mapped.example/', 'https://metadata.example/'],
  ])('rejects %s because of its address', async (url) => {
    await expect(vet(url)).rejects.toMatchObject({ name: 'RejectedTargetError', code: 'blocked_address' });
  });

  test.each([
    ['http://public.example/', 'https_required'],
    ['ftp://public.example/', 'invalid_url'],
    ['public.example', 'invalid_url'],
    ['https://', 'invalid_url'],
    ['https://user@public.example/', 'invalid_url'],
    ['https://:secret@public.example/', 'invalid_url'],
    ['https://[fe80::1%25eth0]/', 'invalid_url'],
    ['https://a..example/', 'invalid_url'],
    ['https://.public.example/', 'invalid_url'],
    ['https://public.example../', 'invalid_url'],
    [`https://${'x'.repeat(64)}.example/`, 'invalid_url'],
    [`https://${'x.'.repeat(126)}example/`, 'invalid_url'],
    [`https://public.example/${'x'.repeat(2048)}`, 'invalid_url'],
    ['https://public.example:22/', 'blocked_port'],
    ['https://public.example:5432/', 'blocked_port'],
  ])('rejects %s with %s', async (url, code) => {
    await expect(vet(url)).rejects.toMatchObject({ name: 'RejectedTargetError', code });
  });

  test('errors do not contain the resolved address', async () => {
    await expect(vet('https://private.example/')).rejects.toThrow(
      /^The host has an address that is not public\.$/,
    );
  });
});

describe('with an allow-list', () => {
  test.each([
    ['http://127.0.0.1:5432/', ['127.0.0.1']],
    ['http://localhost:8080/', ['127.0.0.1']],
    ['http://[::ffff:127.0.0.1]/', ['::ffff:7f00:1']],
    ['http://receiver:8080/', ['10.9.9.9']],
    ['https://public.example/', ['1.1.1.1', '2606:4700:4700::1111']],
  ])('accepts %s', async (url, expected) => {
    const { addresses } = await vet(url, ['127.0.0.0/8', '10.9.0.0/16']);
    expect(addresses.map(({ address }) => address)).toEqual(expected);
  });

  test.each([
    'http://public.example/',
    'https://private.example/',
    'https://[::1]/',
    'https://169.254.169.254/',
  ])('rejects %s outside the list', async (url) => {
    await expect(vet(url, ['127.0.0.0/8', '10.9.0.0/16'])).rejects.toMatchObject({
      name: 'RejectedTargetError',
    });
  });

  test('the list accepts only networks', () => {
    expect(() => createAllowList(['127.0.0.1'])).toThrow();
    expect(() => createAllowList(['everything'])).toThrow();
  });
});

test('checks the address at each attempt, not only when the endpoint is created', async () => {
  const bench = await openWorkbench();
  const receiver = await startReceiver();
  bench.dispatch({ allowTargets: [], rules: { maxAttempts: 1 } });
  for (const host of ['127.0.0.1', '[::ffff:7f00:1]', '2130706433']) {
    const attempt = await attemptAt(bench, `https://${host}:${receiver.port}/`);
    expect(attempt).toMatchObject({
      errorCode: 'blocked_address',
      errorText: 'The host has an address that is not public.',
      requestHeaders: null,
    });
  }
  expect(receiver.requests).toEqual([]);
  await bench.close();
  await receiver.close();
});
