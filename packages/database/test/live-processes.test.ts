import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { liveProcesses } from '../src/processes/live-processes.ts';

const own = 1;
const other = 2;

/** The locks that the database reports. */
let locks: number[];
const lockLost = vi.fn();

/** A database that only returns the held locks, with the time of the process. */
const database = new Kysely<never>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createDriver: () => ({
      async init() {},
      acquireConnection: async () => ({
        executeQuery: async <Row>() => ({
          rows: [{ databaseTime: new Date().toISOString(), ids: locks } as Row],
        }),
        streamQuery: () => Promise.reject(new Error('not used')) as never,
      }),
      async releaseConnection() {},
      async beginTransaction() {},
      async commitTransaction() {},
      async rollbackTransaction() {},
      async destroy() {},
    }),
  },
});

beforeEach(() => {
  vi.useFakeTimers();
  locks = [own, other];
  lockLost.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Reads the locks every 200 ms until leases of the other process have become void. Returns the milliseconds. */
async function msUntilVoid(processes: ReturnType<typeof liveProcesses>): Promise<number> {
  const begun = performance.now();
  while (!(await processes.refresh()) || processes.owners().alive.includes(other)) {
    if (performance.now() - begun > 60_000) return Number.POSITIVE_INFINITY;
    vi.advanceTimersByTime(200);
  }
  return performance.now() - begun;
}

async function watched(): Promise<ReturnType<typeof liveProcesses>> {
  const processes = liveProcesses(database, lockLost, own);
  processes.setLocked(true);
  for (let step = 0; step < 20; step += 1) {
    await processes.refresh();
    vi.advanceTimersByTime(200);
  }
  return processes;
}

test('leases of a process are void within a second after it has died', async () => {
  const processes = await watched();
  expect(processes.owners().alive).toContain(other);
  locks = [own];
  expect(await msUntilVoid(processes)).toBeLessThanOrEqual(600);
});

test('a process that starts after another has died finds its leases void within a second', async () => {
  const processes = liveProcesses(database, lockLost, own);
  processes.setLocked(true);
  locks = [own];
  expect(await msUntilVoid(processes)).toBeLessThanOrEqual(600);
});

test('a process that regains its lock immediately is not considered dead', async () => {
  const processes = await watched();
  locks = [own];
  await processes.refresh();
  vi.advanceTimersByTime(200);
  locks = [own, other];
  expect(await processes.refresh()).toBe(false);
  expect(await msUntilVoid(processes)).toBe(Number.POSITIVE_INFINITY);
});

test('after an interruption of its own connection, a process gives the others two seconds to return', async () => {
  const processes = await watched();
  processes.setLocked(false);
  locks = [];
  expect(await msUntilVoid(processes)).toBeGreaterThanOrEqual(2_000);
  const again = await watched();
  again.setLocked(false);
  vi.advanceTimersByTime(5_000);
  again.setLocked(true);
  locks = [own];
  expect(await msUntilVoid(again)).toBeGreaterThanOrEqual(2_000);
});

test('a process that lost its lock while its connection seems open takes leases that end by time', async () => {
  const processes = await watched();
  expect([processes.owners().self, lockLost.mock.calls.length]).toEqual([own, 0]);
  locks = [other];
  await processes.refresh();
  await processes.refresh();
  expect([processes.owners().self, lockLost.mock.calls.length]).toEqual([-own, 1]);
});

test('a lock taken after the locks were read does not count as lost', async () => {
  const processes = liveProcesses(database, lockLost, own);
  locks = [other];
  const reading = processes.refresh();
  vi.advanceTimersByTime(1);
  processes.setLocked(true);
  await reading;
  expect([processes.owners().self, lockLost.mock.calls.length]).toEqual([own, 0]);
});
