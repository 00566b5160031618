import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { fairSlots, type Refusal } from '../src/index.ts';

const refuse: Refusal = (code, seconds) => Object.assign(new Error(code), { code, seconds });
const never = new AbortController().signal;

test('gives a company fewer slots until other companies have been inactive for a second', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const limits = {
    slots: 4,
    ofCompany: 3,
    whileOthersRun: 1,
    waiting: 9,
    waitingOfCompany: 9,
  };
  const { acquire } = fairSlots(limits);
  const releases = [await acquire('busy', never), await acquire('busy', never), await acquire('busy', never)];
  const releaseOther = await acquire('other', never);
  let started = 0;
  const waiting = Array.from({ length: 3 }, async () => {
    await acquire('busy', never);
    started += 1;
  });
  releaseOther();
  releases[0]?.();
  releases[1]?.();
  await Promise.race([...waiting, Promise.resolve()]);
  expect(started).toBe(0);
  now = 1_000;
  releases[2]?.();
  await Promise.all(waiting);
  expect(started).toBe(3);
});

test('starts a request at the end of its wait if the contention has ended', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const { acquire } = fairSlots({
    slots: 4,
    ofCompany: 2,
    whileOthersRun: 1,
    waiting: 9,
    waitingOfCompany: 9,
    maxWaitMs: 50,
  });
  await acquire('other', never);
  await acquire('busy', never);
  const waiting = acquire('busy', never);
  now = 1_000;
  await expect(waiting).resolves.toBeTypeOf('function');
});

describe('when all slots are taken', () => {
  const limits = {
    slots: 2,
    ofCompany: 2,
    waiting: 5,
    waitingOfCompany: 3,
  };

  test('serves companies round-robin, and the requests of each in order of arrival', async () => {
    const { acquire } = fairSlots(limits);
    const releases = [await acquire('a', never), await acquire('a', never)];
    const started: string[] = [];
    const request = async (company: string, name: string) => {
      const release = await acquire(company, never);
      started.push(name);
      releases.push(release);
    };
    const requests = [
      request('a', 'a1'),
      request('a', 'a2'),
      request('a', 'a3'),
      request('b', 'b1'),
      request('c', 'c1'),
    ];
    for (const [index] of requests.entries()) {
      releases.shift()?.();
      await expect.poll(() => started).toHaveLength(index + 1);
    }
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  });

  test('rejects a request with 429 if its company has too many, with 503 if all companies have', async () => {
    const { acquire } = fairSlots({ ...limits, retryAfterSeconds: 5 }, refuse);
    const releases = [await acquire('a', never), await acquire('b', never)];
    const waiting = ['a', 'a', 'a', 'b'].map((company) =>
      acquire(company, never).then((release) => releases.push(release)),
    );
    await expect(acquire('a', never)).rejects.toMatchObject({
      code: 'too_many_concurrent',
      seconds: 5,
    });
    waiting.push(acquire('c', never).then((release) => releases.push(release)));
    await expect(acquire('d', never)).rejects.toMatchObject({
      code: 'service_unavailable',
      seconds: 5,
    });
    let haveAllStarted = false;
    void Promise.all(waiting).then(() => {
      haveAllStarted = true;
    });
    await expect
      .poll(() => {
        releases.shift()?.();
        return haveAllStarted;
      })
      .toBe(true);
  });

  test('rejects a request that waits too long: with 429 if its own company has the slots, otherwise with 503', async () => {
    const { acquire } = fairSlots({ ...limits, maxWaitMs: 20 });
    const releases = [await acquire('a', never), await acquire('a', never)];
    const [own, others] = await Promise.allSettled([acquire('a', never), acquire('b', never)]);
    expect(own).toMatchObject({ reason: { message: 'too_many_concurrent' } });
    expect(others).toMatchObject({ reason: { message: 'service_unavailable' } });
    for (const release of releases) release();
    (await acquire('b', never))();
  });
});

describe('when the clients of a share wait', () => {
  async function fullShare(waitingOfCompany: number) {
    const limits = { slots: 9, ofAnonymous: 1, waiting: 99, waitingOfCompany };
    const slots = fairSlots(limits);
    const ends: string[] = [];
    const shareOf = (network: string) => ({ name: 'anonymous', isAnonymous: true, network });
    const release = await slots.acquire('a', never, shareOf('first'));
    return {
      ends,
      release,
      async request(network: string, name: string, isCommitted = false) {
        try {
          (await slots.acquire('a', never, shareOf(network), isCommitted))();
          ends.push(name);
        } catch (error) {
          ends.push(`${name}: ${(error as Error).message}`);
        }
      },
    };
  }

  test('serves networks round-robin, and the requests of each in order of arrival', async () => {
    const { request, release, ends } = await fullShare(9);
    const requests = [request('x', 'x1'), request('x', 'x2'), request('x', 'x3'), request('y', 'y1')];
    requests.push(request('z', 'z1'), request('y', 'y2'));
    release();
    await Promise.all(requests);
    expect(ends).toEqual(['x1', 'y1', 'z1', 'x2', 'y2', 'x3']);
  });

  test('a full queue rejects the latest request of the network with the most, not those of others', async () => {
    const { request, release, ends } = await fullShare(4);
    const requests = ['x1', 'x2', 'x3', 'x4', 'x5'].map((name) => request('x', name));
    requests.push(request('y', 'y1'), request('y', 'y2'), request('y', 'y3'), request('z', 'z1'));
    await expect.poll(() => ends).toHaveLength(5);
    release();
    await Promise.all(requests);
    const rejected = ['x2', 'x3', 'x4', 'x5', 'y3'].map((name) => `${name}: too_many_concurrent`);
    expect(ends.slice(0, 5).sort()).toEqual(rejected);
    expect(ends.slice(5)).toEqual(['x1', 'y1', 'z1', 'y2']);
  });

  test('a committed request keeps its place', async () => {
    const { request, release, ends } = await fullShare(2);
    const requests = [request('x', 'x1'), request('x', 'x2', true), request('y', 'y1')];
    await expect.poll(() => ends).toEqual(['x1: too_many_concurrent']);
    release();
    await Promise.all(requests);
    expect(ends.slice(1)).toEqual(['x2', 'y1']);
  });
});

test('gives no slot to a request that is aborted while it waits', async () => {
  const { acquire } = fairSlots({
    slots: 1,
    ofCompany: 1,
    waiting: 9,
    waitingOfCompany: 9,
  });
  const release = await acquire('a', never);
  const client = new AbortController();
  const aborted = acquire('a', client.signal);
  const next = acquire('b', never);
  client.abort(new Error('disconnected'));
  await expect(aborted).rejects.toThrow('disconnected');
  release();
  (await next)();
  await expect(acquire('a', client.signal)).rejects.toThrow('disconnected');
});

test('does not treat the shares of a company as contention for each other', async () => {
  const { acquire } = fairSlots({
    slots: 8,
    ofCompany: 2,
    whileOthersRun: 1,
    waiting: 0,
    waitingOfCompany: 0,
  });
  const reports = { name: 'reports', isGroup: true };
  for (const share of [undefined, reports, undefined, reports]) await acquire('busy', never, share);
  await expect(acquire('busy', never)).rejects.toThrow('too_many_concurrent');
  await acquire('other', never);
  await expect(acquire('other', never)).rejects.toThrow('too_many_concurrent');
});

test('limits the requests of all groups together', async () => {
  const { acquire } = fairSlots({
    slots: 4,
    ofCompany: 4,
    ofGroups: 2,
    waiting: 9,
    waitingOfCompany: 9,
  });
  const group = (name: string) => ({ name, isGroup: true });
  const releaseReport = await acquire('a', never, group('reports'));
  await acquire('b', never, group('imports'));
  let isStarted = false;
  const waiting = acquire('c', never, group('plans')).then(() => {
    isStarted = true;
  });
  for (const company of ['a', 'c']) await acquire(company, never);
  expect(isStarted).toBe(false);
  releaseReport();
  await waiting;
});

test('a committed request waits in a full queue without a time limit', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const signal = new AbortController().signal;
  const slots = fairSlots({
    slots: 1,
    ofCompany: 1,
    waiting: 1,
    waitingOfCompany: 1,
    maxWaitMs: 5_000,
  });
  const release = await slots.acquire('anna', signal);
  const usual = slots.acquire('anna', signal);
  const committed = slots.acquire('anna', signal, undefined, true);
  const rejected = expect(usual).rejects.toThrow('too_many_concurrent');
  let isWaiting = true;
  const ended = committed.finally(() => {
    isWaiting = false;
  });
  await vi.advanceTimersByTimeAsync(3_600_000);
  await rejected;
  expect(isWaiting).toBe(true);
  release();
  (await ended)();
});

test('rejects shares of a company under a rule relative to the rest', async () => {
  const { acquire } = fairSlots({ slots: 8, whileOthersRun: '50 % of the rest' });
  await expect(acquire('1', never, { name: 'anonymous' })).rejects.toThrow('not counted for shares');
  expect(await acquire('1', never)).toBeInstanceOf(Function);
});
