import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FairSlots, fairSlots } from '../src/index.ts';

const never = new AbortController().signal;

/** Resolves when everything has run that does not wait for a timer. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

const company = fc.constantFrom('a', 'b', 'c', 'd');

/** The end of a piece of work, unless it is rejected. Aborting work that already has a slot completes it. */
const end = fc.constantFrom('done', 'throws', 'aborted');
const work = fc.record({ company, end, share: fc.constantFrom('', 'reports', 'anonymous') });

const shares = {
  '': undefined,
  reports: { name: 'reports', isGroup: true },
  anonymous: { name: 'anonymous', isAnonymous: true, network: 'net' },
};

const rule = fc.record({
  slots: fc.integer({ min: 1, max: 6 }),
  ofCompany: fc.constantFrom<'75 %' | '50 % of the rest' | 2>('75 %', '50 % of the rest', 2),
  whileOthersRun: fc.constantFrom<'25 %' | '25 % of the rest' | 1>('25 %', '25 % of the rest', 1),
  ofAnonymous: fc.constant<'50 %'>('50 %'),
  ofGroups: fc.constant<'50 %'>('50 %'),
  waiting: fc.integer({ min: 0, max: 8 }),
  waitingOfCompany: fc.integer({ min: 0, max: 4 }),
  maxWaitMs: fc.constantFrom(1, 60_000),
});

/** Runs all work, ends each piece as specified, and returns the maximum concurrency. */
async function runAll(slots: FairSlots, all: readonly { company: string; end: string; share: string }[]) {
  const running = new Set<() => void>();
  const aborts: AbortController[] = [];
  let highest = 0;
  const ends = all.map(async ({ company: of, end: how, share }) => {
    const client = new AbortController();
    if (how === 'aborted') aborts.push(client);
    const during = async () => {
      await new Promise<void>((finish) => {
        running.add(finish);
        highest = Math.max(highest, running.size);
      });
      if (how === 'throws') throw new Error('thrown');
    };
    await slots.run(of, client.signal, during, shares[share as keyof typeof shares]).catch(() => undefined);
  });
  let isOver = false;
  void Promise.all(ends).then(() => {
    isOver = true;
  });
  await settled();
  for (const client of aborts) client.abort(new Error('gone'));
  while (!isOver) {
    const [finish] = running;
    if (finish) running.delete(finish);
    finish?.();
    await settled();
  }
  return highest;
}

test('every slot is free again after work that completes, throws, is aborted, times out or is rejected', async () => {
  const plan = fc.array(work, { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(rule, plan, async (chosen, all) => {
      const slots = fairSlots(chosen);
      expect(await runAll(slots, all)).toBeLessThanOrEqual(chosen.slots);
      expect(slots.free()).toBe(chosen.slots);
      for (const name of ['a', 'b', 'c', 'd']) expect(slots.freeFor(name)).toBeGreaterThan(0);
    }),
    { numRuns: 150 },
  );
});

test('a company waits for at most one piece of work of each other company, regardless of their queues', async () => {
  const backlogs = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(backlogs, fc.integer({ min: 1, max: 4 }), async (counts, size) => {
      const { acquire } = fairSlots({ slots: size });
      const held = await Promise.all(Array.from({ length: size }, () => acquire('0', never)));
      const started: string[] = [];
      const request = async (name: string) => {
        held.push(await acquire(name, never));
        started.push(name);
      };
      const requests = counts.flatMap((count, index) =>
        Array.from({ length: count }, () => request(String(index))),
      );
      requests.push(request('late'));
      while (started.at(-1) !== 'late') {
        held.shift()?.();
        await settled();
      }
      expect(started.length).toBeLessThanOrEqual(counts.length + 1);
      for (const one of counts.keys())
        expect(started.filter((name) => name === String(one)).length).toBeLessThanOrEqual(1);
      while (started.length < requests.length) {
        held.shift()?.();
        await settled();
      }
      await Promise.all(requests);
    }),
    { numRuns: 100 },
  );
});

test('a network without waiting requests always gets a place, at the expense of the networks with the most', async () => {
  const network = fc.integer({ min: 0, max: 12 }).map((number) => `net ${number}`);
  await fc.assert(
    fc.asyncProperty(
      fc.array(network, { maxLength: 30 }),
      fc.integer({ min: 1, max: 8 }),
      async (arrivals, places) => {
        const { acquire } = fairSlots({ slots: 1, waitingOfCompany: places });
        const release = await acquire('a', never);
        const waiting: string[] = [];
        const leave = (one: string) => waiting.splice(waiting.indexOf(one), 1);
        const share = { name: 'anonymous', isAnonymous: true };
        const ask = (one: string) => {
          waiting.push(one);
          return acquire('a', never, { ...share, network: one }).catch(() => void leave(one));
        };
        const asked: Promise<unknown>[] = [];
        for (const one of [...arrivals, 'new']) {
          const of = (name: string) => waiting.filter((other) => other === name).length;
          const before = new Map(waiting.map((name) => [name, of(name)]));
          const isFull = waiting.length === places;
          asked.push(ask(one));
          await settled();
          if (!before.has(one)) expect(of(one)).toBe(1);
          const most = Math.max(0, ...before.values());
          const displaced = [...before].find(([name, count]) => of(name) < count);
          expect(displaced !== undefined).toBe(
            isFull && ((before.get(one) ?? 0) + 1 < most || !before.has(one)),
          );
          if (displaced) expect(displaced[1]).toBe(most);
        }
        expect(waiting).toContain('new');
        release();
        for (const done of asked)
          void Promise.resolve(done).then((free) => (free as (() => void) | undefined)?.());
        await Promise.all(asked);
      },
    ),
    { numRuns: 200 },
  );
});
