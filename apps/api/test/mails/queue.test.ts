import { unknownOwners } from '@pv-planning/database';
import { startTestSmtpServer } from '@pv-planning/mail/testing';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Context } from '../../src/kernel/handler-context.ts';
import { readClock } from '../../src/kernel/records/change-time.ts';
import { claimRows, recordOutcome } from '../../src/server/leased-queue/queue-rows.ts';
import { purgeTask } from '../../src/server/purges.ts';
import { mailQueueOn } from '../support/mail-queue.ts';
import { openTestDatabase } from '../support/test-database.ts';

const database = await openTestDatabase();
const { queueMail, rowsOf, pass, dispatch, addOffer } = mailQueueOn(database);
beforeEach(() => database.kysely.deleteFrom('mail').execute());

const mails = { table: 'mail', doneStatus: 'sent' } as const;

let recordedAt = 0;

async function startSmtp() {
  const smtp = await startTestSmtpServer();
  onTestFinished(() => smtp.close());
  return smtp;
}

const claim = (companyId: string, { limit = 100, leaseMs = 60_000, owners = unknownOwners } = {}) =>
  database.transaction(companyId, async (db) =>
    claimRows(db, mails, { owners, now: await readClock(db), except: [], limit, leaseMs }),
  );

const record = (
  row: Awaited<ReturnType<typeof claim>>[number],
  outcome: Parameters<typeof recordOutcome>[3],
) =>
  database.transaction(row.companyId, async (db) => {
    const now = await readClock(db);
    recordedAt = Date.parse(now);
    return recordOutcome(db, mails, row, outcome, now);
  });

const statusesOf = async (companyId: string) => (await rowsOf(companyId)).map(({ status }) => status);

const attemptsOf = async (companyId: string) =>
  (await rowsOf(companyId)).map(({ attempts }) => attempts).toSorted((one, other) => one - other);

/** Seconds from the recording of an outcome until a mail is due, which is at the next attempt. */
async function secondsLeft(companyId: string): Promise<number> {
  const [row] = await rowsOf(companyId);
  return Math.round((Date.parse(row?.dueAt ?? '') - recordedAt) / 1000);
}

test('a mail that is refused for now is sent again after growing delays, and fails after the last', async () => {
  const offer = await addOffer();
  const { companyId } = offer;
  await queueMail(offer);
  let failing = 0;
  for (const seconds of [10, 15, 23, 34, 51, 76, 114, 171, 256, 384, 577, 600, 600]) {
    const [row = expect.fail()] = await claim(companyId);
    expect(await record(row, { kind: 'repeat', error: '450 Busy' })).toBe('queued');
    expect(await secondsLeft(companyId)).toBe(seconds);
    // A failure is prolonged by at most half.
    expect(seconds).toBeLessThanOrEqual(10 + failing / 2 + 1);
    failing += seconds;
    await pass(seconds / 60 - 0.1);
    expect(await claim(companyId)).toEqual([]);
    await pass(0.11);
  }
  await database.kysely
    .updateTable('mail')
    .set({ attempts: 299 })
    .where('companyId', '=', companyId)
    .execute();
  const smtp = await startSmtp();
  smtp.answer({ rcpt: 450 });
  dispatch(smtp.url);
  await expect.poll(() => statusesOf(companyId)).toEqual(['failed']);
  expect(await rowsOf(companyId)).toMatchObject([
    { attempts: 300, lastError: expect.stringContaining('450') },
  ]);
});

test('450 is repeated, 550 is final, and a lost connection is repeated with the same Message-ID', async () => {
  const [busy, unknown, lost] = [await addOffer(), await addOffer(), await addOffer()];
  const smtp = await startSmtp();
  smtp.answer({ rcpt: 450 });
  await queueMail(busy);
  const first = dispatch(smtp.url);
  await expect.poll(async () => (await rowsOf(busy.companyId))[0]?.lastError).toContain('450');
  expect(await statusesOf(busy.companyId)).toEqual(['queued']);
  smtp.answer({ rcpt: 550 });
  await queueMail(unknown);
  await expect.poll(() => statusesOf(unknown.companyId)).toEqual(['failed']);
  expect(await rowsOf(unknown.companyId)).toMatchObject([{ attempts: 1, finishedAt: expect.any(String) }]);
  smtp.answer('drop');
  const id = await queueMail(lost);
  await expect.poll(async () => (await rowsOf(lost.companyId))[0]?.lastError).toBeTruthy();
  expect(smtp.mails).toHaveLength(1);
  await first.stop();
  smtp.answer('accept');
  await pass(1);
  dispatch(smtp.url);
  await expect.poll(() => statusesOf(lost.companyId)).toEqual(['sent']);
  const again = smtp.mails.filter(({ parsed }) => parsed.messageId === `<${id}@pv.example>`);
  expect(again).toHaveLength(2);
  expect(again[0]?.parsed.text).toBe(again[1]?.parsed.text);
  await expect.poll(() => statusesOf(busy.companyId)).toEqual(['sent']);
});

test('mails about a record reach a recipient one by one, in order, and wait for no other recipient', async () => {
  const offer = await addOffer();
  const { companyId } = offer;
  const to = { address: 'planner@example.com', name: '' };
  const first = await queueMail(offer);
  const second = await queueMail(offer);
  const other = await queueMail(offer, { to });
  const claimed = await claim(companyId, { leaseMs: 3_600_000 });
  expect(new Set(claimed.map(({ id }) => id))).toEqual(new Set([first, other]));
  expect(await claim(companyId)).toEqual([]);
  const row = claimed.find(({ id }) => id === first) ?? expect.fail();
  await record(row, { kind: 'repeat', error: '450' });
  expect(await claim(companyId)).toEqual([]);
  await pass(1);
  const [again = expect.fail()] = await claim(companyId);
  expect(again.id).toBe(first);
  await record(again, { kind: 'done' });
  expect((await claim(companyId)).map(({ id }) => id)).toEqual([second]);
});

test('a process cannot record an outcome after the end of its lease', async () => {
  const offer = await addOffer();
  const { companyId } = offer;
  await queueMail(offer);
  const [late = expect.fail()] = await claim(companyId);
  expect(await claim(companyId)).toEqual([]);
  await pass(2);
  const [current = expect.fail()] = await claim(companyId);
  expect(current).toMatchObject({ id: late.id, attempts: 2 });
  expect(await record(late, { kind: 'failed', error: 'late' })).toBeUndefined();
  expect(await record(current, { kind: 'done' })).toBe('sent');
  expect(await record(current, { kind: 'done' })).toBeUndefined();
  expect(await rowsOf(companyId)).toMatchObject([{ status: 'sent', lastError: null, leaseToken: null }]);
});

test('two dispatchers send each mail of several companies once', async () => {
  const offers = [await addOffer(), await addOffer(), await addOffer()];
  const smtp = await startSmtp();
  const ids = new Set<string>();
  for (const offer of offers)
    for (let index = 0; index < 15; index += 1)
      ids.add(
        `<${await queueMail(offer, { to: { address: `c${index}@example.com`, name: '' } })}@pv.example>`,
      );
  dispatch(smtp.url);
  dispatch(smtp.url);
  for (const { companyId } of offers)
    await expect.poll(async () => new Set(await statusesOf(companyId))).toEqual(new Set(['sent']));
  expect(smtp.mails.map(({ parsed }) => parsed.messageId).sort()).toEqual([...ids].sort());
});

test('a mail is queued once, and not if its change is rolled back', async () => {
  const offer = await addOffer();
  const { companyId } = offer;
  await queueMail(offer, { occasion: 'moved' });
  await queueMail(offer, { occasion: 'moved' });
  expect(await rowsOf(companyId)).toHaveLength(1);
  const rolledBack = database.transaction(companyId, async (db) => {
    await db.updateTable('mail').set({ kind: 'x' }).execute();
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  expect(await rowsOf(companyId)).toMatchObject([{ kind: 'offer-accepted' }]);
});

test('without a server mails are held; with one, those of the last 24 hours are sent', async () => {
  const offer = await addOffer();
  const { companyId } = offer;
  await queueMail(offer, { subject: 'alt' });
  await pass(24 * 60 + 1);
  await queueMail(offer, { subject: 'neu' });
  const holding = dispatch();
  await expect.poll(() => statusesOf(companyId)).toEqual(['held', 'held']);
  const oldest = await holding.registry.getSingleMetric('job_queue_oldest_due_seconds')?.get();
  const held = oldest?.values.find(({ labels }) => labels.status === 'held');
  expect(held?.value).toBeGreaterThan(86_400);
  await holding.stop();
  const smtp = await startSmtp();
  const { lines } = dispatch(smtp.url);
  await expect.poll(() => statusesOf(companyId)).toEqual(['skipped', 'sent']);
  expect(lines.join()).toContain('mails held for more than 24 hours are skipped');
  expect(smtp.mails.map(({ parsed }) => parsed.subject)).toEqual(['neu']);
  expect((await rowsOf(companyId))[0]?.lastError).toBe('Held for more than 24 hours.');
});

test('a mail that cannot be decrypted disturbs no other one', async () => {
  const offer = await addOffer();
  const { companyId } = offer;
  const id = await queueMail(offer);
  await database.kysely.updateTable('mail').set({ content: 'AAAA' }).where('id', '=', id).execute();
  await queueMail(offer, { to: { address: 'x@example.com', name: '' } });
  const smtp = await startSmtp();
  const { lines } = dispatch(smtp.url);
  await expect.poll(() => statusesOf(companyId)).toEqual(['failed', 'sent']);
  expect(await rowsOf(companyId)).toMatchObject([
    { attempts: 1, lastError: 'The mail cannot be decrypted.' },
    {},
  ]);
  expect(lines.join()).toContain('a mail cannot be decrypted');
});

test('a mail fails after its last attempt, even if a process died during each of them', async () => {
  const offer = await addOffer();
  const { companyId } = offer;
  await queueMail(offer);
  await database.kysely
    .updateTable('mail')
    .set({ attempts: 300 })
    .where('companyId', '=', companyId)
    .execute();
  const smtp = await startSmtp();
  dispatch(smtp.url);
  await expect.poll(() => statusesOf(companyId)).toEqual(['failed']);
  expect(smtp.mails).toEqual([]);
});

test('mails during which processes die again and again pause, each for a time of its own', async () => {
  const offer = await addOffer();
  const { companyId } = offer;
  await queueMail(offer);
  await queueMail(offer, { to: { address: 'planner@example.com', name: '' } });
  let processes = 0;
  /** A process leases the mails and dies. Returns how many it has leased. */
  const die = async () => {
    processes += 1;
    const owners = { self: processes, alive: [], since: '2100-01-01T00:00:00.000Z' };
    return (await claim(companyId, { owners })).length;
  };
  expect([await die(), await die(), await die(), await die()]).toEqual([2, 2, 2, 0]);
  const [one, other] = await rowsOf(companyId);
  expect(one?.dueAt).not.toBe(other?.dueAt);
  await pass(1);
  expect([await die(), await die()]).toEqual([2, 0]);
});

test('a company whose mails are not accepted in time does not delay those of others', async () => {
  const [slow, other] = [await addOffer(), await addOffer()];
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    await queueMail(slow, { to: { address: `${name}@example.com`, name } });
  const smtp = await startSmtp();
  smtp.answer('hold');
  dispatch(smtp.url);
  await expect.poll(() => smtp.mails.length).toBe(2);
  await expect.poll(() => attemptsOf(slow.companyId)).toEqual([0, 0, 0, 1, 1]);
  smtp.answer('accept');
  await queueMail(other);
  await expect.poll(() => statusesOf(other.companyId)).toEqual(['sent']);
});

test('metrics show that no mail is accepted, however late the next attempts are', async () => {
  const offer = await addOffer();
  const { companyId } = offer;
  await queueMail(offer);
  const smtp = await startSmtp();
  smtp.answer({ rcpt: 450 });
  const { registry } = dispatch(smtp.url);
  for (let attempts = 1; attempts <= 3; attempts += 1) {
    await pass(1);
    await expect.poll(async () => (await rowsOf(companyId))[0]).toMatchObject({ attempts, leaseToken: null });
  }
  const most = await registry.getSingleMetric('job_queue_most_attempts')?.get();
  expect(
    most?.values.find(({ labels }) => labels.queue === 'mail' && labels.status === 'queued')?.value,
  ).toBe(3);
});

test('mails are deleted after 30 days', async () => {
  const offer = await addOffer();
  const { companyId } = offer;
  await queueMail(offer);
  await pass(30 * 24 * 60 + 1);
  const kept = await queueMail(offer);
  const isLeft = await database.transaction(companyId, (db) =>
    purgeTask('delete-old-mails').run({ db, now: () => readClock(db) } as Context),
  );
  expect(isLeft).toBe(false);
  expect((await rowsOf(companyId)).map(({ id }) => id)).toEqual([kept]);
});
