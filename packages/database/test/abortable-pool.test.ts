import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { expect, test } from 'vitest';
import { abortablePool } from '../src/connections/abortable-pool.ts';

/** A pool that connects when the test allows it, and records the numbers of the ended checkouts. */
function slowPool() {
  const { promise, resolve } = Promise.withResolvers<PostgresPoolClient>();
  const ended: number[] = [];
  let checkouts = 0;
  const client = { query: async () => ({}) } as unknown as PostgresPoolClient;
  // As in `pg`: one object per connection, with a new `release` function for each checkout.
  const checkOut = () => {
    checkouts += 1;
    const checkout = checkouts;
    client.release = () => void ended.push(checkout);
    return client;
  };
  const pool = { options: {}, end: async () => {}, connect: () => promise } as unknown as PostgresPool;
  return { pool, ended, checkOut, arrive: () => resolve(checkOut()) };
}

const microtasks = async (count: number) => {
  for (let passed = 0; passed < count; passed += 1) await undefined;
};

test.each([-1, 0, 1, 2, 3])(
  'ends only its own checkout if the caller leaves %i steps after the connection arrived',
  async (steps) => {
    const { pool, ended, checkOut, arrive } = slowPool();
    const caller = new AbortController();
    const reason = new Error('reason');
    const connecting = abortablePool(pool, caller.signal, async () => {}).connect();
    const work = connecting.then(async (client) => {
      checkOut();
      await client.release();
    });
    const outcome = work.catch((error: unknown) => error);
    if (steps < 0) {
      caller.abort(reason);
      await microtasks(-steps);
      arrive();
    } else {
      arrive();
      await microtasks(steps);
      caller.abort(reason);
    }
    expect([undefined, reason]).toContain(await outcome);
    await microtasks(5);
    expect(ended).toEqual([1]);
  },
);
