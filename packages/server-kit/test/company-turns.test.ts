import { Router } from 'express';
import { afterAll, expect, test, vi } from 'vitest';
import { contractApi, type Handlers } from '../src/index.ts';
import { backendOf } from './support/backend.ts';
import { operationLike } from './support/operation.ts';
import { serve } from './support/serve.ts';

const operation = operationLike({ path: '/v1/lists', scope: 'write:materials', oneAtATime: true });

const body = { required: true, content: { 'application/json': { schema: { type: 'object' } } } };
const document = {
  openapi: '3.1.0',
  info: { title: 'Lists', version: '1.0.0' },
  paths: {
    [operation.path]: {
      post: { operationId: 'sendList', requestBody: body, responses: { 200: { description: 'done' } } },
    },
  },
  components: {},
};

/** The company of a key is the key. */
const backend = backendOf(async (key) => ({
  companyId: key,
  keyId: key,
  scopes: new Set(['write:materials'] as const),
}));

/** Lists that are at work, of which company they are, and how each is ended. */
const atWork: { companyId: string; finish: () => void }[] = [];
const companies = () => atWork.map(({ companyId }) => companyId);

function finishAll() {
  for (const { finish } of atWork.splice(0)) finish();
}

async function openApi() {
  const handlers = {
    async sendList(_request: unknown, companyId: string) {
      await new Promise<void>((finish) => atWork.push({ companyId, finish }));
      return { status: 200, body: {} };
    },
  } as unknown as Handlers<string>;
  const { router } = contractApi({
    document,
    operations: { sendList: operation },
    handlers,
    backend,
    requestsPerMinute: 0,
    validateResponses: false,
  });
  /** Called when the answer to a request is sent, or the request given up. */
  const closed = vi.fn();
  const noteClose = Router().use((_request, response, next) => {
    response.once('close', closed);
    next();
  });
  const { url, close } = await serve(noteClose.use(router));
  const send = (companyId: string, { json = '{}', signal }: { json?: string; signal?: AbortSignal } = {}) =>
    fetch(url + operation.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${companyId}`, 'content-type': 'application/json' },
      body: json,
      ...(signal && { signal }),
    });
  return { send, closed, close };
}

const { send, closed, close } = await openApi();

afterAll(close);

test('the requests of a company run one after the other, those of others beside them', async () => {
  const answers = [send('1'), send('1')];
  await vi.waitFor(() => expect(companies()).toEqual(['1']));
  answers.push(send('2'));
  await vi.waitFor(() => expect(companies()).toEqual(['1', '2']));
  finishAll();
  await vi.waitFor(() => expect(companies()).toEqual(['1']));
  finishAll();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('eight companies are at work and a hundred requests wait; one more is refused before its body is read', async () => {
  const some = (count: number, of: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => send(of(index)));
  const answers = some(8, (index) => `busy-${index}`);
  await vi.waitFor(() => expect(atWork).toHaveLength(8));
  answers.push(...some(101, (index) => `late-${index}`));
  const refused = await Promise.race(answers);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('10');
  expect((await send('latest', { json: '{' })).status).toBe(429);
  expect(atWork).toHaveLength(8);
  let isOver = false;
  const all = Promise.all(answers).finally(() => {
    isOver = true;
  });
  await vi.waitUntil(() => {
    finishAll();
    return isOver;
  });
  expect((await all).filter(({ status }) => status === 200)).toHaveLength(108);
});

test('a request that is given up leaves the queue', async () => {
  const first = send('1');
  await vi.waitFor(() => expect(companies()).toEqual(['1']));
  const impatient = new AbortController();
  closed.mockClear();
  const givenUp = Array.from({ length: 11 }, () =>
    send('1', { signal: impatient.signal }).catch(() => ({ status: 'gone' })),
  );
  expect((await Promise.race(givenUp)).status).toBe(429);
  impatient.abort();
  await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(11));
  const next = send('1');
  finishAll();
  expect((await first).status).toBe(200);
  await vi.waitFor(() => expect(companies()).toEqual(['1']));
  finishAll();
  expect((await next).status).toBe(200);
});

test('work that nobody waits for any more keeps its turn until it is done', async () => {
  const impatient = new AbortController();
  const first = send('1', { signal: impatient.signal }).catch(() => 'gone');
  await vi.waitFor(() => expect(companies()).toEqual(['1']));
  closed.mockClear();
  impatient.abort();
  expect(await first).toBe('gone');
  await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
  const next = send('1');
  const other = send('2');
  await vi.waitFor(() => expect(companies()).toEqual(['1', '2']));
  finishAll();
  await vi.waitFor(() => expect(companies()).toEqual(['1']));
  finishAll();
  expect((await Promise.all([next, other])).map(({ status }) => status)).toEqual([200, 200]);
});
