import { randomUUID } from 'node:crypto';
import type { OfferRequest } from '@pv-planning/contract';
import type { Body, PageRequestCreated } from '@pv-planning/contract/pages';
import { beforeEach, expect, test } from 'vitest';
import { openTestApi } from '../support/test-api.ts';

const { addCompany, visitor, setClock } = await openTestApi();

const startsAt = '2026-03-23T08:00:00.000Z';
const open = { sources: ['BUILDER'], minNoticeMinutes: 60 };
const contact = { firstName: 'Erika', lastName: 'Muster', email: 'erika@example.org', phone: '0351 555' };

let company: Awaited<ReturnType<typeof addCompany>>;
let lena: string;

beforeEach(async () => {
  setClock('2026-03-16T08:00:00.000Z');
  company = await addCompany();
  lena = await company.stored.member();
  await company.stored.hours(null, [[1, '09:00', '12:00']]);
});

const submit = (body: Partial<Body<'submitRequest'>>) =>
  visitor()<PageRequestCreated>(
    'submitRequest',
    { handle: company.handle },
    { body: { contact, ...body }, headers: { 'Idempotency-Key': randomUUID() } },
  );

async function requests(): Promise<OfferRequest[]> {
  const { data } = (await company.api.call('listOfferRequests', {})).body;
  return Promise.all(
    data.map(async ({ id }) => (await company.api.call('getOfferRequest', { params: { id } })).body),
  );
}

test('a request of the configurator becomes an offer request', async () => {
  const { status, body } = await submit({
    address: { street: 'Lindenweg', postalCode: '01234', city: 'Musterstadt' },
    annualConsumptionKwh: 4200,
    interests: { battery: true },
    roofs: [{ roofType: 'GABLE', azimuth: 180 }],
    answers: { Dach: 'Ziegel' },
  });
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      number: expect.stringMatching(/^AF-2026-\d{5}$/),
      token: null,
      booking: null,
      checkoutUrl: null,
      holdUntil: null,
      confirmUntil: null,
      appointmentRefusedUntil: null,
    },
  });
  expect(await requests()).toMatchObject([
    {
      ...{ number: body.number, status: 'NEW', source: 'CONFIGURATOR', customerId: null, bookingId: null },
      ...{ annualConsumptionKwh: 4200, answers: { Dach: 'Ziegel' }, roofs: [{ roofType: 'GABLE' }] },
      contact: { lastName: 'Muster', companyName: null },
    },
  ]);
});

test('its appointment is booked with it, and each names the other', async () => {
  const { slug } = await company.stored.type([lena], { ...open, requiresAddress: true });
  const { body } = await submit({
    address: { street: 'Lindenweg', houseNumber: '12a', postalCode: '01234', city: 'Musterstadt' },
    appointment: { typeSlug: slug, startsAt, language: 'en', note: 'Bitte\nklingeln' },
  });
  const [request = expect.fail()] = await requests();
  const [booking = expect.fail()] = (await company.api.call('listBookings', {})).body.data;
  expect(request).toMatchObject({ number: body.number, bookingId: booking.id });
  expect(booking).toMatchObject({
    ...{ source: 'BUILDER', offerRequestId: request.id, status: 'CONFIRMED', language: 'en' },
    note: 'Bitte\nklingeln',
    customer: {
      ...{
        name: 'Erika Muster',
        forename: 'Erika',
        surname: 'Muster',
        email: contact.email,
        phone: contact.phone,
      },
      address: 'Lindenweg 12a, 01234 Musterstadt',
    },
  });
  const { token = '' } = body;
  expect((await visitor()('getBookingByLink', { token: token ?? '' })).body).toMatchObject({ startsAt });
  const [listed] = (await company.api.call('listOfferRequests', {})).body.data;
  expect(listed?.bookingId).toBe(booking.id);
});

test('its appointment belongs to the customer of the converted request, with whose record its contact data are deleted', async () => {
  const { slug } = await company.stored.type([lena], open);
  await submit({ appointment: { typeSlug: slug, startsAt } });
  const [request = expect.fail()] = await requests();
  const params = { id: request.bookingId ?? '' };
  const read = async () => (await company.api.call('getBooking', { params })).body;
  const before = await read();
  const { body: converted } = await company.api.call('convertOfferRequest', {
    params: { id: request.id },
    body: { project: { name: 'Vorhaben' } },
  });
  const customerId = converted.customerId ?? expect.fail();
  const booking = await read();
  expect(booking).toMatchObject({ customerId, customer: { email: contact.email } });
  expect(booking.updatedAt > before.updatedAt).toBe(true);
  await company.api.call('deleteCustomer', { params: { id: customerId } });
  expect(await read()).toMatchObject({
    customerId: null,
    customer: { name: 'Erika Muster', email: null, phone: null },
  });
});

test.each([
  ['/contact/lastName', { lastName: 'Gewinn: https://evil.example' }],
  ['/contact/companyName', { companyName: '=?utf-8?B?Qm9zcw==?=' }],
  ['/contact/firstName', { firstName: '\u202eakirE' }],
  ['/contact/email', { email: `${'e'.repeat(65)}@example.org` }],
])('mails are addressed to the contact, so %s is not %j', async (path, text) => {
  const refused = await submit({ contact: { ...contact, ...text } });
  expect(refused).toMatchObject({ status: 400, details: [{ path }] });
  expect(await requests()).toEqual([]);
});

test('an address is no web address', async () => {
  for (const address of [{ street: 'http://evil.example' }, { city: 'www.evil.example' }])
    expect(await submit({ address })).toMatchObject({
      status: 400,
      details: [{ path: `/address/${Object.keys(address)[0]}` }],
    });
  expect((await submit({ address: { street: 'Lindenweg' } })).status).toBe(200);
  expect(await requests()).toMatchObject([{ address: { street: 'Lindenweg', country: 'DE' } }]);
});

test('nothing is created if the appointment cannot be booked', async () => {
  const { stored } = company;
  const { slug } = await stored.type([lena], open);
  const paid = await stored.type([lena], { ...open, priceCents: 9900, taxRate: 19 });
  const onPage = await stored.type([lena], { ...open, sources: ['BOOKING_PAGE'] });
  const onSite = await stored.type([lena], { ...open, requiresAddress: true });
  await stored.booking(`member:${lena}`, startsAt);
  const appointment = { typeSlug: slug, startsAt };
  for (const [body, status, error, path] of [
    [{ appointment }, 409, 'slot_unavailable'],
    [{ appointment: { ...appointment, typeSlug: paid.slug } }, 409, 'payment_not_available'],
    [
      { appointment: { ...appointment, typeSlug: onPage.slug } },
      400,
      'unknown_reference',
      '/appointment/typeSlug',
    ],
    [{ appointment: { ...appointment, typeSlug: 'x' } }, 400, 'unknown_reference', '/appointment/typeSlug'],
    [
      { appointment: { ...appointment, plannerId: lena } },
      400,
      'unknown_reference',
      '/appointment/plannerId',
    ],
    [{ appointment: { ...appointment, typeSlug: onSite.slug } }, 400, 'invalid_request', '/address'],
    [{ appointment, contact: { lastName: 'Muster' } }, 400, 'invalid_request', '/contact/email'],
    [{ appointment, contact: { email: 'a@example.org' } }, 400, 'invalid_request', '/contact'],
    [{ contact: { phone: '0351 555' } }, 400, 'invalid_request', '/contact'],
    [{ contact: { firstName: ' ' } }, 400, 'invalid_request', '/contact/firstName'],
    [{ source: 'API' } as object, 400, 'invalid_request', '/source'],
    [{ customerId: '1' } as object, 400, 'invalid_request', '/customerId'],
  ] as const) {
    const response = await submit(body);
    expect({ body, status: response.status, error: response.error }).toEqual({ body, status, error });
    if (path !== undefined) expect(response.details).toMatchObject([{ path }]);
  }
  expect(await requests()).toEqual([]);
});

test('a network submits ten requests to a company and thirty in all, from any of its addresses', async () => {
  const send = async (handle: string, from: string) => {
    const headers = { 'Idempotency-Key': randomUUID() };
    return visitor(from)('submitRequest', { handle }, { body: { contact }, headers });
  };
  const count = async (handle: string, prefix: string) => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => send(handle, `${prefix}:${index.toString(16)}::1`)),
    );
    expect(answers.filter(({ status }) => status === 429)).toSatisfy((refused: typeof answers) =>
      refused.every(
        ({ error, headers, text }) =>
          error === 'rate_limited' &&
          /requests from your network( to this company)?\. Wait/.test(text) &&
          Number(headers.get('retry-after')) <= 600,
      ),
    );
    return answers.filter(({ status }) => status === 200).length;
  };
  const wide = '3fff:c:1';
  expect(await count(company.handle, wide)).toBe(10);
  const others = [await addCompany(), await addCompany(), await addCompany()];
  const counts = [];
  for (const { handle } of others) counts.push(await count(handle, wide));
  expect(counts).toEqual([10, 10, 0]);
  expect((await send(company.handle, '3fff:c:2::1')).status).toBe(200);
});
