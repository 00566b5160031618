import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '@pv-planning/database/testing';
import { afterAll, expect, test } from 'vitest';
import { expireLeases } from '../support/expire-leases.ts';

const program = fileURLToPath(new URL('steps/steps-process.ts', import.meta.url));
const database = await createTestDatabase();
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await database.close();
});

/** Starts a process that stops before a step of its operation, or before none. */
async function startProcess(stopsBefore = 0) {
  const child = spawn(process.execPath, ['--conditions=pv-source', program, String(stopsBefore)], {
    env: { ...process.env, DATABASE_URL: database.url },
    stdio: ['ignore', 'pipe', 'inherit'],
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
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
}

const [stable, ...stopping] = await Promise.all([0, 1, 2, 3].map(startProcess));

test.each([
  { step: 1, left: [] },
  { step: 2, left: ['packed'] },
  { step: 3, left: ['packed, carried'] },
])(
  'kill -9 before step $step keeps what was committed, and a repeat completes it once',
  async ({ step, left }) => {
    const added = database.kysely.insertInto('company').values({ name: 'Dachwerk' }).returning('companyId');
    const { companyId } = await added.executeTakeFirstOrThrow();
    const customers = database.kysely
      .selectFrom('customer')
      .select('notes')
      .where('companyId', '=', companyId);
    const stored = async () => (await customers.execute()).map(({ notes }) => notes);
    const repeat = () => stable?.move(companyId);

    const killed = stopping[step - 1];
    const unanswered = killed?.move(companyId).catch(() => 'no response');
    await killed?.reachedStop();
    await killed?.kill();
    expect(await unanswered).toBe('no response');
    expect(await stored()).toEqual(left);

    // As long as the process may still be running.
    if (step === 2)
      expect(await repeat()).toMatchObject({ status: 409, body: { error: 'idempotency_in_progress' } });
    await expireLeases(database.kysely);
    const done = { status: 200, body: { notes: 'packed, carried, unpacked' } };
    expect(await repeat()).toEqual({ ...done, isReplay: false });
    expect(await repeat()).toEqual({ ...done, isReplay: true });
    expect(await stored()).toEqual([done.body.notes]);
  },
);
