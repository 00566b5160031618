import { describe, expect, onTestFinished, test } from 'vitest';
import { fingerprint } from '../src/idempotency/fingerprint.ts';
import { type KeyedRequest, keyQueue } from '../src/idempotency/key-queue.ts';
import { runOnce } from '../src/idempotency/run-once.ts';
import {
  type IdempotencyRecords,
  KeyInUseError,
  type RequestKey,
  type StoredResponse,
} from '../src/index.ts';
import { serveSynthetic } from './support/serve-synthetic.ts';

const created: StoredResponse = { status: 201, json: '{"id":"1"}', headers: { Location: '/v1/customers/1' } };

const first: RequestKey = { key: 'k', fingerprint: 'print' };

/** Stores records in memory. */
function memoryRecords(): IdempotencyRecords {
  const stored = new Map<string, { fingerprint: string; response?: StoredResponse }>();
  return {
    async reserve({ key, fingerprint }) {
      const known = stored.get(key);
      if (known?.response) return { state: 'done', fingerprint: known.fingerprint, response: known.response };
      if (known) return { state: 'running', fingerprint: known.fingerprint };
      stored.set(key, { fingerprint });
      return { state: 'new' };
    },
    renew: async () => true,
    release: async () => {},
    async store(key, response) {
      const known = stored.get(key);
      if (known) known.response = response;
    },
  };
}

describe('an idempotency key', () => {
  test('runs the work once and replays its response with Idempotent-Replayed', async () => {
    const records = memoryRecords();
    let runs = 0;
    const work = async () => {
      runs += 1;
      return created;
    };
    await expect(runOnce(records, first, work)).resolves.toEqual(created);
    await expect(runOnce(records, first, work)).resolves.toEqual({
      ...created,
      headers: { ...created.headers, 'Idempotent-Replayed': 'true' },
    });
    expect(runs).toBe(1);
  });

  test('is rejected for another request', async () => {
    const records = memoryRecords();
    await runOnce(records, first, async () => created);
    await expect(
      runOnce(records, { ...first, fingerprint: 'other' }, async () => created),
    ).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  test('is rejected as retryable while its first request is running', async () => {
    const records = memoryRecords();
    await records.reserve(first);
    await expect(runOnce(records, first, async () => created)).rejects.toBeInstanceOf(KeyInUseError);
  });
});

describe('a request of a key queue', () => {
  const held: string[] = [];
  const request = (): KeyedRequest => ({
    fingerprint: 'print',
    signal: new AbortController().signal,
    leave: () => held.push('left'),
    async enter() {
      held.push('entered');
    },
    isKeyInUse: async () => false,
  });

  test('waits for another request with the key, and a third one is rejected with Retry-After', async () => {
    const inKeyQueue = keyQueue();
    let finish = () => {};
    const slow = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const first = inKeyQueue('k', request(), () => slow);
    const second = inKeyQueue('k', request(), async () => held.push('ran'));
    await expect(inKeyQueue('k', request(), () => slow)).rejects.toMatchObject({
      code: 'idempotency_in_progress',
      headers: { 'Retry-After': '1' },
    });
    await expect(inKeyQueue('other', request(), async () => 'runs')).resolves.toBe('runs');
    expect(held).toEqual(['left']);
    finish();
    await Promise.all([first, second]);
    expect(held).toEqual(['left', 'entered', 'ran']);
    await expect(inKeyQueue('k', request(), async () => 'admitted again')).resolves.toBe('admitted again');
  });

  test('holds no slot between tries while a request of another process is running', async () => {
    held.length = 0;
    let attempts = 0;
    const attempt = async () => {
      attempts += 1;
      held.push('ran');
      if (attempts < 3) throw new KeyInUseError();
      return 'done';
    };
    await expect(keyQueue()('k', request(), attempt)).resolves.toBe('done');
    expect(held).toEqual(['ran', 'left', 'entered', 'ran', 'left', 'entered', 'ran']);
  });
});

test('separates the keys of different callers', async () => {
  const running: (() => void)[] = [];
  const { send, close } = await serveSynthetic({
    addThing: {
      path: '/v1/things',
      body: { type: 'object' },
      idempotent: true,
      async handle() {
        await new Promise<void>((finish) => running.push(finish));
        return { status: 200, body: {} };
      },
    },
  });
  onTestFinished(close);
  const headers = { 'idempotency-key': 'same' };
  const responses = ['anna', 'bea', 'carl'].map((caller) =>
    send('/v1/things', { body: {}, caller, headers }),
  );
  await expect.poll(() => running).toHaveLength(3);
  for (const finish of running) finish();
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test("an anonymous caller's key with another body is another request, even while the first one is running", async () => {
  const running: (() => void)[] = [];
  const { send, close } = await serveSynthetic(
    {
      addThing: {
        path: '/v1/things',
        body: { type: 'object' },
        idempotent: true,
        async handle({ body, idempotencyKey }) {
          await new Promise<void>((finish) => running.push(finish));
          return { status: 200, body: { ...(body as object), idempotencyKey } };
        },
      },
    },
    {
      authenticate: async () => ({
        ...{ tenant: 'shop', owner: 'page', rateLimitKey: 'page', logFields: {} },
        ...{ isAnonymous: true, hasScope: () => true },
      }),
    },
  );
  onTestFinished(close);
  const headers = { 'idempotency-key': 'same' };
  const order = (name: string) => send('/v1/things', { body: { name }, headers });
  const requests = ['anna', 'bea', 'carl'].map(order);
  await expect.poll(() => running).toHaveLength(3);
  for (const finish of running) finish();
  const first = await Promise.all(requests);
  expect(first.map(({ body }) => body.name)).toEqual(['anna', 'bea', 'carl']);
  expect(new Set(first.map(({ body }) => body.idempotencyKey)).size).toBe(3);
  const again = await order('bea');
  expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([first[1]?.body, 'true']);
});

test('includes operation, target and body in the fingerprint', () => {
  const request = { operationId: 'createCustomer', target: '/v1/customers', bodyBytes: Buffer.from('{}') };
  const prints = [
    request,
    { ...request, operationId: 'createProject' },
    { ...request, target: '/v1/customers?x=1' },
    { ...request, bodyBytes: Buffer.from('{ }') },
    { ...request, bodyBytes: undefined },
  ].map(fingerprint);
  expect(new Set(prints).size).toBe(prints.length);
  expect(fingerprint(request)).toBe(fingerprint({ ...request }));
});
