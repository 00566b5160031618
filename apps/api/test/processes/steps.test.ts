import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '@pv-planning/database/testing';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { expireLeases } from '../support/expire-leases.ts';
import { untilFree } from '../support/until-free.ts';
import { waitingForLocks } from '../support/waiting-for-locks.ts';

const program = fileURLToPath(new URL('steps/steps-process.ts', import.meta.url));
const database = await createTestDatabase();
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await database.close();
});

/** Starts a process that stops before a step of its operation, or before none. */
async function startProcess(stopsBefore = 0, ...place: 'pooler'[]) {
  const child = spawn(process.execPath, ['--conditions=pv-source', program, String(stopsBefore), ...place], {
    env: { ...process.env, DATABASE_URL: database.url },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const url = String((await lines.next()).value);
  return {
    async move(companyId: string) {
      const response = await fetch(`${url}/v1/moves`, {
        method: 'POST',
        headers: { 'Idempotency-Key': 'once', 'X-Company': companyId },
      });
      const body = (await response.json()) as { error?: string; notes?: string };
      return { status: response.status, body, isReplay: response.headers.has('Idempotent-Replayed') };
    },
    reachedStop: () => lines.next(),
    resume: () => child.stdin.write('\n'),
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
}

const [stable, ...stopping] = await Promise.all([0, 1, 2, 3].map((step) => startProcess(step)));
const pooled = await startProcess(2, 'pooler');

async function addCompany(): Promise<string> {
  const added = database.kysely.insertInto('company').values({ name: 'Dachwerk' }).returning('companyId');
  return (await added.executeTakeFirstOrThrow()).companyId;
}

test.each([
  { step: 1, left: [] },
  { step: 2, left: ['packed'] },
  { step: 3, left: ['packed, carried'] },
])(
  'kill -9 before step $step keeps what was committed, and a repeat completes it once',
  async ({ step, left }) => {
    const companyId = await addCompany();
    const customers = database.kysely
      .selectFrom('customer')
      .select('notes')
      .where('companyId', '=', companyId);
    const stored = async () => (await customers.execute()).map(({ notes }) => notes);
    const repeat = async () => (await stable?.move(companyId)) ?? expect.fail();

    const killed = stopping[step - 1];
    const unanswered = killed?.move(companyId).catch(() => 'no response');
    await killed?.reachedStop();
    await killed?.kill();
    expect(await unanswered).toBe('no response');
    expect(await stored()).toEqual(left);

    const done = { status: 200, body: { notes: 'packed, carried, unpacked' } };
    expect(await untilFree(repeat)).toEqual({ ...done, isReplay: false });
    expect(await repeat()).toEqual({ ...done, isReplay: true });
    expect(await stored()).toEqual([done.body.notes]);
  },
);

test('behind a pooler, the key of a killed process is free when its lease expires', async () => {
  const companyId = await addCompany();
  const unanswered = pooled.move(companyId).catch(() => 'no response');
  await pooled.reachedStop();
  await pooled.kill();
  expect(await unanswered).toBe('no response');
  const repeat = async () => (await stable?.move(companyId)) ?? expect.fail();
  for (let times = 0; times < 2; times += 1)
    expect(await repeat()).toMatchObject({ status: 409, body: { error: 'idempotency_in_progress' } });
  await expireLeases(database.kysely);
  expect(await repeat()).toMatchObject({ status: 200, isReplay: false });
});

test('a request that has written waits for another process that looks at its key', async () => {
  const companyId = await addCompany();
  const first = await startProcess(2);
  const moving = first.move(companyId);
  await first.reachedStop();
  await database.kysely.transaction().execute(async (looking) => {
    await sql`select 1 from idempotency_key where company_id = ${companyId} for update`.execute(looking);
    first.resume();
    await expect.poll(() => waitingForLocks(database.kysely), { timeout: 10_000 }).toBe(1);
    const repeat = await stable?.move(companyId);
    expect(repeat).toMatchObject({ status: 409, body: { error: 'idempotency_in_progress' } });
  });
  expect(await moving).toMatchObject({ status: 200, body: { notes: 'packed, carried, unpacked' } });
});
