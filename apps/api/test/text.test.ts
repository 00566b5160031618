import { describe, expect, test } from 'vitest';
import { openTestApi } from './support/test-api.ts';

const { exampleCompany } = await openTestApi();
const { api } = exampleCompany;

const create = (body: object) => api.send('POST', '/v1/customers', { body });

describe('text', () => {
  test.each([
    'Süß & Söhne <b>GmbH</b>',
    "O'Brien; drop table customer; --",
    '   blanks around   ',
    '\\u0041 \\n %s {{x}}',
    '日本語 العربية עברית 👩‍👩‍👧‍👦 🇩🇪',
    '\u200B\u00AD\u2028\u202E',
    '�',
    '𝕏',
  ])('is returned as it was sent: %j', async (lastName) => {
    const { body } = (await create({ lastName })) as { body: { id: string; lastName: string } };
    expect(body.lastName).toBe(lastName.normalize('NFC'));
    const read = await api.call('getCustomer', { params: { id: body.id } });
    expect(read.body.lastName).toBe(lastName.normalize('NFC'));
  });

  test('is normalized to NFC', async () => {
    const { body } = await api.call('createCustomer', {
      body: { lastName: 'Mu\u0308ller', tags: ['Ko\u0308ln'], address: { city: 'Mu\u0308nchen' } },
    });
    expect(body).toMatchObject({ lastName: 'Müller', tags: ['Köln'], address: { city: 'München' } });
    const { status } = await create({ lastName: 'a', externalId: 'Gru\u0308n' });
    expect(status).toBe(201);
    expect((await create({ lastName: 'b', externalId: 'Grün' })).error).toBe('already_exists');
    const { body: found } = await api.call('listCustomers', { query: { externalId: 'Gru\u0308n' } });
    expect(found.total).toBe(1);
  });

  test.each([
    ['/v1/customers', { lastName: 'a', externalId: 'CRM-1 ' }, '/externalId'],
    ['/v1/customers', { lastName: 'a', customerNumber: ' K-1' }, '/customerNumber'],
    ['/v1/customers/upsert', { data: [{ externalId: 'CRM-1\u00A0' }] }, '/data/0/externalId'],
    ['/v1/projects/2001/roofs', { name: 'Süd ', roofType: 'FLAT', azimuth: null, tilt: 0 }, '/name'],
  ])('by which records are found has no blanks at its ends: %s %j', async (path, body, field) => {
    const message = expect.stringContaining('without blanks at either end');
    const { status, details } = await api.send('POST', path, { body });
    expect([status, details]).toMatchObject([400, [{ path: field, message }]]);
  });

  test('is normalized in unique fields and filters, too', async () => {
    const ask = (answers: object) =>
      api.send('POST', '/v1/offer-requests', { body: { contact: { lastName: 'a' }, answers } });
    const { body } = (await ask({ 'Mu\u0308': 1, 'Da\u0308cher?': 2, Mü: 3 })) as {
      body: { answers: object };
    };
    expect(body.answers).toEqual({ Mü: 3, 'Dächer?': 2 });
    for (const key of ['\uD800', '\u0000', 'a\nb', ' ', '', 'x'.repeat(101)]) {
      expect(await ask({ [key]: 1 })).toMatchObject({ status: 400, details: [{ path: '/answers' }] });
    }
  });

  test('is measured in characters, not in bytes or UTF-16 units', async () => {
    for (const letter of ['x', 'ä', '€', '🌞']) {
      expect((await create({ lastName: letter.repeat(200) })).status).toBe(201);
      expect((await create({ lastName: letter.repeat(201) })).status).toBe(400);
    }
  });

  test('may contain line breaks in notes, but not in names', async () => {
    for (const text of ['a\nb', 'a\r\nb', 'a\tb']) {
      expect((await create({ lastName: text })).status).toBe(400);
      expect((await create({ lastName: 'a', tags: [text] })).status).toBe(400);
      expect((await create({ lastName: 'a', notes: text })).status).toBe(201);
    }
    for (const control of ['\u0000', '\u0007', '\u001B[31m', '\u007F', '\u0085', '\uD800']) {
      expect((await create({ lastName: 'a', notes: control })).status).toBe(400);
    }
  });

  test.each([' ', '\u00A0', '\u2003 \u2028'])('that is blank is rejected as a name: %j', async (name) => {
    const refused = await api.send('POST', '/v1/services', { body: { name, price: 1 } });
    expect(refused).toMatchObject({ status: 400, details: [{ path: '/name', code: 'pattern' }] });
    const kept = await api.send('POST', '/v1/services', { body: { name: `${name}x${name}`, price: 1 } });
    expect(kept).toMatchObject({ status: 201, body: { name: `${name}x${name}` } });
  });

  test('that is empty is rejected', async () => {
    const { status, details } = await create({ lastName: 'a', phone: '' });
    expect({ status, details }).toMatchObject({
      status: 400,
      details: [{ path: '/phone', code: 'minLength' }],
    });
  });
});

describe('a time', () => {
  test.each([
    ['2026-03-02T09:15:30+01:00', '2026-03-02T08:15:30.000Z'],
    ['2026-03-02T08:15:30Z', '2026-03-02T08:15:30.000Z'],
    ['2026-03-02T08:15:30.5Z', '2026-03-02T08:15:30.500Z'],
    ['2026-03-02T08:15:30.123456789Z', '2026-03-02T08:15:30.123Z'],
    ['2026-03-01T23:30:00-14:00', '2026-03-02T13:30:00.000Z'],
    ['1000-01-01T14:00:00+14:00', '1000-01-01T00:00:00.000Z'],
    ['2999-12-31T09:59:59.999-14:00', '2999-12-31T23:59:59.999Z'],
  ])('%s is returned as %s', async (sent, answered) => {
    const { body } = await api.call('createCustomer', { body: { lastName: 'a', privacyConsentAt: sent } });
    expect(body.privacyConsentAt).toBe(answered);
  });

  test.each([
    '2026-03-02',
    '2026-03-02T08:15Z',
    '2026-03-02T08:15:30',
    '2026-03-02 08:15:30Z',
    '2026-13-02T08:15:30Z',
    '2026-02-29T08:15:30Z',
    '2026-03-02T24:00:00Z',
    '2026-03-02T08:15:60Z',
    '2026-03-02T08:15:30+24:00',
    '0026-03-02T08:15:30Z',
    '12026-03-02T08:15:30Z',
    '1000-01-01T00:00:00+14:00',
    '2999-12-31T23:59:59.999-14:00',
    '2026-02-30T08:15:30Z',
  ])('%s is rejected', async (sent) => {
    const { status } = await create({ lastName: 'a', privacyConsentAt: sent });
    expect(status).toBe(400);
  });
});

test.each(['2024-02-29', '1900-02-28', '1000-01-01', '2999-12-31'])(
  'returns the day %s unchanged',
  async (dateOfBirth) => {
    const { body } = await api.call('createCustomer', { body: { lastName: 'a', dateOfBirth } });
    expect(body.dateOfBirth).toBe(dateOfBirth);
  },
);

test.each([0, -0, 0.1 + 0.2, 1e9, 1e-300, 5e-324, 4200, 123456.789])(
  'returns the number %d with all digits',
  async (annualConsumptionKwh) => {
    const { body } = await api.call('createProject', { body: { customerId: '1001', annualConsumptionKwh } });
    expect(body.annualConsumptionKwh).toBe(annualConsumptionKwh + 0);
  },
);
