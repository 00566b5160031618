import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { tenantSlots } from '../src/admission/tenant-slots.ts';
import { serveSynthetic } from './support/serve-synthetic.ts';

/** Serves a read and a write operation whose requests run until `finish` is called. */
async function serveSlowOperations(maxConcurrentRequests: number) {
  const running: { tenant: string; finish: () => void }[] = [];
  async function handle(_request: unknown, { tenant }: { tenant: string }) {
    await new Promise<void>((finish) => running.push({ tenant, finish }));
    return { status: 200, body: {} };
  }
  const api = await serveSynthetic(
    {
      readThing: { path: '/v1/thing', handle },
      changeThing: { path: '/v1/thing', body: { type: 'object' }, idempotent: true, handle },
    },
    { maxConcurrentRequests },
  );
  onTestFinished(api.close);
  return {
    runningTenants: () => running.map(({ tenant }) => tenant).sort(),
    /** Completes the first request of a tenant. */
    finish(tenant: string) {
      const [done] = running.splice(
        running.findIndex((request) => request.tenant === tenant),
        1,
      );
      done?.finish();
    },
    read: (caller: string) => api.send('/v1/thing', { caller }),
    change: (caller: string, key: string) =>
      api.send('/v1/thing', { caller, body: {}, headers: { 'idempotency-key': key } }),
  };
}

test('leaves a quarter of the slots to other tenants', async () => {
  const { runningTenants, finish, read, change } = await serveSlowOperations(4);
  const busy = [read('busy'), change('busy', 'a'), read('busy'), change('busy', 'b'), read('busy')];
  await expect.poll(runningTenants).toEqual(['busy', 'busy', 'busy']);
  const other = read('other');
  await expect.poll(runningTenants).toEqual(['busy', 'busy', 'busy', 'other']);
  finish('other');
  expect((await other).status).toBe(200);
  for (let left = 5; left > 0; left -= 1) {
    await expect.poll(runningTenants).not.toHaveLength(0);
    finish('busy');
  }
  expect((await Promise.all(busy)).map(({ status }) => status)).toEqual(Array(5).fill(200));
});

test('gives the anonymous requests of a tenant a quarter of the slots, apart from its other requests', async () => {
  const running: (() => void)[] = [];
  const { send, authenticated, close } = await serveSynthetic(
    {
      readThing: {
        path: '/v1/thing',
        async handle() {
          await new Promise<void>((finish) => running.push(finish));
          return { status: 200, body: {} };
        },
      },
    },
    {
      maxConcurrentRequests: 8,
      authenticate: async ({ headers: { 'x-caller': name } }) => ({
        tenant: '1',
        owner: String(name),
        rateLimitKey: String(name),
        logFields: {},
        hasScope: () => true,
        isAnonymous: name === 'customer',
      }),
    },
  );
  onTestFinished(close);
  const requests = Array.from({ length: 8 }, () => send('/v1/thing', { caller: 'customer' }));
  await expect.poll(authenticated).toBe(8);
  await expect.poll(() => running).toHaveLength(2);
  requests.push(send('/v1/thing', { caller: 'company' }), send('/v1/thing', { caller: 'company' }));
  await expect.poll(() => running).toHaveLength(4);
  while (running.length > 0) {
    running.splice(0).forEach((finish) => {
      finish();
    });
    await Promise.race([...requests.splice(0, 2)]);
  }
  expect((await Promise.all(requests)).every(({ status }) => status === 200)).toBe(true);
});

const never = new AbortController().signal;

test('gives a tenant fewer slots until other tenants have been inactive for a second', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const limits = {
    maxRunning: 4,
    maxRunningPerTenant: 3,
    maxRunningPerTenantWhenContended: 1,
    maxWaiting: 9,
    maxWaitingPerTenant: 9,
  };
  const { acquire } = tenantSlots({ ...limits, retryAfterSeconds: 5 });
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

test('starts a request at the end of its wait if the limit for contention has ended', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const { acquire } = tenantSlots({
    maxRunning: 4,
    maxRunningPerTenant: 2,
    maxRunningPerTenantWhenContended: 1,
    maxWaiting: 9,
    maxWaitingPerTenant: 9,
    maxWaitMs: 50,
    retryAfterSeconds: 5,
  });
  await acquire('other', never);
  await acquire('busy', never);
  const waiting = acquire('busy', never);
  now = 1_000;
  await expect(waiting).resolves.toBeTypeOf('function');
});

describe('when all slots are taken', () => {
  const limits = {
    maxRunning: 2,
    maxRunningPerTenant: 2,
    maxWaiting: 5,
    maxWaitingPerTenant: 3,
    retryAfterSeconds: 5,
  };

  test('serves tenants round-robin, and the requests of each in order of arrival', async () => {
    const { acquire } = tenantSlots(limits);
    const releases = [await acquire('a', never), await acquire('a', never)];
    const started: string[] = [];
    const request = async (tenant: string, name: string) => {
      const release = await acquire(tenant, never);
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

  test('rejects a request with 429 if its tenant has too many, with 503 if all tenants have', async () => {
    const { acquire } = tenantSlots(limits);
    const releases = [await acquire('a', never), await acquire('b', never)];
    const waiting = ['a', 'a', 'a', 'b'].map((tenant) =>
      acquire(tenant, never).then((release) => releases.push(release)),
    );
    await expect(acquire('a', never)).rejects.toMatchObject({
      code: 'too_many_concurrent',
      headers: { 'Retry-After': '5' },
    });
    waiting.push(acquire('c', never).then((release) => releases.push(release)));
    await expect(acquire('d', never)).rejects.toMatchObject({
      code: 'service_unavailable',
      headers: { 'Retry-After': '5' },
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

  test('rejects a request that waits too long: with 429 if its own tenant has the slots, otherwise with 503', async () => {
    const { acquire } = tenantSlots({ ...limits, maxWaitMs: 20 });
    const releases = [await acquire('a', never), await acquire('a', never)];
    const [own, others] = await Promise.allSettled([acquire('a', never), acquire('b', never)]);
    expect(own).toMatchObject({ reason: { code: 'too_many_concurrent' } });
    expect(others).toMatchObject({ reason: { code: 'service_unavailable' } });
    for (const release of releases) release();
    (await acquire('b', never))();
  });
});

describe('when the clients of a share wait', () => {
  async function fullShare(maxWaitingPerTenant: number) {
    const limits = { maxRunning: 9, maxRunningPerTenant: 9, maxWaiting: 99, maxWaitingPerTenant };
    const slots = tenantSlots({ ...limits, retryAfterSeconds: 5 });
    const ends: string[] = [];
    const shareOf = (network: string) => ({ name: 'anonymous', maxRunning: 1, network });
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

  test('a full queue rejects the latest of the network that has most, not those of others', async () => {
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
  const { acquire } = tenantSlots({
    maxRunning: 1,
    maxRunningPerTenant: 1,
    maxWaiting: 9,
    maxWaitingPerTenant: 9,
    retryAfterSeconds: 5,
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

test('does not treat the shares of a tenant as contention for each other', async () => {
  const { acquire } = tenantSlots({
    maxRunning: 8,
    maxRunningPerTenant: 2,
    maxRunningPerTenantWhenContended: 1,
    maxWaiting: 0,
    maxWaitingPerTenant: 0,
    retryAfterSeconds: 5,
  });
  const reports = { name: 'reports', isGroup: true };
  for (const share of [undefined, reports, undefined, reports]) await acquire('busy', never, share);
  await expect(acquire('busy', never)).rejects.toMatchObject({ code: 'too_many_concurrent' });
  await acquire('other', never);
  await expect(acquire('other', never)).rejects.toMatchObject({ code: 'too_many_concurrent' });
});

test('limits the requests of all groups together', async () => {
  const { acquire } = tenantSlots({
    maxRunning: 4,
    maxRunningPerTenant: 4,
    maxRunningOfGroups: 2,
    maxWaiting: 9,
    maxWaitingPerTenant: 9,
    retryAfterSeconds: 5,
  });
  const group = (name: string) => ({ name, isGroup: true });
  const releaseReport = await acquire('a', never, group('reports'));
  await acquire('b', never, group('imports'));
  let isStarted = false;
  const waiting = acquire('c', never, group('plans')).then(() => {
    isStarted = true;
  });
  for (const tenant of ['a', 'c']) await acquire(tenant, never);
  expect(isStarted).toBe(false);
  releaseReport();
  await waiting;
});

test('a committed request waits in a full queue for as long as it takes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const signal = new AbortController().signal;
  const slots = tenantSlots({
    maxRunning: 1,
    maxRunningPerTenant: 1,
    maxWaiting: 1,
    maxWaitingPerTenant: 1,
    maxWaitMs: 5_000,
    retryAfterSeconds: 5,
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
