import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { turns } from '../src/turns.ts';
import { serveSynthetic } from './support/serve-synthetic.ts';

/** Serves one read and one change, each of which runs until it is finished. */
async function serveSlowly(capacity: number) {
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
    { capacity },
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
  const limits = { running: 4, runningOfTenant: 3, runningBesideOthers: 1, waiting: 9, waitingOfTenant: 9 };
  const { take } = turns({ ...limits, retrySeconds: 5 });
  const ends = [await take('busy', never), await take('busy', never), await take('busy', never)];
  const endOther = await take('other', never);
  let begun = 0;
  const waiting = Array.from({ length: 3 }, async () => {
    await take('busy', never);
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
  const limits = { running: 2, runningOfTenant: 2, waiting: 5, waitingOfTenant: 3, retrySeconds: 5 };

  test('tenants take turns, and each its own in order of arrival', async () => {
    const { take } = turns(limits);
    const ends = [await take('a', never), await take('a', never)];
    const begun: string[] = [];
    const ask = async (tenant: string, name: string) => {
      const end = await take(tenant, never);
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
    const { take } = turns(limits);
    const ends = [await take('a', never), await take('b', never)];
    const waiting = ['a', 'a', 'a', 'b'].map((tenant) => take(tenant, never).then((end) => ends.push(end)));
    await expect(take('a', never)).rejects.toMatchObject({
      code: 'rate_limited',
      headers: { 'Retry-After': '5' },
    });
    waiting.push(take('c', never).then((end) => ends.push(end)));
    await expect(take('d', never)).rejects.toMatchObject({
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
    const { take } = turns({ ...limits, waitMs: 20 });
    const ends = [await take('a', never), await take('a', never)];
    const [own, others] = await Promise.allSettled([take('a', never), take('b', never)]);
    expect(own).toMatchObject({ reason: { code: 'rate_limited' } });
    expect(others).toMatchObject({ reason: { code: 'service_unavailable' } });
    for (const end of ends) end();
    (await take('b', never))();
  });
});

test('who gives up while waiting takes no turn', async () => {
  const { take } = turns({ running: 1, runningOfTenant: 1, waiting: 9, waitingOfTenant: 9, retrySeconds: 5 });
  const end = await take('a', never);
  const impatient = new AbortController();
  const givenUp = take('a', impatient.signal);
  const next = take('b', never);
  impatient.abort(new Error('gone'));
  await expect(givenUp).rejects.toThrow('gone');
  end();
  (await next)();
  await expect(take('a', impatient.signal)).rejects.toThrow('gone');
});
