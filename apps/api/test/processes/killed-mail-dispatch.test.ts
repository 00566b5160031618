import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestSmtpServer } from '@pv-planning/mail/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openMailQueue } from '../support/mail-queue.ts';
import { secretKey } from '../support/test-api.ts';
import { startServiceProcess } from './crash/service-process.ts';

const { database, queueMail, rowsOf, pass, dispatch, addOffer } = await openMailQueue();

test('a dispatcher that is killed while it sends loses no mail, and repeats one with the same Message-ID', async () => {
  const smtp = await startTestSmtpServer();
  onTestFinished(() => smtp.close());
  const dataDir = await mkdtemp(join(tmpdir(), 'pv-mails-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const offer = await addOffer();
  const ids = [await queueMail(offer), await queueMail(offer)];
  // The server has got the mail, but its response does not arrive.
  smtp.answer('hold');
  const killed = await startServiceProcess({
    dataDir,
    args: ['--role=dispatcher'],
    environment: {
      DATABASE_URL: database.url,
      SECRET_KEY: secretKey.toString('base64'),
      SMTP_URL: smtp.url,
      MAIL_FROM: 'offers@pv.example',
    },
  });
  await expect.poll(() => smtp.mails).toHaveLength(1);
  killed.process.kill('SIGKILL');
  await killed.exited;
  expect(
    (await rowsOf(offer.companyId)).map(({ status, leaseToken }) => [status, leaseToken !== null]),
  ).toEqual([
    ['queued', true],
    ['queued', false],
  ]);
  smtp.answer('accept');
  // The lease ends.
  await pass(2);
  dispatch(smtp.url);
  const sent = async () => (await rowsOf(offer.companyId)).map(({ status }) => status);
  await expect.poll(sent).toEqual(['sent', 'sent']);
  const [first, second] = ids.map((id) => `<${id}@pv.example>`);
  expect(smtp.mails.map(({ parsed }) => parsed.messageId)).toEqual([first, first, second]);
});
