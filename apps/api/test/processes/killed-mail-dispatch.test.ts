import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestSmtpServer } from '@pv-planning/mail/testing';
import { expect, onTestFinished, test } from 'vitest';
import { mailQueueOn } from '../support/mail-queue.ts';
import { secretKey } from '../support/test-company.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { seededRandom } from './crash/seeded-random.ts';
import { startServiceProcess } from './crash/service-process.ts';

const database = await openTestDatabase();
const { queueMail, rowsOf, dispatch, addOffer } = mailQueueOn(database);

async function startSmtp() {
  const smtp = await startTestSmtpServer();
  onTestFinished(() => smtp.close());
  return smtp;
}

async function startDispatcher(smtpUrl: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'pv-mails-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const environment = {
    DATABASE_URL: database.url,
    SECRET_KEY: secretKey.toString('base64'),
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'offers@pv.example',
  };
  return startServiceProcess({ dataDir, args: ['--role=dispatcher'], environment });
}

type Dispatcher = Awaited<ReturnType<typeof startDispatcher>>;

async function kill({ process, exited }: Dispatcher): Promise<void> {
  process.kill('SIGKILL');
  await exited;
}

test('a dispatcher that is killed while it sends loses no mail, and repeats one with the same Message-ID', async () => {
  const smtp = await startSmtp();
  const offer = await addOffer();
  const ids = [await queueMail(offer), await queueMail(offer)];
  // The server has received the mail, but its response does not arrive.
  smtp.answer('hold');
  const killed = await startDispatcher(smtp.url);
  await expect.poll(() => smtp.mails).toHaveLength(1);
  await kill(killed);
  expect(
    (await rowsOf(offer.companyId)).map(({ status, leaseToken }) => [status, leaseToken !== null]),
  ).toEqual([
    ['queued', true],
    ['queued', false],
  ]);
  smtp.answer('accept');
  dispatch(smtp.url);
  const sent = async () => (await rowsOf(offer.companyId)).map(({ status }) => status);
  await expect.poll(sent).toEqual(['sent', 'sent']);
  const [first, second] = ids.map((id) => `<${id}@pv.example>`);
  expect(smtp.mails.map(({ parsed }) => parsed.messageId)).toEqual([first, first, second]);
});

test('killed at any moment, dispatchers lose no mail, and repeat only those that were being sent', async () => {
  const kills = process.env.SOAK === '1' ? 30 : 1;
  const mailsPerKill = 30;
  const seed = Math.floor(Math.random() * 1e9);
  const random = seededRandom(seed);
  const smtp = await startSmtp();
  const offer = await addOffer();
  const ids: string[] = [];
  for (let index = 0; index < kills * mailsPerKill; index += 1)
    ids.push(await queueMail(offer, { to: { address: `c${index}@example.com`, name: '' } }));
  /** Number of kills during the sending of each mail. */
  const interrupted = new Map<string, number>();
  for (let round = 1; round <= kills; round += 1) {
    const dispatcher = await startDispatcher(smtp.url);
    const killedAfter = smtp.mails.length + 1 + Math.floor(random() * (mailsPerKill - 10));
    await expect.poll(() => smtp.mails.length >= killedAfter, { interval: 1 }).toBe(true);
    await kill(dispatcher);
    for (const { id, leaseToken } of await rowsOf(offer.companyId))
      if (leaseToken !== null) interrupted.set(id, (interrupted.get(id) ?? 0) + 1);
  }
  dispatch(smtp.url);
  const statuses = async () => new Set((await rowsOf(offer.companyId)).map(({ status }) => status));
  await expect.poll(statuses).toEqual(new Set(['sent']));
  const arrived = Map.groupBy(smtp.mails, ({ parsed }) => parsed.messageId);
  const times = new Map(ids.map((id) => [id, arrived.get(`<${id}@pv.example>`)?.length ?? 0]));
  const lost = ids.filter((id) => times.get(id) === 0);
  const repeated = ids.filter((id) => (times.get(id) ?? 0) > 1 + (interrupted.get(id) ?? 0));
  expect({ seed, lost, repeated }).toEqual({ seed, lost: [], repeated: [] });
});
