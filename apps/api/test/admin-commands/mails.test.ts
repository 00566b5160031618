import { startTestSmtpServer } from '@pv-planning/mail/testing';
import { afterAll, expect, test } from 'vitest';
import { commandLineOn, unknownId } from '../support/command-line.ts';
import { mailQueueOn } from '../support/mail-queue.ts';
import { openTestDatabase } from '../support/test-database.ts';

const database = await openTestDatabase();
const { queueMail, dispatch, addOffer, rowsOf } = mailQueueOn(database);
const { admin, text, json } = commandLineOn(database);
const smtp = await startTestSmtpServer();
afterAll(smtp.close);
const mailSettings = { SMTP_URL: smtp.url, MAIL_FROM: 'offers@pv.example' };

test('lists held mails, with their subject, and shows their text', async () => {
  const offer = await addOffer();
  const { companyId, offerId } = offer;
  const id = await queueMail(offer, { subject: 'Angebot AN-1 angenommen' });
  const { stop } = dispatch();
  await expect.poll(async () => (await rowsOf(companyId))[0]?.status).toBe('held');
  await stop();
  const listed = {
    ...{
      companyId,
      id,
      offerId,
      bookingId: null,
      webhookEndpointId: null,
      kind: 'offer-accepted',
      status: 'held',
    },
    ...{ to: 'maria@example.com', subject: 'Angebot AN-1 angenommen', attempts: 0, dueAt: null },
    ...{ lastError: null, createdAt: expect.any(String), finishedAt: null },
  };
  expect(await json('mail', 'list', '--company', companyId)).toEqual([listed]);
  expect(await json('mail', 'list', '--company', companyId, '--status', 'sent')).toEqual([]);
  expect(await text('mail', 'list', '--company', companyId)).toMatch(
    /held +maria@example\.com +Angebot AN-1/,
  );
  expect(await json('mail', 'show', id, '--company', companyId)).toEqual({ ...listed, text: 'Guten Tag\n' });
  expect(await text('mail', 'show', id, '--company', companyId)).toContain('Status: held\n\nGuten Tag\n');
});

test('finds no mail of another company', async () => {
  const [offer, other] = [await addOffer(), await addOffer()];
  const id = await queueMail(offer);
  expect(await json('mail', 'list', '--company', other.companyId)).toEqual([]);
  expect(await text('mail', 'list', '--company', other.companyId)).toBe('No mails found.\n');
  for (const unknown of [id, unknownId, 'abc']) {
    const shown = await admin(['mail', 'show', unknown, '--company', other.companyId, '--json']);
    expect(shown.exitCode).toBe(1);
    expect(JSON.parse(shown.stderr).error).toBe('mail_not_found');
  }
});

test('sends a test message', async () => {
  const { exitCode, stdout } = await admin(['mail', 'test', '--to', 'you@example.com'], mailSettings);
  expect([exitCode, stdout]).toEqual([0, 'The server has accepted a test message to you@example.com.\n']);
  expect(smtp.mails.at(-1)).toMatchObject({
    envelope: { from: 'offers@pv.example', to: ['you@example.com'] },
    parsed: { subject: 'Testnachricht' },
  });
});

test('says why a test message was not sent', async () => {
  smtp.answer({ rcpt: 550 });
  const refused = await admin(['mail', 'test', '--to', 'you@example.com', '--json'], mailSettings);
  expect(refused.exitCode).toBe(1);
  expect(JSON.parse(refused.stderr)).toMatchObject({ error: 'mail_not_sent' });
  expect(refused.stderr).toContain('550');
  const unset = await admin(['mail', 'test', '--to', 'you@example.com']);
  expect([unset.exitCode, unset.stderr]).toEqual([1, 'SMTP_URL is not set, so mails are held.\n']);
  const invalid = await admin(['mail', 'test', '--to', 'you'], mailSettings);
  expect(invalid.exitCode).toBe(2);
});
