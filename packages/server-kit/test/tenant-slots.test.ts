import { expect, onTestFinished, test } from 'vitest';
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

test('gives the anonymous requests of a tenant a quarter of the slots, separate from its other requests', async () => {
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
