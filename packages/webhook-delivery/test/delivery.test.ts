import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { verify } from '@pv-planning/webhooks';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createEndpoints } from '../src/index.ts';
import { type Receiver, selfSigned, startReceiver } from './receiver.ts';
import { loopback, secretKey } from './settings.ts';
import { eventually, openWorkbench, settled, type Workbench } from './workbench.ts';

let bench: Workbench;
let receiver: Receiver;

beforeAll(async () => {
  bench = await openWorkbench();
  receiver = await startReceiver();
});
afterEach(async () => {
  await bench.reset();
  receiver.requests.length = 0;
  receiver.answer(204);
});
afterAll(async () => {
  await bench.close();
  await receiver.close();
});

async function firstRequest() {
  const [request] = await receiver.received(1);
  if (!request) throw new Error('nothing received');
  return { body: request.body, headers: request.headers as Record<string, string> };
}

describe('a delivery', () => {
  test('is signed for libraries and for hand-written receivers', async () => {
    const { endpoint, secret } = await bench.subscribe(receiver.url, ['customer.created']);
    bench.dispatch();
    const id = await bench.record('customer.created', { id: '1002', lastName: 'Kornblüme 🌞' });
    const { headers, body } = await firstRequest();

    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'PV-Planning-Webhooks/1',
      'webhook-id': id,
    });
    const envelope = {
      id,
      type: 'customer.created',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      data: { id: '1002', lastName: 'Kornblüme 🌞' },
    };
    expect(new Webhook(secret).verify(body, headers)).toEqual(envelope);
    expect(verify({ secret, headers, body })).toEqual(envelope);
    const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const byHand = `v1,${createHmac('sha256', secret).update(text).digest('hex')}`;
    expect(headers['webhook-signature']?.split(' ')[0]).toBe(byHand);

    const [delivery] = await settled(bench, endpoint, 'delivered');
    expect(delivery).toMatchObject({ eventId: id, eventType: 'customer.created', dueAt: null });
    expect(delivery?.attempts).toMatchObject([
      {
        attemptNumber: 1,
        trigger: 'auto',
        outcome: 'delivered',
        errorCode: null,
        responseStatus: 204,
        url: receiver.url,
      },
    ]);
    expect(JSON.stringify(delivery)).not.toContain(secret);
  });

  test('carries the signatures of both secrets while one is replaced', async () => {
    const { endpoint, secret: old } = await bench.subscribe(receiver.url);
    const { secret } = await bench.endpoints.rotateSecret({
      companyId: bench.companyId,
      endpointId: endpoint.id,
    });
    bench.dispatch();
    await bench.record();
    const { headers, body } = await firstRequest();
    new Webhook(old).verify(body, headers);
    new Webhook(secret).verify(body, headers);
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(8);
  });

  test('forgets the old secret when its overlap has ended', async () => {
    const { endpoint, secret: old } = await bench.subscribe(receiver.url);
    const id = { companyId: bench.companyId, endpointId: endpoint.id };
    await bench.endpoints.rotateSecret(id, { overlapHours: 0 });
    bench.dispatch();
    await bench.record();
    const { headers, body } = await firstRequest();
    expect(() => new Webhook(old).verify(body, headers)).toThrow('No matching signature found');
  });

  test('is signed in the plain form of the specification when the endpoint asks for it', async () => {
    const { endpoint, secret } = await bench.subscribe(receiver.url);
    const id = { companyId: bench.companyId, endpointId: endpoint.id };
    await bench.endpoints.update(id, { signatureMode: 'base64' });
    bench.dispatch();
    await bench.record();
    const { headers, body } = await firstRequest();
    new Webhook(secret).verify(body, headers);
    expect(headers['webhook-signature']).toMatch(/^v1,\S{44}$/);
  });

  test('of another company goes to its own endpoints only', async () => {
    const other = await bench.addCompany();
    await bench.subscribe(receiver.url);
    const foreign = await startReceiver();
    await bench.endpoints.create({ companyId: other, url: foreign.url, eventTypes: ['*'] });
    bench.dispatch();
    await bench.record('customer.created', { id: '9' }, other);
    await foreign.received(1);
    await delay(100);
    expect(receiver.requests).toEqual([]);
    await foreign.close();
  });
});

describe('a failed attempt', () => {
  test('is made again with the same id and bytes, but a new timestamp and signature', async () => {
    receiver.answer(500, 204);
    const { endpoint, secret } = await bench.subscribe(receiver.url);
    bench.dispatch({ rules: { retryFirstMs: 1_200, retryCapMs: 1_200 } });
    await bench.record();
    const [first, second] = await receiver.received(2);
    if (!first || !second) throw new Error('too few requests');
    expect(second.body).toBe(first.body);
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(Number(second.headers['webhook-timestamp'])).toBeGreaterThan(
      Number(first.headers['webhook-timestamp']),
    );
    expect(second.headers['webhook-signature']).not.toBe(first.headers['webhook-signature']);
    new Webhook(secret).verify(second.body, second.headers as Record<string, string>);

    const [delivery] = await settled(bench, endpoint, 'delivered');
    expect(delivery?.attempts).toMatchObject([
      {
        attemptNumber: 1,
        outcome: 'failed',
        errorCode: 'http_status',
        responseStatus: 500,
        nextAttemptAt: expect.any(String),
      },
      { attemptNumber: 2, outcome: 'delivered', responseStatus: 204, nextAttemptAt: null },
    ]);
  });

  test('is the last one after eight; each is in the log', async () => {
    receiver.answer(503);
    const { endpoint } = await bench.subscribe(receiver.url);
    bench.dispatch();
    await bench.record();
    const [delivery] = await settled(bench, endpoint, 'exhausted');
    expect(delivery?.attempts.map(({ attemptNumber }) => attemptNumber)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    await delay(150);
    expect(receiver.requests).toHaveLength(8);
  });

  test.each([301, 302, 307, 308])('a redirect with %d is not followed', async (status) => {
    receiver.answer((response) => response.writeHead(status, { location: receiver.url }).end());
    const { endpoint } = await bench.subscribe(receiver.url);
    bench.dispatch({ rules: { maxAttempts: 1 } });
    await bench.record();
    const [delivery] = await settled(bench, endpoint, 'exhausted');
    expect(delivery?.attempts).toMatchObject([{ errorCode: 'redirect', responseStatus: status }]);
    expect(receiver.requests).toHaveLength(1);
  });

  test('waits as long as Retry-After asks', async () => {
    receiver.answer((response) => response.writeHead(429, { 'retry-after': '2' }).end());
    const { endpoint } = await bench.subscribe(receiver.url);
    bench.dispatch({ rules: { retryCapMs: 3_600_000 } });
    await bench.record();
    await eventually(async () => {
      const [delivery] = await bench.deliveries.list({ companyId: bench.companyId, endpointId: endpoint.id });
      const [attempt] = delivery?.attempts ?? [];
      const wait = Date.parse(attempt?.nextAttemptAt ?? '') - Date.parse(attempt?.startedAt ?? '');
      expect(wait).toBeGreaterThanOrEqual(2_000);
      expect(wait).toBeLessThan(3_000);
    });
  });
});

describe('a slow receiver', () => {
  const attemptWith = async (behaviour: Parameters<Receiver['answer']>[0], outcome: string) => {
    receiver.answer(behaviour);
    const { endpoint } = await bench.subscribe(receiver.url);
    bench.dispatch({ rules: { maxAttempts: 1 } });
    await bench.record();
    const [delivery] = await settled(bench, endpoint, outcome);
    return delivery?.attempts[0];
  };

  test('that does not answer in time has failed', async () => {
    const attempt = await attemptWith(() => {}, 'exhausted');
    expect(attempt).toMatchObject({ errorCode: 'timeout', responseStatus: null });
    expect(attempt?.durationMs).toBeGreaterThanOrEqual(390);
    expect(attempt?.durationMs).toBeLessThan(700);
  });

  test('that dribbles its headers for ever has failed', async () => {
    const attempt = await attemptWith((response) => {
      const timer = setInterval(() => response.socket?.write('HTTP/1.1 100 Continue\r\n\r\n'), 50);
      response.on('close', () => clearInterval(timer));
    }, 'exhausted');
    expect(attempt).toMatchObject({ errorCode: 'timeout' });
  });

  test('that confirms in time has succeeded, however long its body takes', async () => {
    const attempt = await attemptWith((response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    }, 'delivered');
    expect(attempt).toMatchObject({ responseStatus: 200, responseTruncated: true });
    expect(attempt?.durationMs).toBeLessThan(390);
  });

  test('whose body never ends is read no further than 16 KiB', async () => {
    let sent = 0;
    const attempt = await attemptWith((response) => {
      response.writeHead(200);
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x'))) sent += 65_536;
      };
      response.on('drain', pour);
      response.on('error', () => {});
      pour();
    }, 'delivered');
    expect(attempt).toMatchObject({ responseTruncated: true, responseBody: 'x'.repeat(16_384) });
    expect(sent).toBeLessThan(20_000_000);
  });
});

describe('an odd answer does no harm:', () => {
  const raw = (text: string | Buffer) => (response: { socket: import('node:net').Socket | null }) => {
    response.socket?.end(text);
  };

  test.each([
    ['the connection is closed without an answer', raw(''), 'connection_reset'],
    ['not HTTP', raw('nonsense\r\n\r\n'), 'protocol_error'],
    ['headers beyond 16 KiB', raw(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`), 'protocol_error'],
    [
      '101',
      raw('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
      'connection_reset',
    ],
    ['status 999', raw('HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n'), 'http_status'],
  ])('%s', async (_name, behaviour, errorCode) => {
    receiver.answer(behaviour);
    const { endpoint } = await bench.subscribe(receiver.url);
    bench.dispatch({ rules: { maxAttempts: 1 } });
    await bench.record();
    const [delivery] = await settled(bench, endpoint, 'exhausted');
    expect(delivery?.attempts).toMatchObject([{ outcome: 'failed', errorCode }]);
  });

  test('NUL and broken UTF-8 in headers and body', async () => {
    receiver.answer(
      raw(
        Buffer.from('HTTP/1.1 200 OK\r\nx-odd: \xff\xe4\r\ncontent-length: 4\r\n\r\na\0\xff\xfe', 'latin1'),
      ),
    );
    const { endpoint } = await bench.subscribe(receiver.url);
    bench.dispatch();
    await bench.record();
    const [delivery] = await settled(bench, endpoint, 'delivered');
    expect(delivery?.attempts[0]).toMatchObject({
      responseBody: 'a\uFFFD\uFFFD\uFFFD',
      responseHeaders: { 'x-odd': 'ÿä' },
    });
  });

  test('nobody listens', async () => {
    const gone = await startReceiver();
    await gone.close();
    const { endpoint } = await bench.subscribe(gone.url);
    bench.dispatch({ rules: { maxAttempts: 1 } });
    await bench.record();
    const [delivery] = await settled(bench, endpoint, 'exhausted');
    expect(delivery?.attempts[0]).toMatchObject({ errorCode: 'connection_refused' });
    expect(JSON.stringify(delivery?.attempts)).not.toContain('127.0.0.1');
  });
});

test('a kept connection that the receiver closed meanwhile costs no attempt', async () => {
  const { endpoint } = await bench.subscribe(receiver.url);
  bench.dispatch();
  await bench.record();
  await receiver.received(1);
  receiver.answer((response) => response.socket?.destroy(), 204);
  await settled(bench, endpoint, 'delivered');
  await bench.record();
  const deliveries = await settled(bench, endpoint, 'delivered', 2);
  expect(deliveries.map(({ attempts }) => attempts.length)).toEqual([1, 1]);
  expect(receiver.requests).toHaveLength(3);
});

describe('TLS', () => {
  test('works with an authority that is trusted', async () => {
    const tls = await selfSigned('localhost');
    const secure = await startReceiver({ tls });
    const { endpoint } = await bench.subscribe(secure.url);
    bench.dispatch({ ca: tls.cert });
    await bench.record();
    const [delivery] = await settled(bench, endpoint, 'delivered');
    expect(Object.keys(delivery?.attempts[0]?.timings ?? {})).toEqual([
      'resolved',
      'connected',
      'secured',
      'answered',
    ]);
    await secure.close();
  });

  test.each([
    ['self-signed', 'localhost', 1, false],
    ['expired', 'localhost', -1, true],
    ['for another host', 'other.example', 1, true],
  ])('a certificate that is %s is refused', async (_name, host, days, trusted) => {
    const tls = await selfSigned(host, days);
    const secure = await startReceiver({ tls });
    const { endpoint } = await bench.subscribe(secure.url);
    bench.dispatch({ ...(trusted && { ca: tls.cert }), rules: { maxAttempts: 1 } });
    await bench.record();
    const [delivery] = await settled(bench, endpoint, 'exhausted');
    expect(delivery?.attempts).toMatchObject([{ errorCode: 'tls_error' }]);
    expect(secure.requests).toEqual([]);
    await secure.close();
  });
});

describe('addresses are judged at every attempt', () => {
  test('a name that points inside by now is refused before a connection is made', async () => {
    const { endpoint } = await bench.subscribe('https://turncoat.example/');
    const resolver = { resolve4: async () => ['1.1.1.1', '169.254.169.254'], resolve6: async () => [] };
    bench.dispatch({ allowTargets: [], resolver, rules: { maxAttempts: 1 } });
    await bench.record();
    const [delivery] = await settled(bench, endpoint, 'exhausted');
    expect(delivery?.attempts).toMatchObject([
      {
        errorCode: 'blocked_address',
        errorText: 'The host has an address that is not public.',
        requestHeaders: null,
      },
    ]);
  });

  test('the connection goes to the judged address, whatever DNS says a moment later', async () => {
    let asked = 0;
    const resolver = {
      resolve4: async () => {
        asked += 1;
        return ['127.0.0.1'];
      },
      resolve6: async () => [],
    };
    const { companyId } = bench;
    const endpoints = createEndpoints({
      kysely: bench.database.kysely,
      secretKey,
      allowTargets: loopback,
      resolver,
    });
    const url = `http://turncoat.example:${receiver.port}/`;
    const { endpoint } = await endpoints.create({ companyId, url, eventTypes: ['*'] });
    asked = 0;
    bench.dispatch({ resolver });
    await bench.record();
    await settled(bench, endpoint, 'delivered');
    expect(receiver.requests[0]?.headers.host).toBe(`turncoat.example:${receiver.port}`);
    expect(asked).toBe(1);
  });

  test('a name that cannot be looked up is a failed attempt', async () => {
    const { endpoint } = await bench.subscribe('https://unknown.invalid/');
    const resolver = { resolve4: () => Promise.reject({ code: 'ENOTFOUND' }), resolve6: async () => [] };
    bench.dispatch({ resolver, rules: { maxAttempts: 1 } });
    await bench.record();
    const [delivery] = await settled(bench, endpoint, 'exhausted');
    expect(delivery?.attempts).toMatchObject([{ errorCode: 'dns_error' }]);
  });
});

test('a fault of ours is a failed attempt, but none of the endpoint', async () => {
  const { endpoint } = await bench.subscribe(receiver.url);
  bench.dispatch({ secretKey: Buffer.from(secretKey).fill(8), rules: { maxAttempts: 2 } });
  await bench.record();
  const [delivery] = await settled(bench, endpoint, 'exhausted');
  expect(delivery?.attempts).toMatchObject([{ errorCode: 'internal' }, { errorCode: 'internal' }]);
  const { consecutiveFailures } = await bench.endpoints.get({
    companyId: bench.companyId,
    endpointId: endpoint.id,
  });
  expect(consecutiveFailures).toBe(0);
  expect(receiver.requests).toEqual([]);
});
