import { afterAll, expect, test } from 'vitest';
import { serveSynthetic } from './support/serve-synthetic.ts';

/** Running requests: their tenants, and functions that complete them. */
const running: { tenant: string; finish: () => void }[] = [];
const runningTenants = () => running.map(({ tenant }) => tenant);

function finishAll() {
  for (const { finish } of running.splice(0)) finish();
}

/** Completes running requests until all have responses. Resolves to the statuses. */
async function finishAllOf(responses: readonly Promise<{ status: number }>[]): Promise<number[]> {
  let statuses: number[] = [];
  void Promise.all(responses).then((all) => {
    statuses = all.map(({ status }) => status);
  });
  const countAfterFinishing = () => {
    finishAll();
    return statuses.length;
  };
  await expect.poll(countAfterFinishing).toBe(responses.length);
  return statuses;
}

async function runUntilFinished(_request: unknown, { tenant }: { tenant: string }) {
  await new Promise<void>((finish) => running.push({ tenant, finish }));
  return { status: 200, body: {} };
}

const api = await serveSynthetic({
  sendList: {
    path: '/v1/lists',
    concurrency: { group: 'lists', perTenant: 1, maxWaitSeconds: 30 },
    body: { type: 'object' },
    handle: runUntilFinished,
  },
});

const reports = { group: 'reports', perTenant: 2, maxWaitSeconds: 1 };
const reporting = await serveSynthetic(
  {
    getSums: { path: '/v1/sums', concurrency: reports, handle: runUntilFinished },
    getCounts: { path: '/v1/counts', concurrency: reports, handle: runUntilFinished },
    getThing: { path: '/v1/thing' },
  },
  { maxConcurrentRequests: 8 },
);

afterAll(() => {
  api.close();
  reporting.close();
});

const send = (caller: string, { json = '{}', signal }: { json?: string; signal?: AbortSignal } = {}) =>
  api.send('/v1/lists', { caller, rawBody: json, ...(signal && { signal }) });

/** The number of requests that have ended since the log was last cleared. */
const endedRequests = () => api.lines.filter((line) => line.includes('"msg":"request"')).length;

test('runs the requests of a tenant one after the other, and those of other tenants concurrently', async () => {
  const responses = [send('1'), send('1')];
  await expect.poll(runningTenants).toEqual(['1']);
  responses.push(send('2'));
  await expect.poll(runningTenants).toEqual(['1', '2']);
  finishAll();
  await expect.poll(runningTenants).toEqual(['1']);
  finishAll();
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('rejects a request with 503 before its body is read if 2 are running and 100 waiting', async () => {
  const sendMany = (count: number, tenantOf: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => send(tenantOf(index)));
  const responses = sendMany(2, (index) => `busy-${index}`);
  await expect.poll(() => running).toHaveLength(2);
  responses.push(...sendMany(101, (index) => `late-${index}`));
  const rejected = await Promise.race(responses);
  expect(rejected.status).toBe(503);
  expect(rejected.headers.get('retry-after')).toBe('10');
  expect((await send('latest', { json: '{' })).status).toBe(503);
  expect(running).toHaveLength(2);
  expect((await finishAllOf(responses)).filter((status) => status === 200)).toHaveLength(102);
});

test('removes a request from the queue when its client disconnects', async () => {
  const first = send('1');
  await expect.poll(runningTenants).toEqual(['1']);
  const client = new AbortController();
  api.lines.length = 0;
  const disconnected = Array.from({ length: 11 }, () =>
    send('1', { signal: client.signal }).catch(() => ({ status: 'disconnected' })),
  );
  expect((await Promise.race(disconnected)).status).toBe(429);
  client.abort();
  await expect.poll(endedRequests).toBe(11);
  const before = api.authenticated();
  const next = Array.from({ length: 10 }, () => send('1'));
  await expect.poll(api.authenticated).toBe(before + 10);
  expect(await finishAllOf([first, ...next])).toEqual(Array(11).fill(200));
});

test('holds the slot until the handler has completed, even if the client has disconnected', async () => {
  const client = new AbortController();
  const first = send('1', { signal: client.signal }).catch(() => 'disconnected');
  await expect.poll(runningTenants).toEqual(['1']);
  api.lines.length = 0;
  client.abort();
  expect(await first).toBe('disconnected');
  await expect.poll(endedRequests).toBe(1);
  const next = send('1');
  const other = send('2');
  await expect.poll(runningTenants).toEqual(['1', '2']);
  finishAll();
  await expect.poll(runningTenants).toEqual(['1']);
  finishAll();
  expect((await Promise.all([next, other])).map(({ status }) => status)).toEqual([200, 200]);
});

test('operations of a group share its slots, and leave those of other requests free', async () => {
  const report = (path: string) => reporting.send(path, { caller: 'busy' });
  const responses = ['/v1/sums', '/v1/counts', '/v1/counts'].map(report);
  await expect.poll(runningTenants).toEqual(['busy', 'busy']);
  // While another tenant is active, two slots are all that the tenant has for its other requests.
  expect((await reporting.send('/v1/thing', { caller: 'other' })).status).toBe(200);
  expect((await reporting.send('/v1/thing', { caller: 'busy' })).status).toBe(200);
  expect(running).toHaveLength(2);
  expect(await finishAllOf(responses)).toEqual([200, 200, 200]);
});

test('rejects a request of a group with 429 after its maximum wait', async () => {
  const report = () => reporting.send('/v1/sums', { caller: 'busy' });
  const responses = [report(), report(), report()];
  const rejected = await Promise.race(responses);
  expect(rejected.status).toBe(429);
  expect(rejected.headers.get('retry-after')).toBe('10');
  expect((await finishAllOf(responses)).toSorted()).toEqual([200, 200, 429]);
});
