import type { Body } from '@pv-planning/contract';
import { describe, expect, test } from 'vitest';
import { openTestApi } from './support/test-api.ts';

const { exampleCompany } = await openTestApi();
const { api, raisedBy } = exampleCompany;

const nameFields = ['firstName', 'lastName', 'companyName', 'email'] as const;
const named = {
  firstName: 'Maria',
  lastName: 'Schneider',
  companyName: 'Schneider GmbH',
  email: 'maria@example.com',
};

async function newCustomer(body: Body<'createCustomer'> = { lastName: 'Vogel' }) {
  const response = await api.call('createCustomer', { body });
  expect(response.status).toBe(201);
  return response.body;
}

/** Returns the data of a customer's event. */
function eventData({ id, firstName, lastName, email, createdAt }: Awaited<ReturnType<typeof newCustomer>>) {
  return { id, firstName, lastName, email, createdAt };
}

describe('a new customer', () => {
  test.each(nameFields)('needs only %s', async (field) => {
    const customer = await newCustomer({ [field]: named[field] });
    expect(customer).toMatchObject({
      [field]: named[field],
      type: 'PRIVATE',
      marketingConsent: false,
      tags: [],
      projectCount: 0,
    });
    for (const other of nameFields) if (other !== field) expect(customer[other]).toBeNull();
  });

  test('is rejected without any name', async () => {
    const nobody = { firstName: null, lastName: null, companyName: null, email: null };
    const blank = { firstName: ' ', lastName: '\u00A0', companyName: '\u2003 ' };
    for (const body of [{}, nobody, { ...nobody, phone: '1', customerNumber: 'K-1' }, blank]) {
      const { status, error, details } = await api.call('createCustomer', { body });
      expect({ status, error, details }).toMatchObject({
        status: 400,
        error: 'invalid_request',
        details: [{ in: 'body', path: '' }],
      });
    }
  });

  test('has a Location and a creation time', async () => {
    const begun = Date.now();
    const { body, headers } = await api.call('createCustomer', { body: { lastName: 'Vogel' } });
    expect(headers.get('location')).toBe(`/v1/customers/${body.id}`);
    expect(body.updatedAt).toBe(body.createdAt);
    expect(Date.parse(body.createdAt)).toBeGreaterThanOrEqual(begun);
    expect(Date.parse(body.createdAt)).toBeLessThanOrEqual(Date.now());
    expect((await api.send('GET', headers.get('location') ?? '')).body).toEqual(body);
  });

  test('gets an address with all fields, with Germany as the default country', async () => {
    const nothing = {
      street: null,
      houseNumber: null,
      addressLine2: null,
      postalCode: null,
      city: null,
      district: null,
      state: null,
    };
    const customer = await newCustomer({
      lastName: 'a',
      address: { city: 'Wien', country: 'AT' },
      billingAddress: {},
    });
    expect(customer.address).toEqual({ ...nothing, city: 'Wien', country: 'AT' });
    expect(customer.billingAddress).toEqual({ ...nothing, country: 'DE' });
  });

  test('may have 50 tags of 50 characters, keeps their order and allows duplicates', async () => {
    const tags = [...Array.from({ length: 48 }, (_, index) => `${index}`.padEnd(50, 'x')), 'b', 'b'];
    expect((await newCustomer({ lastName: 'a', tags })).tags).toEqual(tags);
  });
});

describe('a change to a customer', () => {
  test('replaces addresses and tags in full', async () => {
    const { id } = await newCustomer({
      lastName: 'a',
      address: { street: 'Lindenweg', city: 'Nordhausen' },
      tags: ['a', 'b'],
    });
    const { body } = await api.call('updateCustomer', {
      params: { id },
      body: { address: { city: 'Erfurt' }, tags: ['c'] },
    });
    expect(body.address).toMatchObject({ street: null, city: 'Erfurt' });
    expect(body.tags).toEqual(['c']);
  });

  test('must keep at least one name', async () => {
    const { id } = await newCustomer({ lastName: 'a', email: 'a@b.example' });
    const params = { id };
    expect((await api.call('updateCustomer', { params, body: { lastName: null, email: null } })).error).toBe(
      'invalid_request',
    );
    expect((await api.call('updateCustomer', { params, body: { lastName: ' ', email: null } })).error).toBe(
      'invalid_request',
    );
    expect((await api.call('updateCustomer', { params, body: { lastName: null } })).status).toBe(200);
    expect((await api.call('updateCustomer', { params, body: { email: null } })).error).toBe(
      'invalid_request',
    );
    expect(
      (await api.call('updateCustomer', { params, body: { email: null, companyName: 'B' } })).status,
    ).toBe(200);
  });

  test('keeps concurrent changes to different fields', async () => {
    const { id } = await newCustomer();
    const fields = ['phone', 'mobile', 'title', 'taxNumber', 'vatId', 'leadSource'];
    await Promise.all(
      fields.map((field) => api.call('updateCustomer', { params: { id }, body: { [field]: field } })),
    );
    const { body } = await api.call('getCustomer', { params: { id } });
    expect(body).toMatchObject(Object.fromEntries(fields.map((field) => [field, field])));
  });
});

describe('a deleted customer', () => {
  test('disappears with its projects and cannot be deleted again', async () => {
    const { id } = await newCustomer();
    const { body: project } = await api.call('createProject', { body: { customerId: id } });
    const deleted = await api.call('deleteCustomer', { params: { id } });
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect((await api.call('deleteCustomer', { params: { id } })).status).toBe(404);
    expect((await api.call('getCustomer', { params: { id } })).status).toBe(404);
    expect((await api.call('updateCustomer', { params: { id }, body: {} })).status).toBe(404);
    expect((await api.call('getProject', { params: { id: project.id } })).status).toBe(404);
  });

  test('is deleted once by concurrent requests', async () => {
    const { id } = await newCustomer();
    const events = await raisedBy(async () => {
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => api.call('deleteCustomer', { params: { id } })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404]);
    });
    expect(events).toHaveLength(1);
  });

  test('releases its unique values', async () => {
    const { id } = await newCustomer({ lastName: 'a', customerNumber: 'K-1', externalId: 'E-1' });
    await api.call('deleteCustomer', { params: { id } });
    await newCustomer({ lastName: 'b', customerNumber: 'K-1', externalId: 'E-1' });
  });
});

test('counts projects in reads and lists without changing updatedAt', async () => {
  const customer = await newCustomer();
  const { body: first } = await api.call('createProject', { body: { customerId: customer.id } });
  await api.call('createProject', { body: { customerId: customer.id } });
  const counted = async () => (await api.call('getCustomer', { params: { id: customer.id } })).body;
  expect(await counted()).toEqual({ ...customer, projectCount: 2 });
  const { body: list } = await api.call('listCustomers', { query: { sort: 'createdAt.desc', limit: 1 } });
  expect(list.data).toEqual([{ ...customer, projectCount: 2 }]);
  await api.call('deleteProject', { params: { id: first.id } });
  expect((await counted()).projectCount).toBe(1);
});

describe('events of customers', () => {
  test('customer.created is raised once, with the key fields of the customer', async () => {
    let customer = {} as Awaited<ReturnType<typeof newCustomer>>;
    const events = await raisedBy(async () => {
      customer = await newCustomer({
        firstName: 'Maria',
        lastName: 'Schneider',
        notes: 'secret',
        address: { city: 'Erfurt' },
      });
    });
    expect(events).toEqual([
      {
        id: expect.any(String),
        type: 'customer.created',
        createdAt: customer.createdAt,
        data: eventData(customer),
      },
    ]);
  });

  test('customer.updated has the key fields after the change', async () => {
    const { id } = await newCustomer();
    const body = { lastName: 'Neu', notes: 'not in the event, but of the API' };
    const events = await raisedBy(() => api.call('updateCustomer', { params: { id }, body }));
    const { body: customer } = await api.call('getCustomer', { params: { id } });
    expect(events).toEqual([
      {
        id: expect.any(String),
        type: 'customer.updated',
        createdAt: customer.updatedAt,
        data: eventData(customer),
      },
    ]);
  });

  test('customer.deleted is the only event of a deletion and contains the last values', async () => {
    const customer = await newCustomer();
    for (const name of ['a', 'b'])
      await api.call('createProject', { body: { customerId: customer.id, name } });
    await api.call('updateCustomer', { params: { id: customer.id }, body: { email: 'last@example.com' } });
    const events = await raisedBy(() => api.call('deleteCustomer', { params: { id: customer.id } }));
    expect(events).toMatchObject([
      { type: 'customer.deleted', data: { ...eventData(customer), email: 'last@example.com' } },
    ]);
  });

  test('are not raised when projects are created or deleted', async () => {
    const { id } = await newCustomer();
    const events = await raisedBy(async () => {
      const { body: project } = await api.call('createProject', { body: { customerId: id } });
      await api.call('updateProject', { params: { id: project.id }, body: { name: 'Neu' } });
      await api.call('deleteProject', { params: { id: project.id } });
    });
    expect(events.map(({ type }) => type)).toEqual(['project.created', 'project.updated', 'project.deleted']);
  });

  test('are not raised by rejected requests', async () => {
    const { id } = await newCustomer({ lastName: 'a', externalId: 'mine' });
    const params = { id };
    const events = await raisedBy(async () => {
      await api.call('createCustomer', { body: { lastName: 'b', externalId: 'mine' } });
      await api.call('createCustomer', { body: { lastName: 'b', siteId: '987654321' } });
      await api.call('createCustomer', { body: {} });
      await api.call('updateCustomer', { params, body: { lastName: null } });
      await api.call('updateCustomer', { params, body: { siteId: '987654321', notes: 'x' } });
      await api.call('updateCustomer', { params, body: { notes: 'x' }, headers: { 'If-Match': '"other"' } });
      await api.call('deleteCustomer', { params, headers: { 'If-Match': '"other"' } });
      await api.call('deleteCustomer', { params: { id: '987654321' } });
    });
    expect(events).toEqual([]);
  });
});
