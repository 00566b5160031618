import { describe, expect, onTestFinished, test } from 'vitest';
import { fingerprint } from '../src/idempotency/fingerprint.ts';
import { keyQueue, runOnce } from '../src/idempotency/run-once.ts';
import type { ApiResponse, IdempotencyRecords } from '../src/index.ts';
import { serveSynthetic } from './support/serve-synthetic.ts';

const created: ApiResponse = { status: 201, json: '{"id":"1"}', headers: { Location: '/v1/customers/1' } };

/** Records as a transaction keeps them. */
function inMemory(): IdempotencyRecords {
  const stored = new Map<string, { fingerprint: string; response?: ApiResponse }>();
  return {
    async reserve(key, print) {
      const known = stored.get(key);
      if (known?.response) return { state: 'done', fingerprint: known.fingerprint, response: known.response };
      if (known) return { state: 'running' };
      stored.set(key, { fingerprint: print });
      return { state: 'new' };
    },
    async store(key, response) {
      const known = stored.get(key);
      if (known) known.response = response;
    },
  };
}

describe('one key', () => {
  test('runs the work once and replays its reply, marked', async () => {
    const records = inMemory();
    let runs = 0;
    const work = async () => {
      runs += 1;
      return created;
    };
    await expect(runOnce(records, 'k', 'print', work)).resolves.toEqual(created);
    await expect(runOnce(records, 'k', 'print', work)).resolves.toEqual({
      ...created,
      headers: { ...created.headers, 'Idempotent-Replayed': 'true' },
    });
    expect(runs).toBe(1);
  });

  test('is refused for another request', async () => {
    const records = inMemory();
    await runOnce(records, 'k', 'print', async () => created);
    await expect(runOnce(records, 'k', 'other', async () => created)).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  test('is refused while its first request runs, with the time to wait', async () => {
    const records = inMemory();
    await records.reserve('k', 'print');
    await expect(runOnce(records, 'k', 'print', async () => created)).rejects.toMatchObject({
      code: 'idempotency_in_progress',
      headers: { 'Retry-After': '1' },
    });
  });
});

test('two requests with a key hold a connection, a third is refused at once', async () => {
  const queued = keyQueue();
  let finish = () => {};
  const slow = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const first = queued('k', () => slow);
  const second = queued('k', () => slow);
  await expect(queued('k', () => slow)).rejects.toMatchObject({ code: 'idempotency_in_progress' });
  await expect(queued('other', async () => 'runs')).resolves.toBe('runs');
  finish();
  await Promise.all([first, second]);
  await expect(queued('k', async () => 'free again')).resolves.toBe('free again');
});

test('callers who send the same key do not meet', async () => {
  const atWork: (() => void)[] = [];
  const { send, close } = await serveSynthetic({
    addThing: {
      path: '/v1/things',
      body: { type: 'object' },
      idempotent: true,
      async handle() {
        await new Promise<void>((finish) => atWork.push(finish));
        return { status: 200, body: {} };
      },
    },
  });
  onTestFinished(close);
  const headers = { 'idempotency-key': 'same' };
  const answers = ['anna', 'bea', 'carl'].map((caller) => send('/v1/things', { body: {}, caller, headers }));
  await expect.poll(() => atWork).toHaveLength(3);
  for (const finish of atWork) finish();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('the fingerprint tells operation, target and body apart', () => {
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
