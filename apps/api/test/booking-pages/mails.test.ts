import { randomUUID } from 'node:crypto';
import type { PageBookingCreated } from '@pv-planning/contract/pages';
import { mailAddress, parseSmtpUrl } from '@pv-planning/mail';
import { startTestSmtpServer } from '@pv-planning/mail/testing';
import { afterAll, expect, test } from 'vitest';
import { openTestApi } from '../support/test-api.ts';

const smtp = await startTestSmtpServer();
afterAll(smtp.close);
const server = parseSmtpUrl(smtp.url) ?? expect.fail();
const { url, addCompany, visitor, database } = await openTestApi({
  mail: { server, from: mailAddress('termine@pv.example').address },
  publicUrl: 'https://pv.example',
});
const company = await addCompany();
await company.stored.hours(null, [[1, '09:00', '12:00']]);
const planner = { email: 'lena.adler@dachwerk.example' };
const lena = await company.stored.member(planner);
const { slug } = await company.stored.type([lena], { sources: ['BOOKING_PAGE'], name: 'Beratung' });

/** Books a slot for a new address. Returns it with the token of the link. */
async function book(body: object) {
  const email = `${randomUUID()}@example.org`;
  const names = { forename: 'Erika', surname: 'Muster' };
  const { handle } = company;
  const response = await visitor()<PageBookingCreated & { token: string }>(
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
  return { ...parsed, text: parsed.text?.replaceAll('\u00a0', ' ') ?? '' };
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
  for (const part of ['ein Kunde hat', 'Erika Muster', 'Nachricht des Kunden:\n\n> Bitte <klingeln>'])
    expect(notice.text).toContain(part);
  expect(notice.html).toContain('Bitte &lt;klingeln&gt;');
  expect(notice.text).not.toContain(token);
});

test('names cannot add markup or headers to mails', async () => {
  const surname = '"<b>Muster</b>" <evil@example.org>, X: y';
  const { email } = await book({ startsAt: '2026-03-23T09:00:00.000Z', surname, language: 'en' });
  const confirmation = await mailTo(email, 'Beratung');
  expect(confirmation.to).toMatchObject([{ address: email, name: '' }]);
  expect(confirmation.html).not.toContain('<b>Muster');
  expect(smtp.mails.flatMap(({ envelope }) => envelope.to)).not.toContain('evil@example.org');
});

test('stored mails and responses do not contain the token', async () => {
  const { email, token } = await book({ startsAt: '2026-03-23T10:00:00.000Z' });
  const { kysely } = database;
  const mails = await kysely.selectFrom('mail').selectAll().where('toAddress', '=', email).execute();
  const responses = await kysely.selectFrom('idempotencyKey').selectAll().execute();
  expect(mails).toMatchObject([{ isAnonymous: true }]);
  const [mac = ''] = token.split('.').slice(-1);
  expect(mac).toHaveLength(32);
  expect(JSON.stringify([mails, responses])).not.toContain(mac);
});

/** The calendar file, as a browser loads it that follows the link of the page. */
async function fileOf(token: string): Promise<string> {
  const response = await fetch(`${url}/pages/v1/bookings/${token}/calendar`, {
    headers: { Accept: 'text/html,*/*;q=0.8' },
  });
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(response.headers.get('content-disposition')).toMatch(/filename="Termin-2026-03-30\.ics"$/);
  return response.text();
}

test('the customer and the planner learn of a move and of a cancellation, the planner also why', async () => {
  const { email, token } = await book({ startsAt: '2026-03-30T07:00:00.000Z' });
  const startsAt = '2026-03-30T09:00:00.000Z';
  const files = [await fileOf(token)];
  expect((await visitor()('rescheduleByLink', { token }, { body: { startsAt } })).status).toBe(200);
  const mails = () => smtp.mails.filter(({ envelope }) => envelope.to.join() === email);
  await expect.poll(mails).toHaveLength(2);
  files.push(await fileOf(token));
  expect((await visitor()('cancelByLink', { token }, { body: { reason: 'Krank' } })).status).toBe(200);
  await expect.poll(mails).toHaveLength(3);
  files.push(await fileOf(token));
  const [, toldOfMove, toldOfCancel] = mails();
  expect(toldOfMove?.parsed.text).toContain(
    'Sie haben Ihren Termin über den Link in unserer E-Mail verschoben.',
  );
  expect(toldOfCancel?.parsed.text).toContain(
    'Sie haben Ihren Termin über den Link in unserer E-Mail abgesagt.',
  );
  const calendars = mails().map(({ parsed }) => {
    expect(parsed.text).not.toContain('Krank');
    const part = parsed.attachments.find(({ mimeType }) => mimeType === 'text/calendar');
    const { content = '' } = part ?? {};
    return typeof content === 'string' ? content : new TextDecoder().decode(content);
  });
  expect(calendars.map((calendar) => /SEQUENCE:(\d)/.exec(calendar)?.[1])).toEqual(['0', '1', '2']);
  expect(new Set(calendars.map((calendar) => /UID:(.*)/.exec(calendar)?.[1])).size).toBe(1);
  // The files of the page and the mails replace each other.
  const version = (calendar: string) => calendar.match(/^(UID|SEQUENCE|DTSTART|DTEND|STATUS):.*$/gm);
  expect(files.map(version)).toEqual(calendars.map(version));
  const moved = await mailTo(planner.email, 'Termin verschoben');
  expect(moved.text).toContain('der Kunde hat den Termin über seinen Link verschoben.');
  const cancelled = await mailTo(planner.email, 'Termin abgesagt');
  for (const part of ['der Kunde hat den Termin über seinen Link abgesagt.', 'Grund der Absage:\n\n> Krank'])
    expect(cancelled.text).toContain(part);
  const { kysely } = database;
  const kinds = kysely
    .selectFrom('mail')
    .select(['kind', 'isAnonymous', 'toAddress'])
    .where('companyId', '=', company.id);
  const stored = await kinds.orderBy('id').execute();
  expect(
    stored.slice(-6).map(({ kind, isAnonymous, toAddress }) => [kind, isAnonymous, toAddress === email]),
  ).toEqual([
    ['booking-confirmed', true, true],
    ['team-booking-confirmed', false, false],
    ['booking-moved', true, true],
    ['team-booking-moved', false, false],
    ['booking-cancelled', true, true],
    ['team-booking-cancelled', false, false],
  ]);
});

test('the link of a booking that the team has entered lets the customer cancel it', async () => {
  const email = `${randomUUID()}@example.org`;
  const customer = { name: 'Kim Weber', email };
  const body = { typeSlug: slug, startsAt: '2026-04-13T07:00:00.000Z', customer };
  const { body: booking } = await company.api.call('createBooking', { body });
  const { text } = await mailTo(email, 'Beratung');
  const [token = ''] = /(?<=\/b\/)[\w.-]+/.exec(text) ?? [];
  expect((await visitor()('cancelByLink', { token }, { body: {} })).status).toBe(200);
  const { body: cancelled } = await company.api.call('getBooking', { params: { id: booking.id } });
  expect(cancelled.status).toBe('CANCELLED');
});
