import { expect, onTestFinished, test, vi } from 'vitest';
import { apiErrors, type Caller, type StepOptions, type Transactions } from '../src/index.ts';
import { memoryTransactions } from './support/memory-transactions.ts';
import { serveSynthetic } from './support/serve-synthetic.ts';
import { type SyntheticOperation, syntheticErrors } from './support/synthetic-contract.ts';

const { conflict } = apiErrors(syntheticErrors);

type HandleSteps = NonNullable<SyntheticOperation['handleSteps']>;

/** Serves an operation with steps, beside one without, in a process with two slots. */
async function serveSteps(
  handleSteps: HandleSteps,
  operation: Partial<SyntheticOperation> = {},
  memory = memoryTransactions<Caller>(),
) {
  const kinds: string[] = [];
  const slow = gate();
  let open = 0;
  async function counted<T>(kind: string, run: () => Promise<T>): Promise<T> {
    kinds.push(kind);
    open += 1;
    return run().finally(() => {
      open -= 1;
    });
  }
  const transactions: Transactions<Caller, Caller> = {
    read: (caller, work, signal) => counted('read', () => memory.read(caller, work, signal)),
    write: (caller, work) => counted('write', () => memory.write(caller, work)),
    isKeyInUse: (caller, key, signal) => counted('look', () => memory.isKeyInUse(caller, key, signal)),
  };
  const { send, lines, close } = await serveSynthetic(
    {
      runSteps: { path: '/v1/steps', body: { type: 'object' }, idempotent: true, handleSteps, ...operation },
      getThing: { path: '/v1/thing' },
      getSlowThing: {
        path: '/v1/slow-thing',
        async handle() {
          await slow.wait();
          return { status: 200, body: {} };
        },
      },
    },
    { maxConcurrentRequests: 2, transactions, requestsPerMinute: 0 },
  );
  onTestFinished(close);
  return {
    kinds,
    lines,
    openTransactions: () => open,
    get: () => send('/v1/thing', { caller: 'bea' }),
    /** Fills both slots and the queue of the tenant. Returns a function that empties them. */
    async fillSlots() {
      const filling = Array.from({ length: 103 }, () => send('/v1/slow-thing'));
      expect((await Promise.race(filling)).status).toBe(429);
      return async () => {
        let areDone = false;
        const all = Promise.all(filling).then(() => {
          areDone = true;
        });
        await expect
          .poll(() => {
            slow.open();
            return areDone;
          })
          .toBe(true);
        await all;
      };
    },
    run: (key?: string, body: object = {}, signal?: AbortSignal) =>
      send('/v1/steps', {
        body,
        headers: key === undefined ? {} : { 'idempotency-key': key },
        ...(signal && { signal }),
      }),
  };
}

/** A wait of handlers until the test ends it. */
function gate() {
  const waiting: (() => void)[] = [];
  return {
    waiting,
    wait: () => new Promise<void>((go) => waiting.push(go)),
    open: () => {
      for (const go of waiting.splice(0)) go();
    },
  };
}

test('holds no slot and no transaction between steps', async () => {
  const { wait, waiting, open } = gate();
  const { run, get, openTransactions, kinds } = await serveSteps(async (_request, { step, finish }) => {
    await step(async () => {});
    await wait();
    return finish(async () => ({ status: 200, body: { done: true } }));
  });
  const running = Array.from({ length: 10 }, () => run());
  await expect.poll(() => waiting).toHaveLength(10);
  expect(openTransactions()).toBe(0);
  expect((await get()).status).toBe(200);
  open();
  const responses = await Promise.all(running);
  expect(responses.map(({ body }) => body)).toEqual(Array(10).fill({ done: true }));
  expect(new Set(kinds)).toEqual(new Set(['write', 'read']));
});

test('reads without a transaction', async () => {
  const { run, kinds } = await serveSteps(async (_request, { step, finish }) => {
    await step(async () => {}, { read: true });
    return finish(async () => ({ status: 200, body: {} }), { read: true });
  });
  expect((await run()).status).toBe(200);
  expect(kinds).toEqual(['read', 'read']);
});

test('passes results on, and continues after an unfinished last step', async () => {
  const { run } = await serveSteps(async (_request, { step, finish }) => {
    const { tenant } = await step(async (caller) => caller);
    const early = await finish(async () => (tenant === 'bea' ? { status: 200, body: {} } : undefined));
    return early ?? finish(async () => ({ status: 200, body: { tenant } }));
  });
  expect((await run()).body).toEqual({ tenant: 'anna' });
});

test.each<[string, HandleSteps]>([
  ['no end', async (_request, { step }) => step(async () => {}) as never],
  [
    'a step after the end',
    async (_request, { step, finish }) => {
      const finished = await finish(async () => ({ status: 200, body: {} }));
      await step(async () => {});
      return finished;
    },
  ],
  [
    'a step within another',
    async (_request, { step, finish }) =>
      finish(async () => {
        await step(async () => {});
        return { status: 200, body: {} };
      }),
  ],
])('responds with 500 to a handler with %s', async (_fault, handle) => {
  const { run } = await serveSteps(handle);
  expect((await run()).body.error).toBe('internal_error');
});

test('requires that a handler compares If-Match', async () => {
  const { run } = await serveSteps(
    async (_request, { finish }) => finish(async () => ({ status: 200, body: {} })),
    { ifMatch: true },
  );
  expect((await run()).status).toBe(200);
  const { send, close } = await serveSynthetic({
    changeThing: {
      path: '/v1/thing',
      body: { type: 'object' },
      ifMatch: true,
      handleSteps: async ({ requireMatch }, { step, finish }) => {
        await step(async () => requireMatch({ version: 1 }));
        return finish(async () => ({ status: 200, body: {} }));
      },
    },
  });
  onTestFinished(close);
  const { body } = await send('/v1/thing', { body: {}, headers: { 'if-match': '"other"' } });
  expect(body.error).toBe('version_conflict');
});

test('runs once for a key; a repeat joins it and gets its response', async () => {
  const { wait, waiting, open } = gate();
  const { run } = await serveSteps(async (_request, { step, finish }) => {
    await step(async () => {});
    await wait();
    return finish(async () => ({ status: 200, body: { done: true } }));
  });
  const first = run('k');
  await expect.poll(() => waiting).toHaveLength(1);
  expect((await run('k', { other: true })).body.error).toBe('idempotency_key_reused');
  const repeat = run('k');
  open();
  expect((await first).headers.get('idempotent-replayed')).toBeNull();
  const { body, headers } = await repeat;
  expect([body, headers.get('idempotent-replayed')]).toEqual([{ done: true }, 'true']);
  expect(waiting).toHaveLength(0);
});

test('a repeat waits for two seconds, a further one is rejected immediately', async () => {
  const { wait, waiting, open } = gate();
  const { run, kinds } = await serveSteps(async (_request, { finish }) => {
    await wait();
    return finish(async () => ({ status: 200, body: {} }));
  });
  const first = run('k');
  await expect.poll(() => waiting).toHaveLength(1);
  const begun = performance.now();
  const repeats = [run('k'), run('k')];
  const inProgress = [409, 'idempotency_in_progress', '1'];
  const { status, body, headers } = await Promise.race(repeats);
  expect([status, body.error, headers.get('retry-after')]).toEqual(inProgress);
  expect((await Promise.all(repeats)).map((repeat) => repeat.status)).toEqual([409, 409]);
  expect(performance.now() - begun).toBeGreaterThan(1_900);
  // Only the first request has used the database.
  expect(kinds).toEqual(['write']);
  open();
  expect((await first).status).toBe(200);
});

test('a repeat that waits for a request of another process holds no slot and only reads', async () => {
  const memory = memoryTransactions<Caller>();
  const serve = () =>
    serveSteps(
      async (_request, { step, finish }) => {
        await step(async () => {});
        await held.wait();
        return finish(async () => ({ status: 200, body: {} }));
      },
      {},
      memory,
    );
  const held = gate();
  const [one, other] = [await serve(), await serve()];
  const first = one.run('k');
  await expect.poll(() => held.waiting).toHaveLength(1);
  const repeats = ['k', 'k'].map((key) => other.run(key));
  await expect.poll(() => other.kinds.filter((kind) => kind === 'look').length).toBeGreaterThan(2);
  expect(other.kinds.filter((kind) => kind === 'write')).toHaveLength(1);
  expect((await other.get()).status).toBe(200);
  held.open();
  expect((await first).status).toBe(200);
  const responses = await Promise.all(repeats);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
});

test('a client that disconnects while waiting for another request causes no error', async () => {
  const { wait, waiting, open } = gate();
  const { run, lines } = await serveSteps(async (_request, { finish }) => {
    await wait();
    return finish(async () => ({ status: 200, body: {} }));
  });
  const first = run('k');
  await expect.poll(() => waiting).toHaveLength(1);
  const client = new AbortController();
  const repeat = run('k', {}, client.signal).catch(() => 'disconnected');
  // The repeat waits when a further one is rejected.
  await expect.poll(async () => (await run('k')).body.error).toBe('idempotency_in_progress');
  client.abort();
  expect(await repeat).toBe('disconnected');
  await expect.poll(() => lines.some((line) => line.includes('"aborted":true'))).toBe(true);
  open();
  expect((await first).status).toBe(200);
  expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
});

/** Rejects the first request after a step. */
function rejectingOnce(options: StepOptions, undo: boolean) {
  let attempts = 0;
  const handle: HandleSteps = async (_request, { step, finish }) => {
    attempts += 1;
    await step(async () => {}, options);
    if (undo) await step(async () => {}, { undoes: true });
    return finish(async () => {
      if (attempts === 1) throw conflict('version_conflict');
      return { status: 200, body: { attempts } };
    });
  };
  return handle;
}

test.each([
  ['wrote nothing', rejectingOnce({ read: true }, false)],
  ['undid what it wrote', rejectingOnce({}, true)],
])(
  'a request that was rejected and %s can be repeated with its key, and with another body',
  async (_, handle) => {
    const { run } = await serveSteps(handle);
    expect((await run('k')).body.error).toBe('version_conflict');
    expect((await run('k', { other: true })).body).toEqual({ attempts: 2 });
  },
);

test('a request can be rejected after an unfinished last step, which has changed nothing', async () => {
  const { run } = await serveSteps(async (_request, { finish }) => {
    await finish(async () => undefined);
    throw conflict('version_conflict');
  });
  expect((await run()).body.error).toBe('version_conflict');
});

test('a rejection after a step that has written is an internal error, and the request can be repeated with its key', async () => {
  const { run } = await serveSteps(rejectingOnce({}, false));
  expect((await run()).body.error).toBe('internal_error');
  const { run: runWithKey } = await serveSteps(rejectingOnce({}, false));
  expect((await runWithKey('k')).body.error).toBe('internal_error');
  expect((await runWithKey('k', { other: true })).body.error).toBe('idempotency_key_reused');
  expect((await runWithKey('k')).body).toEqual({ attempts: 2 });
});

test('completes a request that has begun to write, even if the tenant has no free slots', async () => {
  const { wait, waiting, open } = gate();
  const { run, fillSlots } = await serveSteps(async (_request, { step, finish }) => {
    await step(async () => {});
    await wait();
    await step(async () => {}, { read: true });
    return finish(async () => ({ status: 200, body: { done: true } }));
  });
  const response = run('k');
  await expect.poll(() => waiting).toHaveLength(1);
  const emptySlots = await fillSlots();
  open();
  await emptySlots();
  expect((await response).body).toEqual({ done: true });
});

test('a request that is rejected because the tenant is busy can be repeated with its key at once', async () => {
  const { wait, waiting, open } = gate();
  let attempts = 0;
  const { run, fillSlots, kinds } = await serveSteps(async (_request, { step, finish }) => {
    await step(async () => {}, { read: true });
    attempts += 1;
    if (attempts === 1) await wait();
    return finish(async () => ({ status: 200, body: { attempts } }));
  });
  const rejected = run('k');
  await expect.poll(() => waiting).toHaveLength(1);
  const emptySlots = await fillSlots();
  open();
  const { body, headers } = await rejected;
  expect([body.error, headers.get('retry-after')]).toEqual(['too_many_concurrent', '5']);
  await emptySlots();
  const repeat = await run('k');
  expect([repeat.status, repeat.body]).toEqual([200, { attempts: 2 }]);
  expect(kinds).toContain('write');
});

test('a key that cannot be released while the database is unavailable is released later', async () => {
  const memory = memoryTransactions<Caller>();
  let failures = 0;
  const write: typeof memory.write = (caller, work) =>
    memory.write(caller, (context, records) =>
      work(context, {
        ...records,
        async release(key, lease, keep) {
          failures += 1;
          if (failures < 3) throw new Error('The database is away.');
          await records.release(key, lease, keep);
        },
      }),
    );
  const { run } = await serveSteps(rejectingOnce({ read: true }, false), {}, { ...memory, write });
  expect((await run('k')).body.error).toBe('version_conflict');
  expect((await run('k')).body).toEqual({ attempts: 2 });
  expect(failures).toBe(3);
});

test('begins no further step when another request has taken over the key', async () => {
  const memory = memoryTransactions<Caller>();
  let isTakenOver = false;
  const { send, close } = await serveSynthetic(
    {
      runSteps: {
        path: '/v1/steps',
        body: { type: 'object' },
        idempotent: true,
        async handleSteps(_request, { step, finish }) {
          await step(async () => {});
          isTakenOver = true;
          return finish(async () => ({ status: 200, body: {} }));
        },
      },
    },
    {
      transactions: {
        ...memory,
        write: (caller, work) =>
          memory.write(caller, (context, records) =>
            work(context, {
              ...records,
              renew: async (key, lease) => !isTakenOver && records.renew(key, lease),
            }),
          ),
      },
    },
  );
  onTestFinished(close);
  const { body } = await send('/v1/steps', { body: {}, headers: { 'idempotency-key': 'k' } });
  expect(body.error).toBe('idempotency_in_progress');
});

test('ends a wait when the client disconnects, and completes a request that has begun to write', async () => {
  const { wait, waiting, open } = gate();
  const signals: AbortSignal[] = [];
  const completed: boolean[] = [];
  const { run, lines } = await serveSteps(async ({ body, signal }, { step, finish }) => {
    const { write } = body as { write: boolean };
    signals.push(signal);
    await step(async () => {}, { read: !write });
    await wait();
    return finish(async () => {
      completed.push(write);
      return { status: 200, body: {} };
    });
  });
  for (const write of [true, false]) {
    const client = new AbortController();
    const response = run(undefined, { write }, client.signal).catch(() => 'disconnected');
    await expect.poll(() => waiting).toHaveLength(1);
    client.abort();
    expect(await response).toBe('disconnected');
    await expect.poll(() => signals.at(-1)?.aborted).toBe(true);
    open();
  }
  await expect.poll(() => lines).toHaveLength(2);
  expect(completed).toEqual([true]);
});

test('counts the time of steps, not of waits', async () => {
  const { wait, waiting, open } = gate();
  const timers = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => timers.mockRestore());
  const { run } = await serveSteps(
    async (_request, { step, finish }) => {
      await step(async () => {});
      await wait();
      return finish(async () => ({ status: 200, body: {} }));
    },
    { timeLimitSeconds: 90 },
  );
  const response = run();
  await expect.poll(() => waiting).toHaveLength(1);
  const limits = timers.mock.calls.map(([, ms]) => Number(ms)).filter((ms) => ms > 80_000);
  // The body and the first step have the rest of 90 s each, and each wait has 90 s.
  expect(limits.filter((ms) => ms === 90_000).length).toBeGreaterThanOrEqual(2);
  expect(limits.some((ms) => ms < 90_000)).toBe(true);
  open();
  expect((await response).status).toBe(200);
});
