import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { serveSynthetic } from './support/serve-synthetic.ts';

/** Lists that are at work, of which tenant they are, and how each is ended. */
const atWork: { tenant: string; finish: () => void }[] = [];
const tenants = () => atWork.map(({ tenant }) => tenant);

function finishAll() {
  for (const { finish } of atWork.splice(0)) finish();
}

/** Ends what is at work until all have their answers; resolves to the statuses. */
async function finishedAll(answers: readonly Promise<{ status: number }>[]): Promise<number[]> {
  let statuses: number[] = [];
  void Promise.all(answers).then((all) => {
    statuses = all.map(({ status }) => status);
  });
  const finished = () => {
    finishAll();
    return statuses.length;
  };
  await expect.poll(finished).toBe(answers.length);
  return statuses;
}

/** More than what sockets take before somebody reads. */
const big = 'x'.repeat(16 * 1024 * 1024);

const api = await serveSynthetic({
  sendList: {
    path: '/v1/lists',
    oneAtATime: true,
    body: { type: 'object' },
    async handle({ body }, { tenant }) {
      await new Promise<void>((finish) => atWork.push({ tenant, finish }));
      return { status: 200, body: { big: (body as { big?: boolean }).big ? big : null } };
    },
  },
});

afterAll(api.close);

const send = (caller: string, { json = '{}', signal }: { json?: string; signal?: AbortSignal } = {}) =>
  api.send('/v1/lists', { caller, rawBody: json, ...(signal && { signal }) });

/** How many requests were answered or given up since the log was last emptied. */
const over = () => api.lines.filter((line) => line.includes('"msg":"request"')).length;

test('the requests of a tenant run one after the other, those of others beside them', async () => {
  const answers = [send('1'), send('1')];
  await expect.poll(tenants).toEqual(['1']);
  answers.push(send('2'));
  await expect.poll(tenants).toEqual(['1', '2']);
  finishAll();
  await expect.poll(tenants).toEqual(['1']);
  finishAll();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('eight tenants are at work and a hundred requests wait; one more is refused before its body is read', async () => {
  const some = (count: number, of: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => send(of(index)));
  const answers = some(8, (index) => `busy-${index}`);
  await expect.poll(() => atWork).toHaveLength(8);
  answers.push(...some(101, (index) => `late-${index}`));
  const refused = await Promise.race(answers);
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('10');
  expect((await send('latest', { json: '{' })).status).toBe(503);
  expect(atWork).toHaveLength(8);
  expect((await finishedAll(answers)).filter((status) => status === 200)).toHaveLength(108);
});

test('a request that is given up leaves the queue', async () => {
  const first = send('1');
  await expect.poll(tenants).toEqual(['1']);
  const impatient = new AbortController();
  api.lines.length = 0;
  const givenUp = Array.from({ length: 11 }, () =>
    send('1', { signal: impatient.signal }).catch(() => ({ status: 'gone' })),
  );
  expect((await Promise.race(givenUp)).status).toBe(429);
  impatient.abort();
  await expect.poll(over).toBe(11);
  const before = api.arrived();
  const next = Array.from({ length: 10 }, () => send('1'));
  await expect.poll(api.arrived).toBe(before + 10);
  expect(await finishedAll([first, ...next])).toEqual(Array(11).fill(200));
});

test('work that nobody waits for any more keeps its turn until it is done', async () => {
  const impatient = new AbortController();
  const first = send('1', { signal: impatient.signal }).catch(() => 'gone');
  await expect.poll(tenants).toEqual(['1']);
  api.lines.length = 0;
  impatient.abort();
  expect(await first).toBe('gone');
  await expect.poll(over).toBe(1);
  const next = send('1');
  const other = send('2');
  await expect.poll(tenants).toEqual(['1', '2']);
  finishAll();
  await expect.poll(tenants).toEqual(['1']);
  finishAll();
  expect((await Promise.all([next, other])).map(({ status }) => status)).toEqual([200, 200]);
});

test('a turn lasts until the answer is sent', async () => {
  const headers = { 'x-caller': '1', 'content-type': 'application/json' };
  const slow = request(`${api.url}/v1/lists`, { method: 'POST', headers });
  const answered = once(slow, 'response');
  slow.end('{"big":true}');
  await expect.poll(tenants).toEqual(['1']);
  finishAll();
  // The caller has the head of the answer and reads no further.
  const [answer] = (await answered) as [IncomingMessage];
  const before = api.arrived();
  const next = send('1');
  await expect.poll(api.arrived).toBe(before + 1);
  const other = send('2');
  await expect.poll(tenants).toEqual(['2']);
  answer.resume();
  await expect.poll(tenants).toEqual(['2', '1']);
  expect(await finishedAll([next, other])).toEqual([200, 200]);
});
