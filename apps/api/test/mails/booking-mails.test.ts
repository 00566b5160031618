import type { Body, Booking } from '@pv-planning/contract';
import { mailAddress, parseSmtpUrl } from '@pv-planning/mail';
import { receivedEvent, startTestSmtpServer } from '@pv-planning/mail/testing';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { remindCustomers } from '../../src/appointments/bookings/mails/remind-customers.ts';
import { reportUndelivered } from '../../src/appointments/bookings/mails/report-undelivered.ts';
import type { BackgroundTask } from '../../src/kernel/background-task.ts';
import { commandLineOn } from '../support/command-line.ts';
import { storedBookings } from '../support/stored-bookings.ts';
import { openTestApi } from '../support/test-api.ts';
import type { TestCompany } from '../support/test-company.ts';

const smtp = await startTestSmtpServer();
afterAll(smtp.close);
const server = parseSmtpUrl(smtp.url) ?? expect.fail();
const sender = mailAddress('termine@pv.example').address;
const { database, addCompany, setClock, runTask, url } = await openTestApi({
  mail: { server, from: sender },
});
const { kysely } = database;
const { json } = commandLineOn(database);

const now = '2026-03-16T08:00:00.000Z';
const startsAt = '2026-03-30T07:00:00.000Z';
const later = '2026-03-30T09:00:00.000Z';

let company: TestCompany;
let lena: string;
let jonas: string;
let typeSlug: string;
let mailboxes = 0;
/** Mailboxes of the customer, Lena, Jonas and the company. Each test has its own. */
let customer: { name: string; email: string; address: string };
let lenas: string;
let jonass: string;
let office: string;

const queuedMails = kysely.selectFrom('mail').select('id').where('status', '=', 'queued');

/** Sets the clock when all mails are sent: a lease that ends with the jump lets a mail be sent twice. */
async function setClockWhenSent(time: string) {
  await expect.poll(() => queuedMails.execute(), { timeout: 10_000 }).toEqual([]);
  setClock(time);
}

beforeEach(async () => {
  smtp.answer('accept');
  // Those of the previous test: one that is being sent can be queued again.
  const removeMails = () => kysely.deleteFrom('mail').where('leaseToken', 'is', null).execute();
  await expect.poll(() => removeMails().then(() => queuedMails.execute())).toEqual([]);
  setClock(now);
  mailboxes += 1;
  customer = {
    name: 'Erika Muster',
    email: `erika${mailboxes}@example.org`,
    address: 'Lindenweg 12a, 01234 Musterstadt',
  };
  [lenas, jonass] = [`lena${mailboxes}@dachwerk.example`, `jonas${mailboxes}@dachwerk.example`];
  office = `office${mailboxes}@dachwerk.example`;
  company = await addCompany('Dachwerk GmbH');
  await kysely.updateTable('company').set({ email: office }).where('companyId', '=', company.id).execute();
  const stored = storedBookings(kysely, company.id);
  lena = await stored.member({ email: lenas });
  jonas = await stored.member({ email: jonass, firstName: 'Jonas', lastName: 'Brandt' });
  await stored.hours(null, [[1, '09:00', '18:00']]);
  typeSlug = (await stored.type([lena, jonas], { priceCents: 9900, taxRate: 19 })).slug;
});

async function booked(body: Partial<Body<'createBooking'>> = {}): Promise<Booking> {
  const { status, body: booking } = await company.api.call('createBooking', {
    body: { typeSlug, startsAt, plannerId: lena, customer, ...body },
  });
  expect(status).toBe(201);
  return booking;
}

/** Waits for the mails to a mailbox, oldest first. */
async function mailsTo(address: string, count: number) {
  const received = () => smtp.mails.filter(({ envelope }) => envelope.to.includes(address));
  await expect.poll(received, { timeout: 10_000 }).toHaveLength(count);
  return received().map((mail) => ({
    subject: mail.parsed.subject ?? '',
    text: (mail.parsed.text ?? '').replaceAll(/\s+/g, ' '),
    event: receivedEvent(mail),
    mail,
  }));
}

const rows = (bookingId: string) =>
  kysely
    .selectFrom('mail')
    .select(['kind', 'toAddress', 'status'])
    .where('bookingId', '=', bookingId)
    .orderBy('id')
    .execute();

const run = (task: BackgroundTask) => runTask(company.id, task);

describe('the customer', () => {
  test('gets a calendar entry that follows the appointment', async () => {
    const { id } = await booked();
    const params = { id };
    await company.api.call('rescheduleBooking', { params, body: { startsAt: later } });
    await company.api.call('reassignBooking', { params, body: { plannerId: jonas } });
    await company.api.call('cancelBooking', { params, body: { reason: 'Geheim' } });
    const mails = await mailsTo(customer.email, 3);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Terminbestätigung: Vor-Ort-Termin, Montag, 30. März 2026, 09:00 Uhr (MESZ)',
      'Termin verschoben: Vor-Ort-Termin, Montag, 30. März 2026, 11:00 Uhr (MESZ)',
      'Terminabsage: Vor-Ort-Termin, Montag, 30. März 2026, 11:00 Uhr (MESZ)',
    ]);
    const [link] = mails[0]?.text.match(/http:\S+/) ?? expect.fail();
    const description = `Dachwerk GmbH\nTermin verwalten: ${link}\nEin Ablehnen im Kalender sagt den Termin nicht ab.`;
    const entry = {
      uid: `${id}@pv-planning`,
      summary: 'Vor-Ort-Termin, Dachwerk GmbH',
      location: customer.address,
      organizer: `mailto:${office}`,
      attendee: customer.email,
      description,
      url: link,
      isAccepted: true,
    };
    const moved = { startsAt: later, endsAt: '2026-03-30T10:00:00.000Z' };
    expect(mails.map(({ event }) => event)).toEqual([
      {
        ...entry,
        method: 'REQUEST',
        status: 'CONFIRMED',
        sequence: 0,
        startsAt,
        endsAt: '2026-03-30T08:00:00.000Z',
      },
      { ...entry, ...moved, method: 'REQUEST', status: 'CONFIRMED', sequence: 1 },
      // The handover has raised it.
      {
        ...{ ...entry, ...moved, description: 'Dachwerk GmbH', url: null },
        ...{ method: 'CANCEL', status: 'CANCELLED', sequence: 3 },
      },
    ]);
    const [confirmed, rescheduled] = mails;
    for (const part of [
      'Guten Tag Erika Muster,',
      'Dauer: 60 Minuten',
      `Ort: bei Ihnen vor Ort, ${customer.address}`,
      'Noch zu zahlen: 99,00 € inkl. 19 % USt. (15,81 €) Eine Zahlung ist bei uns noch nicht verbucht. Bitte zahlen Sie 99,00 € direkt an uns, nicht über den Link in dieser E-Mail. Wie und bis wann, steht auf der Rechnung, die wir Ihnen gesondert senden oder schon gesandt haben.',
      'Sagen Sie den Termin ab, klären wir mit Ihnen, ob etwas zu zahlen ist.',
      'Wer kommt: eine Mitarbeiterin oder ein Mitarbeiter von Dachwerk GmbH',
      `${url}/b/${company.id}.`,
    ])
      expect(confirmed?.text).toContain(part);
    expect(rescheduled?.text).toContain('Neu: Montag, 30. März 2026, 11:00–12:00 Uhr (MESZ)');
    expect(rescheduled?.text).toContain('Bisher: Montag, 30. März 2026, 09:00–10:00 Uhr Dauer:');
    expect(rescheduled?.text).toContain(
      'wir haben Ihren Termin verschoben. Passt Ihnen der neue Termin nicht, verschieben Sie ihn bitte über den Link',
    );
    for (const { mail } of mails) {
      expect(mail.source).not.toContain('Geheim');
      expect(mail.parsed.text).not.toMatch(/Lena|Jonas/);
      expect(mail.parsed.replyTo).toEqual([{ name: 'Dachwerk GmbH', address: office }]);
    }
  });

  test.each([
    [
      { settled: true },
      'Bezahlt direkt an uns: 99,00 €',
      'Ihr Termin ist abgesagt. Er findet nicht statt. Sie haben direkt an uns gezahlt. Mit dieser Absage haben wir Ihnen die 99,00 € noch nicht erstattet. Wir melden uns deswegen bei Ihnen',
    ],
    [{ priceCents: 0 }, 'Kosten: keine', 'Kosten: keine'],
    [{}, 'Noch zu zahlen: 99,00 €', 'für diesen Termin müssen Sie nichts zahlen.'],
  ])('of %j reads what was paid, and whom to ask after a cancellation', async (body, paid, afterwards) => {
    await kysely
      .updateTable('company')
      .set({ phone: '0351 555 0100' })
      .where('companyId', '=', company.id)
      .execute();
    const { id } = await booked(body);
    await company.api.call('cancelBooking', { params: { id } });
    const [confirmed, cancelled] = await mailsTo(customer.email, 2);
    expect(confirmed?.text).toContain(paid);
    expect(cancelled?.text).toContain(afterwards);
    expect(cancelled?.text).toContain(
      'antworten Sie bitte auf diese E-Mail oder rufen Sie uns an: 0351 555 0100.',
    );
  });

  test('gets mails in the language of the booking, and none without an address', async () => {
    await booked({ language: 'en', customer: { ...customer, phone: '0351 555' } });
    const [mail] = await mailsTo(customer.email, 1);
    expect(mail?.subject).toBe('Appointment confirmed: Vor-Ort-Termin, Monday, 30 March 2026, 09:00 (CEST)');
    const silent = await booked({ startsAt: later, customer: { name: 'Erika Muster' } });
    await company.api.call('cancelBooking', { params: { id: silent.id } });
    expect(await rows(silent.id)).toMatchObject([
      { kind: 'team-booking-confirmed', toAddress: lenas },
      { kind: 'team-booking-cancelled', toAddress: lenas },
    ]);
  });

  test('reads how to change the appointment when the link does not allow it any more', async () => {
    const byMail = 'To reschedule or cancel the appointment, please reply to this e-mail.';
    const { id } = await booked({ language: 'en' });
    const [confirmed] = await mailsTo(customer.email, 1);
    expect(confirmed?.text).toContain('View, reschedule or cancel the appointment');
    expect(confirmed?.text).toContain(
      'If you cannot make it: Cancel: by Sunday, 29 March 2026, 09:00 Reschedule: by Sunday, 29 March 2026, 09:00 View',
    );
    expect(confirmed?.text).toContain('To cancel or reschedule after that, please reply to this e-mail.');
    expect(confirmed?.text).not.toContain(byMail);
    setClock('2026-03-29T07:00:01.000Z');
    await company.api.call('rescheduleBooking', {
      params: { id },
      body: { startsAt: '2026-03-30T07:15:00Z' },
    });
    setClock('2026-03-29T07:15:01.000Z');
    await company.api.call('rescheduleBooking', { params: { id }, body: { startsAt } });
    const [, , moved] = await mailsTo(customer.email, 3);
    expect(moved?.subject).toContain('Appointment rescheduled: Vor-Ort-Termin');
    for (const part of ['Previous time:', 'View the appointment', `${url}/b/`, byMail])
      expect(moved?.text).toContain(part);
  });

  test('gets the appointment from the sender of mails if the company has no address', async () => {
    await kysely.updateTable('company').set({ email: null }).where('companyId', '=', company.id).execute();
    await booked();
    const [mail] = await mailsTo(customer.email, 1);
    expect(mail?.event?.organizer).toBe(`mailto:${sender}`);
    expect(mail?.mail.parsed.replyTo).toBeUndefined();
  });

  test('gets no mail about the cancellation of an appointment that has ended', async () => {
    const ended = await booked();
    const running = await booked({ plannerId: jonas, startsAt: later });
    setClock('2026-03-30T09:30:00.000Z');
    for (const { id } of [ended, running]) await company.api.call('cancelBooking', { params: { id } });
    const kinds = async (id: string) => (await rows(id)).map(({ kind }) => kind);
    expect(await kinds(ended.id)).not.toContain('booking-cancelled');
    expect(await kinds(running.id)).toContain('booking-cancelled');
  });

  const injected = 'Erika\r\nBcc: evil@example.org';

  test.each([
    { name: injected },
    { email: `x@example.org\r\nBcc: evil@example.org` },
    { typeName: injected },
  ])('never gets a mail into which %j would inject a header', async (values) => {
    const { id } = await booked();
    await mailsTo(customer.email, 1);
    await kysely.updateTable('booking').set(values).where('id', '=', id).execute();
    setClock('2026-03-29T10:00:00.000Z');
    await run(remindCustomers);
    expect((await rows(id)).at(-1)).toMatchObject({ kind: 'booking-reminder', status: 'skipped' });
    expect(smtp.mails.flatMap(({ envelope }) => envelope.to)).not.toContain('evil@example.org');
  });
});

describe('the team', () => {
  test('gets mails about appointments, moves, cancellations and handovers', async () => {
    const { id } = await booked({ customer: { ...customer, phone: '0351 555' }, note: 'Leiter\n<b>mit</b>' });
    const params = { id };
    await company.api.call('rescheduleBooking', { params, body: { startsAt: later } });
    await company.api.call('reassignBooking', { params, body: { plannerId: jonas } });
    await company.api.call('reassignBooking', { params, body: { plannerId: lena } });
    await company.api.call('cancelBooking', { params, body: { reason: 'Material fehlt' } });
    const toLena = await mailsTo(lenas, 5);
    const toJonas = await mailsTo(jonass, 2);
    expect(toLena.map(({ subject }) => subject.replace(/:.*/, ''))).toEqual([
      'Neuer Termin',
      'Termin verschoben',
      'Termin übergeben',
      'Termin für Sie',
      'Termin abgesagt',
    ]);
    expect(toJonas.map(({ subject }) => subject.replace(/:.*/, ''))).toEqual([
      'Termin für Sie',
      'Termin übergeben',
    ]);
    for (const part of [
      'Ihr Team hat einen Termin für Sie eingetragen.',
      `Ort: beim Kunden, ${customer.address}`,
      'Telefon: 0351 555',
      `E-Mail: ${customer.email}`,
      'Interne Notiz: > Leiter > <b>mit</b>',
    ])
      expect(toLena[0]?.text).toContain(part);
    expect(toLena[0]?.mail.parsed.html).toContain('Leiter<br>&lt;b&gt;mit&lt;/b&gt;');
    expect(toLena[1]?.text).toContain('Ihr Team hat den Termin verschoben.');
    expect(toLena[2]?.text).toContain('Jetzt bei: Jonas Brandt');
    expect(toLena[3]?.text).toContain('Interne Notiz:');
    for (const part of ['Ihr Team hat den Termin abgesagt.', 'Grund der Absage: > Material fehlt'])
      expect(toLena[4]?.text).toContain(part);
    const versions = (mails: typeof toLena) =>
      mails.map(({ event }) => [event?.method, event?.sequence, event?.startsAt]);
    expect(versions(toLena)).toEqual([
      ['REQUEST', 0, startsAt],
      ['REQUEST', 1, later],
      ['CANCEL', 2, later],
      ['REQUEST', 3, later],
      ['CANCEL', 4, later],
    ]);
    expect(versions(toJonas)).toEqual([
      ['REQUEST', 2, later],
      ['CANCEL', 3, later],
    ]);
    const entry = {
      summary: 'Vor-Ort-Termin, Erika Muster',
      location: customer.address,
      organizer: `mailto:${office}`,
      description: `0351 555\n${customer.email}\nLeiter\n<b>mit</b>`,
      url: null,
    };
    const entries = [
      [toLena, lena, lenas],
      [toJonas, jonas, jonass],
    ] as const;
    for (const [mails, planner, mailbox] of entries)
      for (const { event } of mails)
        expect(event).toMatchObject({
          ...entry,
          uid: `${id}.${planner}@pv-planning`,
          attendee: mailbox,
        });
  });

  test('is the planner chosen for an appointment or a follow-up, and nobody for one without a planner', async () => {
    const { body: first } = await company.api.call('createBooking', {
      body: { typeSlug, startsAt, customer },
    });
    const { id } = first;
    const { body: next } = await company.api.call('createFollowUp', {
      params: { id },
      body: { startsAt: later },
    });
    for (const bookingId of [id, next.id]) {
      const { planner } = (await company.api.call('getBooking', { params: { id: bookingId } })).body;
      expect((await rows(bookingId)).map(({ kind, toAddress }) => [kind, toAddress])).toEqual([
        ['booking-confirmed', customer.email],
        ['team-booking-confirmed', planner?.email],
      ]);
    }
    const unassigned = await booked({ plannerId: null });
    expect((await rows(unassigned.id)).map(({ kind }) => kind)).toEqual(['booking-confirmed']);
  });

  test('is the company if nobody has the appointment, and not the former planner if that member is inactive', async () => {
    const { id } = await booked({ plannerId: null });
    await company.api.call('cancelBooking', { params: { id } });
    expect((await rows(id)).at(-1)).toMatchObject({ kind: 'team-booking-cancelled', toAddress: office });
    const other = await booked();
    await kysely.updateTable('member').set({ active: false }).where('id', '=', lena).execute();
    await company.api.call('reassignBooking', { params: { id: other.id }, body: { plannerId: jonas } });
    expect((await rows(other.id)).slice(2)).toMatchObject([
      { kind: 'team-booking-taken-over', toAddress: jonass },
    ]);
  });

  test('gets one report of a mail to a customer that could not be delivered', async () => {
    smtp.answer({ rcpt: 550 }, 'accept');
    const { id } = await booked({ plannerId: null });
    await expect.poll(async () => (await rows(id))[0]?.status, { timeout: 10_000 }).toBe('failed');
    for (const _ of [1, 2]) await run(reportUndelivered);
    const [mail] = await mailsTo(office, 1);
    expect(mail?.subject).toContain('E-Mail nicht zugestellt: Vor-Ort-Termin');
    expect(mail?.text).toContain('Nicht zugestellt: Terminbestätigung');
    expect(mail?.text).not.toContain('Grund:');
    expect(await rows(id)).toHaveLength(2);
  });

  test('without an address is shown to operators as the recipient of a report that was skipped', async () => {
    await kysely.updateTable('company').set({ email: null }).where('companyId', '=', company.id).execute();
    smtp.answer({ rcpt: 550 }, 'accept');
    const { id } = await booked({ plannerId: null });
    await expect.poll(async () => (await rows(id))[0]?.status, { timeout: 10_000 }).toBe('failed');
    for (const _ of [1, 2]) await run(reportUndelivered);
    const listed = await json('mail', 'list', '--company', company.id, '--status', 'skipped');
    expect(listed).toMatchObject([
      {
        kind: 'team-booking-undelivered',
        bookingId: id,
        to: null,
        lastError: 'Neither a planner nor the company has an address for it.',
      },
    ]);
  });

  test('gets one report of a mail to a customer with an invalid address', async () => {
    const { id } = await booked({ plannerId: null });
    // Of an earlier version, which accepted it.
    const email = `${'e'.repeat(65)}@example.org`;
    await kysely.updateTable('booking').set({ email }).where('id', '=', id).execute();
    await setClockWhenSent('2026-03-29T10:00:00.000Z');
    await run(remindCustomers);
    expect((await rows(id)).at(-1)).toMatchObject({ kind: 'booking-reminder', status: 'skipped' });
    const before = smtp.mails.filter(({ envelope }) => envelope.to.includes(office)).length;
    for (const _ of [1, 2]) await run(reportUndelivered);
    const mail = (await mailsTo(office, before + 1)).at(-1);
    expect(mail?.text).toContain('Nicht zugestellt: Erinnerung an den Termin');
    expect(mail?.text).toContain('Grund: ungültige E-Mail-Adresse oder ungültiger Name');
    expect(await rows(id)).toHaveLength(3);
  });
});

describe('a reminder', () => {
  const dayBefore = '2026-03-29T07:00:00.000Z';

  test('is sent once, a day before the appointment, without a calendar entry', async () => {
    const { id } = await booked({ plannerId: null });
    await setClockWhenSent('2026-03-29T06:59:00.000Z');
    await run(remindCustomers);
    expect(await rows(id)).toHaveLength(1);
    setClock(dayBefore);
    for (const _ of [1, 2]) await run(remindCustomers);
    const [, reminder] = await mailsTo(customer.email, 2);
    expect(reminder?.subject).toContain('Erinnerung: Vor-Ort-Termin');
    expect(reminder?.event).toBeUndefined();
    expect(await rows(id)).toHaveLength(2);
  });

  test('is sent again for another time, but not soon after a mail about the appointment', async () => {
    const { id } = await booked();
    const late = await booked({ plannerId: jonas });
    await setClockWhenSent(dayBefore);
    await run(remindCustomers);
    await mailsTo(customer.email, 4);
    const params = { id };
    await company.api.call('rescheduleBooking', { params, body: { startsAt: '2026-04-13T07:00:00Z' } });
    await company.api.call('rescheduleBooking', { params: { id: late.id }, body: { startsAt: later } });
    setClock('2026-04-12T08:00:00.000Z');
    await run(remindCustomers);
    const kinds = async (bookingId: string) => (await rows(bookingId)).map(({ kind }) => kind);
    expect((await kinds(id)).filter((kind) => kind === 'booking-reminder')).toHaveLength(2);
    expect((await kinds(late.id)).at(-1)).not.toBe('booking-reminder');
  });

  test('is sent after a handover within the day, because the customer got no mail about it', async () => {
    const { id } = await booked();
    await setClockWhenSent('2026-03-29T08:00:00.000Z');
    await company.api.call('reassignBooking', { params: { id }, body: { plannerId: jonas } });
    for (const _ of [1, 2]) await run(remindCustomers);
    const reminders = (await rows(id)).filter(({ kind }) => kind === 'booking-reminder');
    expect(reminders).toHaveLength(1);
  });

  test('is not sent if the type has none, the booking is cancelled, or the customer has no address', async () => {
    const silent = storedBookings(kysely, company.id);
    const { slug } = await silent.type([lena, jonas], { reminder: false });
    const ids = [
      (await booked({ typeSlug: slug })).id,
      (await booked({ plannerId: jonas, customer: { name: 'Erika Muster' } })).id,
      (await booked({ startsAt: later })).id,
    ];
    await company.api.call('cancelBooking', { params: { id: ids[2] ?? '' } });
    await setClockWhenSent('2026-03-29T10:00:00.000Z');
    await run(remindCustomers);
    for (const id of ids)
      expect(await rows(id)).not.toContainEqual(expect.objectContaining({ kind: 'booking-reminder' }));
  });

  test('that could not be sent before the appointment is not sent afterwards', async () => {
    smtp.answer('accept', { rcpt: 450 });
    const { id } = await booked({ plannerId: null });
    await mailsTo(customer.email, 1);
    const reminder = async () => (await rows(id)).find(({ kind }) => kind === 'booking-reminder')?.status;
    setClock(dayBefore);
    await run(remindCustomers);
    setClock('2026-03-30T06:59:00.000Z');
    await run(remindCustomers);
    expect(await reminder()).toBe('queued');
    setClock(startsAt);
    await run(remindCustomers);
    expect(await reminder()).toBe('skipped');
  });

  test('that was not sent is dropped if the appointment is cancelled or moved', async () => {
    smtp.answer({ rcpt: 450 });
    for (const operationId of ['cancelBooking', 'rescheduleBooking'] as const) {
      setClock(now);
      const { id } = await booked();
      setClock(dayBefore);
      await run(remindCustomers);
      expect(await rows(id)).toContainEqual(expect.objectContaining({ kind: 'booking-reminder' }));
      const body = operationId === 'rescheduleBooking' ? { startsAt: '2026-04-13T07:00:00Z' } : {};
      const { status } = await company.api.call(operationId, { params: { id }, body: body as never });
      expect(status).toBe(200);
      expect((await rows(id)).map(({ kind }) => kind)).not.toContain('booking-reminder');
    }
  });
});

test('deleting a customer deletes unsent mails to the customer', async () => {
  smtp.answer({ rcpt: 450 });
  const { body: record } = await company.api.call('createCustomer', { body: { lastName: 'Muster' } });
  const { id } = await booked({ customerId: record.id });
  const other = await booked({ plannerId: jonas });
  await company.api.call('rescheduleBooking', { params: { id }, body: { startsAt: later } });
  const others = await rows(other.id);
  await company.api.call('deleteCustomer', { params: { id: record.id } });
  expect((await rows(other.id)).map(({ kind }) => kind)).toEqual(others.map(({ kind }) => kind));
  const kinds = async () => (await rows(id)).map(({ kind }) => kind);
  const toTeam = ['team-booking-confirmed', 'team-booking-moved'];
  expect(await kinds()).toEqual(toTeam);
  await company.api.call('cancelBooking', { params: { id } });
  expect(await kinds()).toEqual([...toTeam, 'team-booking-cancelled']);
});
