import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { tenantSlots } from '../src/admission/tenant-slots.ts';
import { serveSynthetic } from './support/serve-synthetic.ts';

/** Serves one read and one change, each of which runs until it is finished. */
async function serveSlowly(maxConcurrentRequests: number) {
  const atWork: { tenant: string; finish: () => void }[] = [];
  async function handle(_request: unknown, { tenant }: { tenant: string }) {
    await new Promise<void>((finish) => atWork.push({ tenant, finish }));
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
    tenants: () => atWork.map(({ tenant }) => tenant).sort(),
    /** Ends the first request of a tenant. */
    finish(tenant: string) {
      const [done] = atWork.splice(
        atWork.findIndex((request) => request.tenant === tenant),
        1,
      );
      done?.finish();
    },
    read: (caller: string) => api.send('/v1/thing', { caller }),
    change: (caller: string, key: string) =>
      api.send('/v1/thing', { caller, body: {}, headers: { 'idempotency-key': key } }),
  };
}

test('a tenant leaves a quarter of the turns to others, whatever it asks for', async () => {
  const { tenants, finish, read, change } = await serveSlowly(4);
  const busy = [read('busy'), change('busy', 'a'), read('busy'), change('busy', 'b'), read('busy')];
  await expect.poll(tenants).toEqual(['busy', 'busy', 'busy']);
  const other = read('other');
  await expect.poll(tenants).toEqual(['busy', 'busy', 'busy', 'other']);
  finish('other');
  expect((await other).status).toBe(200);
  for (let left = 5; left > 0; left -= 1) {
    await expect.poll(tenants).not.toHaveLength(0);
    finish('busy');
  }
  expect((await Promise.all(busy)).map(({ status }) => status)).toEqual(Array(5).fill(200));
});

const never = new AbortController().signal;

test('a tenant has fewer turns while others ask, and all of them again a second later', async () => {
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
  const ends = [await acquire('busy', never), await acquire('busy', never), await acquire('busy', never)];
  const endOther = await acquire('other', never);
  let begun = 0;
  const waiting = Array.from({ length: 3 }, async () => {
    await acquire('busy', never);
    begun += 1;
  });
  endOther();
  ends[0]?.();
  ends[1]?.();
  await Promise.race([...waiting, Promise.resolve()]);
  expect(begun).toBe(0);
  now = 1_000;
  ends[2]?.();
  await Promise.all(waiting);
  expect(begun).toBe(3);
});

describe('when all turns are taken', () => {
  const limits = {
    maxRunning: 2,
    maxRunningPerTenant: 2,
    maxWaiting: 5,
    maxWaitingPerTenant: 3,
    retryAfterSeconds: 5,
  };

  test('tenants take turns, and each its own in order of arrival', async () => {
    const { acquire } = tenantSlots(limits);
    const ends = [await acquire('a', never), await acquire('a', never)];
    const begun: string[] = [];
    const ask = async (tenant: string, name: string) => {
      const end = await acquire(tenant, never);
      begun.push(name);
      ends.push(end);
    };
    const asked = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1'), ask('c', 'c1')];
    for (const [index] of asked.entries()) {
      ends.shift()?.();
      await expect.poll(() => begun).toHaveLength(index + 1);
    }
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  });

  test('one request too many of a tenant is 429 for that tenant, one too many of all is 503', async () => {
    const { acquire } = tenantSlots(limits);
    const ends = [await acquire('a', never), await acquire('b', never)];
    const waiting = ['a', 'a', 'a', 'b'].map((tenant) =>
      acquire(tenant, never).then((end) => ends.push(end)),
    );
    await expect(acquire('a', never)).rejects.toMatchObject({
      code: 'rate_limited',
      headers: { 'Retry-After': '5' },
    });
    waiting.push(acquire('c', never).then((end) => ends.push(end)));
    await expect(acquire('d', never)).rejects.toMatchObject({
      code: 'service_unavailable',
      headers: { 'Retry-After': '5' },
    });
    const done = Promise.all(waiting);
    let over = false;
    void done.then(() => {
      over = true;
    });
    await expect
      .poll(() => {
        ends.shift()?.();
        return over;
      })
      .toBe(true);
  });

  test('who waits too long is told so: 429 if the turns are its own, else 503', async () => {
    const { acquire } = tenantSlots({ ...limits, maxWaitMs: 20 });
    const ends = [await acquire('a', never), await acquire('a', never)];
    const [own, others] = await Promise.allSettled([acquire('a', never), acquire('b', never)]);
    expect(own).toMatchObject({ reason: { code: 'rate_limited' } });
    expect(others).toMatchObject({ reason: { code: 'service_unavailable' } });
    for (const end of ends) end();
    (await acquire('b', never))();
  });
});

test('who gives up while waiting takes no turn', async () => {
  const { acquire } = tenantSlots({
    maxRunning: 1,
    maxRunningPerTenant: 1,
    maxWaiting: 9,
    maxWaitingPerTenant: 9,
    retryAfterSeconds: 5,
  });
  const end = await acquire('a', never);
  const impatient = new AbortController();
  const givenUp = acquire('a', impatient.signal);
  const next = acquire('b', never);
  impatient.abort(new Error('gone'));
  await expect(givenUp).rejects.toThrow('gone');
  end();
  (await next)();
  await expect(acquire('a', impatient.signal)).rejects.toThrow('gone');
});
