import { randomUUID } from 'node:crypto';
import type { PageBookingCreated } from '@pv-planning/contract/pages';
import { mailAddress, parseSmtpUrl } from '@pv-planning/mail';
import { startTestSmtpServer } from '@pv-planning/mail/testing';
import { afterAll, expect, test } from 'vitest';
import { openBookingPages } from '../support/booking-pages.ts';

const smtp = await startTestSmtpServer();
afterAll(smtp.close);
const server = parseSmtpUrl(smtp.url) ?? expect.fail();
const { addBookingCompany, visitor, database } = await openBookingPages({
  mail: { server, from: mailAddress('termine@pv.example').address },
  publicUrl: 'https://pv.example',
});
const company = await addBookingCompany();
await company.stored.hours(null, [[1, '09:00', '12:00']]);
const planner = { email: 'lena.adler@dachwerk.example' };
const lena = await company.stored.member(planner);
const { slug } = await company.stored.type([lena], { sources: ['BOOKING_PAGE'], name: 'Beratung' });

/** Books a slot for a new address. Returns it with the token of the link. */
async function book(body: object) {
  const email = `${randomUUID()}@example.org`;
  const names = { forename: 'Erika', surname: 'Muster' };
  const { handle } = company;
  const response = await visitor()<PageBookingCreated>(
    'createPageBooking',
    { handle, slug },
    { body: { ...names, email, ...body }, headers: { 'Idempotency-Key': randomUUID() } },
  );
  expect(response.status).toBe(200);
  return { email, token: response.body.token };
}

async function mailTo(address: string, subject: string) {
  const found = () =>
    smtp.mails.filter(
      ({ envelope, parsed }) => envelope.to.join() === address && parsed.subject?.includes(subject),
    );
  await expect.poll(found).toHaveLength(1);
  const [{ parsed } = expect.fail()] = found();
  return { ...parsed, text: parsed.text ?? '' };
}

test('the customer gets the link to the booking, and the planner learns of the booking', async () => {
  const { email, token } = await book({ startsAt: '2026-03-23T08:00:00.000Z', note: 'Bitte <klingeln>' });
  const confirmation = await mailTo(email, 'Beratung');
  expect(confirmation.text).toContain(`https://pv.example/b/${token}`);
  expect(confirmation.text).toContain('09:00 Uhr');
  expect(confirmation.attachments.map(({ mimeType }) => mimeType)).toContain('text/calendar');
  const [link = ''] = /(?<=\/b\/)[\w.-]+/.exec(confirmation.text) ?? [];
  expect((await visitor()('getBookingByLink', { token: link })).body).toMatchObject({ email });
  const notice = await mailTo(planner.email, 'Beratung');
  expect(notice.text).toContain('Erika Muster');
  expect(notice.text).not.toContain(token);
});

test('names cannot add markup or headers to mails', async () => {
  const surname = '"<b>Muster</b>" <evil@example.org>, X: y';
  const { email } = await book({ startsAt: '2026-03-23T09:00:00.000Z', surname, language: 'en' });
  const confirmation = await mailTo(email, 'Beratung');
  expect(confirmation.to).toMatchObject([{ address: email, name: `Erika ${surname}` }]);
  expect(confirmation.html).not.toContain('<b>Muster');
  expect(smtp.mails.flatMap(({ envelope }) => envelope.to)).not.toContain('evil@example.org');
});

test('stored mails and responses do not contain the token', async () => {
  const { email, token } = await book({ startsAt: '2026-03-23T10:00:00.000Z' });
  const { kysely } = database;
  const mails = await kysely.selectFrom('mail').selectAll().where('toAddress', '=', email).execute();
  const responses = await kysely.selectFrom('idempotencyKey').selectAll().execute();
  expect(mails).toMatchObject([{ isAnonymous: true }]);
  const [, secret = ''] = token.split('.');
  expect(JSON.stringify([mails, responses])).not.toContain(secret);
});
