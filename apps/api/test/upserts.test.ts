import type { Body, Result } from '@pv-planning/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openTestApi } from './support/test-api.ts';
import type { TestCompany } from './support/test-company.ts';
import { waitingForLocks } from './support/waiting-for-locks.ts';

const { database, url, exampleCompany, emptyCompany, addCompany, addExampleCompany } = await openTestApi();

type Customers = Body<'upsertCustomers'>['data'];
type Projects = Body<'upsertProjects'>['data'];
type Item = Result<'upsertCustomers'>['body']['data'][number];

async function upsert({ api }: TestCompany, data: Customers): Promise<Item[]> {
  const { status, body } = await api.call('upsertCustomers', { body: { data } });
  expect(status).toBe(200);
  expect(body.data.map(({ externalId }) => externalId)).toEqual(data.map(({ externalId }) => externalId));
  return body.data;
}

async function upsertProject({ api }: TestCompany, project: Projects[number]): Promise<Item> {
  const { body } = await api.call('upsertProjects', { body: { data: [project] } });
  return body.data[0] as Item;
}

const many = (count: number, from = 0): Customers =>
  Array.from({ length: count }, (_, index) => ({
    externalId: `CRM-${from + index}`,
    lastName: `Vogel ${from + index}`,
  }));

const statuses = (results: readonly Item[]) => results.map(({ status }) => status);
const total = async ({ api }: TestCompany) => (await api.call('listCustomers')).body.total;

/** Adds a customer. Until the end of the transaction, others wait to add one with its external id. */
async function holdExternalId(transaction: typeof database.kysely, { id }: TestCompany, externalId: string) {
  const customer = { companyId: id, externalId, type: 'PRIVATE', lastName: 'Amsel' };
  await transaction.insertInto('customer').values(customer).execute();
}

test('creates the same customers as single requests do, with the same events', async () => {
  const [single, upserted] = [await addExampleCompany(), await addExampleCompany()];
  const body = {
    externalId: 'CRM-1',
    customerNumber: 'K-1',
    companyName: 'Bäckerei Ähre GmbH',
    address: { city: 'Nordhausen' },
    privacyConsentAt: '2026-03-02T09:14:05+01:00',
    plannerId: '0198F2A4-6D1E-7C3B-9A50-1F2E3D4C5B6A',
    siteId: '12',
    tags: ['"quoted", with comma', '{braces}'],
  };
  const withoutOwn = ({
    id: _id,
    createdAt: _created,
    updatedAt: _updated,
    ...rest
  }: {
    id: string;
    createdAt: string;
    updatedAt: string;
  }) => rest;
  let created: object = {};
  const eventsOfSingle = await single.raisedBy(async () => {
    created = withoutOwn((await single.api.call('createCustomer', { body })).body);
  });
  let id = '';
  const events = await upserted.raisedBy(async () => {
    const [result] = await upsert(upserted, [body]);
    expect(result).toEqual({ externalId: 'CRM-1', id: expect.any(String), status: 'CREATED', error: null });
    id = result?.id ?? '';
  });
  const { body: read } = await upserted.api.call('getCustomer', { params: { id } });
  expect(withoutOwn(read)).toEqual(created);
  expect(events).toEqual([
    {
      ...eventsOfSingle[0],
      id: expect.any(String),
      createdAt: read.createdAt,
      data: { ...eventsOfSingle[0]?.data, id, createdAt: read.createdAt },
    },
  ]);
});

test('updates what is sent, clears nulls, and leaves the rest and unchanged records alone', async () => {
  const company = await addCompany();
  const first = {
    externalId: 'A',
    lastName: 'Vogel',
    phone: '1',
    notes: 'Line 1\nLine "2"',
    tags: ['a'],
    address: { city: 'Halle' },
    marketingConsent: true,
    dateOfBirth: '1984-07-19',
  };
  const [created] = await upsert(company, [first, { externalId: 'B', lastName: 'Amsel', phone: '2' }]);
  const params = { id: created?.id ?? '' };
  const { body: before } = await company.api.call('getCustomer', { params });
  const events = await company.raisedBy(async () => {
    const results = await upsert(company, [
      { externalId: 'B', email: 'amsel@example.com', phone: null },
      { externalId: 'A', lastName: 'Vogel', tags: ['a', 'b'], address: null },
    ]);
    expect(statuses(results)).toEqual(['UPDATED', 'UPDATED']);
    const { body: after } = await company.api.call('getCustomer', { params });
    expect(after).toEqual({ ...before, tags: ['a', 'b'], address: null, updatedAt: after.updatedAt });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    expect(statuses(await upsert(company, [{ externalId: 'A', tags: ['a', 'b'] }]))).toEqual(['UNCHANGED']);
    expect((await company.api.call('getCustomer', { params })).body).toEqual(after);
  });
  expect(events.map(({ type }) => type)).toEqual(['customer.updated', 'customer.updated']);
});

test('an item that a rule rejects fails alone, with the error of a single request and its place', async () => {
  const company = await addCompany();
  const { body: holder } = await company.api.call('createCustomer', {
    body: { lastName: 'Amsel', customerNumber: 'K-1' },
  });
  await upsert(company, [{ externalId: 'known', lastName: 'Vogel' }]);
  const data: Customers = [
    ...many(498),
    { externalId: 'nameless', phone: '1' },
    { externalId: 'last', lastName: 'Specht' },
  ];
  data[3] = { externalId: 'wrong site', lastName: 'Vogel', siteId: 'nonsense', plannerId: null };
  data[60] = { externalId: 'number', lastName: 'Vogel', customerNumber: 'K-1' };
  data[70] = { externalId: 'known', lastName: ' ' };
  data[71] = { externalId: 'K-2 first', lastName: 'Vogel', customerNumber: 'K-2' };
  data[72] = { externalId: 'K-2 second', lastName: 'Vogel', customerNumber: 'K-2' };
  const events = await company.raisedBy(async () => {
    const results = await upsert(company, data);
    const failed = results.filter(({ status }) => status === 'FAILED');
    expect(
      failed.map(({ externalId, id, error }) => [externalId, id, error?.error, error?.details]),
    ).toMatchObject([
      ['wrong site', null, 'unknown_reference', [{ path: '/data/3/siteId' }]],
      ['number', null, 'already_exists', [{ path: '/data/60/customerNumber', id: holder.id }]],
      ['known', expect.any(String), 'invalid_request', [{ path: '/data/70', code: 'required' }]],
      ['K-2 second', null, 'already_exists', [{ path: '/data/72/customerNumber', id: results[71]?.id }]],
      ['nameless', null, 'invalid_request', [{ path: '/data/498', code: 'required' }]],
    ]);
    expect(failed[0]?.error?.message).toContain('/data/3/siteId');
    expect(results.filter(({ status }) => status === 'CREATED')).toHaveLength(495);
  });
  expect(events).toHaveLength(495);
});

test('rejects the whole request if an item violates a schema or two have the same external id', async () => {
  const company = await addCompany();
  const rejected = async (data: unknown) => {
    const { status, error, details } = await company.api.send('POST', '/v1/customers/upsert', {
      body: { data },
    });
    expect([status, error]).toEqual([400, 'invalid_request']);
    return details?.map(({ path }) => path);
  };
  expect(await rejected([...many(2), { externalId: 'x', lastName: 7 }])).toEqual(['/data/2/lastName']);
  expect(await rejected([{ lastName: 'Vogel' }])).toEqual(['/data/0/externalId']);
  expect(await rejected([{ externalId: null, lastName: 'Vogel' }])).toEqual(['/data/0/externalId']);
  expect(await rejected([...many(60), ...many(2)])).toEqual(['/data/60/externalId', '/data/61/externalId']);
  const faulty: object[] = many(500);
  const places = Array.from({ length: 37 }, (_, index) => index * 13 + 5);
  for (const place of places) faulty[place] = { ...faulty[place], email: 'no address' };
  expect(await rejected(faulty)).toEqual(places.map((place) => `/data/${place}/email`));
  expect(await rejected([])).toEqual(['/data']);
  expect(await rejected(many(501))).toEqual(['/data']);
  expect(await total(company)).toBe(0);
});

test('a customer number can move from one item to a later one', async () => {
  const company = await addCompany();
  const numbered = (numbers: Readonly<Record<string, string | null>>): Customers =>
    Object.entries(numbers).map(([externalId, customerNumber]) => ({
      externalId,
      lastName: 'Vogel',
      customerNumber,
    }));
  await upsert(company, numbered({ a: '1', b: '2', c: '3' }));
  const moved = numbered({ a: '9', b: '1', c: null, d: '3', e: '2', f: '9' });
  expect(statuses(await upsert(company, moved))).toEqual([
    ...['UPDATED', 'UPDATED', 'UPDATED', 'CREATED', 'CREATED'],
    'FAILED',
  ]);
  const { data } = (await company.api.call('listCustomers', { query: { sort: 'customerNumber.asc' } })).body;
  expect(data.map(({ externalId, customerNumber }) => [externalId, customerNumber])).toEqual([
    ['b', '1'],
    ['e', '2'],
    ['d', '3'],
    ['a', '9'],
    ['c', null],
  ]);
});

describe('concurrent requests', () => {
  test('upserts of the same customers create each once and fail none', async () => {
    const company = await addCompany();
    const data = many(120);
    const events = await company.raisedBy(async () => {
      const answers = await Promise.all([
        upsert(company, data),
        upsert(company, data.toReversed()),
        upsert(company, data),
      ]);
      expect(new Set(answers.flatMap(statuses))).toEqual(new Set(['CREATED', 'UNCHANGED']));
      for (const { externalId } of data) {
        const results = answers.flat().filter((result) => result.externalId === externalId);
        expect(statuses(results).filter((status) => status === 'CREATED')).toHaveLength(1);
        expect(new Set(results.map(({ id }) => id)).size).toBe(1);
      }
    });
    expect(await total(company)).toBe(120);
    expect(events).toHaveLength(120);
  });

  test('a customer that another request adds meanwhile is updated, and the others are written only once', async () => {
    const company = await addCompany();
    await sql`create sequence insertions`.execute(database.kysely);
    await sql`create function count_insertion() returns trigger language plpgsql as
      $$ begin perform nextval('insertions'); return null; end $$`.execute(database.kysely);
    await sql`create trigger insertion before insert on customer execute function count_insertion()`.execute(
      database.kysely,
    );
    let upserting = Promise.resolve<Item[]>([]);
    await database.kysely.transaction().execute(async (transaction) => {
      await holdExternalId(transaction, company, 'CRM-5');
      upserting = upsert(company, many(10));
      await expect.poll(() => waitingForLocks(database.kysely)).toBe(1);
    });
    const expected = Array(10).fill('CREATED').with(5, 'UPDATED');
    expect(statuses(await upserting)).toEqual(expected);
    const { rows } = await sql`select last_value::integer from insertions`.execute(database.kysely);
    expect(rows).toEqual([{ lastValue: 2 }]);
    await sql`drop trigger insertion on customer`.execute(database.kysely);
  });

  test('overlapping upserts and single creates give each record once, in a state that one of them sent', async () => {
    const company = await addCompany();
    const marked = (mark: string, from: number, count: number) =>
      many(count, from).map((customer) => ({ ...customer, phone: mark, notes: mark }));
    const parts = [marked('a', 0, 500), marked('b', 20, 500).toReversed(), marked('c', 40, 500)];
    const singles = marked('single', 0, 540).filter((_, index) => index % 9 === 0);
    const [answers, ...created] = await Promise.all([
      Promise.all(parts.map((data) => upsert(company, data))),
      ...singles.map((body) => company.api.call('createCustomer', { body })),
    ]);
    const results = answers.flat();
    expect(new Set(statuses(results))).toEqual(new Set(['CREATED', 'UPDATED']));
    for (const { status } of created) expect(status).toBeOneOf([201, 409]);
    const added = created.filter(({ status }) => status === 201).length;
    expect(results.filter(({ status }) => status === 'CREATED')).toHaveLength(540 - added);
    const { rows } = await sql`
      select count(*)::integer as count, count(distinct external_id)::integer as ids,
        count(*) filter (where phone = notes)::integer as whole
      from customer where company_id = ${company.id}::bigint
    `.execute(database.kysely);
    expect(rows).toEqual([{ count: 540, ids: 540, whole: 540 }]);
  });

  test('beside single creates, each external id exists once', async () => {
    const company = await addCompany();
    const data = many(60).filter((_, index) => index % 3 === 0);
    const [results, ...singles] = await Promise.all([
      upsert(company, data),
      ...data.map((body) => company.api.call('createCustomer', { body })),
    ]);
    for (const [index, { status, details }] of singles.entries()) {
      const { status: result, id } = results[index] ?? {};
      expect([result, status]).toEqual(status === 201 ? ['UNCHANGED', 201] : ['CREATED', 409]);
      if (status === 409) expect(details?.[0]?.id).toBe(id);
    }
    expect(await total(company)).toBe(20);
  });

  test('beside deletions of customers, projects are created or fail with an unknown customer', async () => {
    const company = await addCompany();
    const customers = await upsert(company, many(40));
    const data = customers.map(({ id, externalId }) => ({ externalId, customerId: id ?? '' }));
    const [{ body }] = await Promise.all([
      company.api.call('upsertProjects', { body: { data } }),
      ...customers.map(({ id }) => company.api.call('deleteCustomer', { params: { id: id ?? '' } })),
    ]);
    for (const { status, error } of body.data) {
      if (status !== 'CREATED') expect(error?.error).toBe('unknown_reference');
    }
    expect((await company.api.call('listProjects')).body.total).toBe(0);
  });
});

/** Returns a function that sends the same upsert of customers each time, with the same idempotency key. */
async function repeatable({ newKey }: TestCompany, count = 120) {
  const headers = {
    Authorization: `Bearer ${(await newKey('*')).key}`,
    'Content-Type': 'application/json',
    'Idempotency-Key': 'move',
  };
  const request = { method: 'POST', headers, body: JSON.stringify({ data: many(count) }) };
  return async () => {
    const response = await fetch(`${url}/v1/customers/upsert`, request);
    const body = (await response.json()) as { data: Item[] };
    return { status: response.status, headers: response.headers, body };
  };
}

const firstStepDone = [...Array(50).fill('UNCHANGED'), ...Array(70).fill('CREATED')];

test('what was done before an interruption stays, and a repeat with the same key does the rest', async () => {
  const company = await addCompany();
  await sql`create function reject_vogel_70() returns trigger language plpgsql as
    $$ begin raise exception 'interrupted'; end $$`.execute(database.kysely);
  await sql`create trigger interruption before insert on customer for each row
    when (new.external_id = 'CRM-70') execute function reject_vogel_70()`.execute(database.kysely);
  const send = await repeatable(company);
  const events = await company.raisedBy(async () => {
    expect((await send()).status).toBe(500);
    expect(await total(company)).toBe(50);
    await sql`drop trigger interruption on customer`.execute(database.kysely);
    const { body } = await send();
    expect(statuses(body.data)).toEqual(firstStepDone);
    const replay = await send();
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect(replay.body).toEqual(body);
  });
  expect(events).toHaveLength(120);
  expect(await total(company)).toBe(120);
});

test('a request that loses the database says how many items are done, and can be repeated', async () => {
  const company = await addCompany();
  const send = await repeatable(company);
  await database.kysely.transaction().execute(async (transaction) => {
    await holdExternalId(transaction, company, 'CRM-70');
    const interrupted = send();
    await expect.poll(() => waitingForLocks(database.kysely)).toBe(1);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(database.kysely);
    const { status, headers, body } = await interrupted;
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(body).toEqual({
      error: 'interrupted',
      message: expect.stringContaining('after 50 of 120 items'),
    });
    await sql`delete from customer where external_id = 'CRM-70'`.execute(transaction);
  });
  expect(statuses((await send()).body.data)).toEqual(firstStepDone);
});

test('is interrupted, too, if the database is lost when the only item is repeated', async () => {
  const company = await addCompany();
  await sql`create function lose_the_database() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`.execute(database.kysely);
  await sql`create trigger loss before update on customer for each row
    execute function lose_the_database()`.execute(database.kysely);
  const send = await repeatable(company, 1);
  let sent: ReturnType<typeof send> | undefined;
  await database.kysely.transaction().execute(async (transaction) => {
    await holdExternalId(transaction, company, 'CRM-0');
    sent = send();
    await expect.poll(() => waitingForLocks(database.kysely)).toBe(1);
  });
  const interrupted = await sent;
  await sql`drop trigger loss on customer`.execute(database.kysely);
  expect([interrupted?.status, interrupted?.body]).toMatchObject([503, { error: 'interrupted' }]);
  expect(statuses((await send()).body.data)).toEqual(['UPDATED']);
});

test('counts as one request', async () => {
  const { api } = emptyCompany;
  const left = (headers: Headers) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
  const before = left((await api.call('listCustomers')).headers);
  const { headers } = await api.call('upsertCustomers', { body: { data: many(100) } });
  expect(left(headers)).toBe(before - 1);
});

describe('projects', () => {
  const roof = { name: 'Süddach', roofType: 'GABLE', azimuth: 180, tilt: 35 } as const;
  const customerId = '1001';
  let number = 0;
  const newProject = () => ({ externalId: `P-${++number}`, customerId, name: 'Haus' });

  async function read({ id }: Item) {
    return (await exampleCompany.api.call('getProject', { params: { id: id ?? '' } })).body;
  }

  test('have their roofs by name: known ones are changed, new ones added, none deleted, with one event', async () => {
    const project = newProject();
    const garage = { name: 'Garage', roofType: 'FLAT', azimuth: null, tilt: 0 } as const;
    const created = await upsertProject(exampleCompany, {
      ...project,
      roofs: [{ ...roof, width: 9.5 }, garage],
    });
    expect(created.status).toBe('CREATED');
    const before = await read(created);
    expect(before.roofs).toMatchObject([{ ...roof, width: 9.5, obstacles: [] }, garage]);
    const west = { name: 'West', roofType: 'GABLE', azimuth: 270, tilt: 30, notes: 'neu' } as const;
    const update = { ...project, roofs: [west, { ...roof, tilt: 36, width: null, shading: null }] };
    const events = await exampleCompany.raisedBy(async () => {
      expect((await upsertProject(exampleCompany, update)).status).toBe('UPDATED');
      expect((await upsertProject(exampleCompany, update)).status).toBe('UNCHANGED');
    });
    expect(events.map(({ type }) => type)).toEqual(['project.updated']);
    const after = await read(created);
    expect(after.roofs.map(({ id }) => id).slice(0, 2)).toEqual(before.roofs.map(({ id }) => id));
    expect(after.roofs).toMatchObject([{ ...roof, tilt: 36, width: null }, garage, west]);
    expect(after.roofs[0]?.updatedAt).toBe(after.updatedAt);
    expect(after.updatedAt > before.updatedAt).toBe(true);
  });

  test('equal those of single requests', async () => {
    const body = {
      ...newProject(),
      designTempMin: -12,
      address: { city: 'Halle' },
      roofs: [roof, roof].map((each, index) => ({ ...each, name: `Dach ${index}` })),
    };
    const { body: single } = await exampleCompany.api.call('createProject', {
      body: { ...body, externalId: 'single' },
    });
    const upserted = await read(await upsertProject(exampleCompany, body));
    const plain = ({ id: _id, createdAt: _c, updatedAt: _u, ...rest }: Record<string, unknown>) => rest;
    const shown = (project: typeof single) => ({
      ...plain(project),
      roofs: project.roofs.map(plain),
      externalId: null,
    });
    expect(shown(upserted)).toEqual(shown(single));
  });

  test.each<[string, Partial<Projects[number]>, object]>([
    ['another customer', { customerId: '1002' }, { path: '/data/0/customerId', code: 'immutable' }],
    ['an unknown customer', { customerId: '4' }, { path: '/data/0/customerId' }],
    [
      'temperatures in the wrong order',
      { designTempMin: 10, designTempMax: 5 },
      { path: '/data/0/designTempMin' },
    ],
    [
      'a gable roof without azimuth',
      { roofs: [{ ...roof, name: 'Neu', azimuth: null }] },
      { path: '/data/0/roofs/0/azimuth' },
    ],
    [
      'no azimuth for a known roof',
      { roofs: [{ ...roof, azimuth: null }] },
      { path: '/data/0/roofs/0/azimuth' },
    ],
    [
      'an unknown subconstruction',
      { roofs: [{ ...roof, subconstructionId: '7' }] },
      { path: '/data/0/roofs/0/subconstructionId' },
    ],
    [
      'two roofs of the same name',
      { roofs: [roof, roof] },
      { path: '/data/0/roofs/1/name', code: 'duplicate' },
    ],
  ])('fail with %s', async (_name, fields, detail) => {
    const project = newProject();
    const created = await upsertProject(exampleCompany, { ...project, roofs: [roof] });
    const before = await read(created);
    const failed = await upsertProject(exampleCompany, { ...project, name: 'Anders', ...fields });
    expect(failed).toMatchObject({ id: created.id, status: 'FAILED', error: { details: [detail] } });
    expect(await read(created)).toEqual(before);
  });

  test('fail with a name that several roofs of the project have, and with more than 200 roofs', async () => {
    const project = newProject();
    const { body } = await exampleCompany.api.call('createProject', {
      body: { ...project, roofs: [roof, roof] },
    });
    const ambiguous = await upsertProject(exampleCompany, { ...project, roofs: [roof] });
    expect(ambiguous.error).toMatchObject({ error: 'invalid_request', details: [{ code: 'ambiguous' }] });
    const roofs = Array.from({ length: 199 }, (_, index) => ({ ...roof, name: `Dach ${index}` }));
    const full = await upsertProject(exampleCompany, { ...project, roofs });
    expect(full).toMatchObject({ id: body.id, status: 'FAILED', error: { error: 'too_many_roofs' } });
    expect((await upsertProject(exampleCompany, { ...project, roofs: roofs.slice(1) })).status).toBe(
      'UPDATED',
    );
  });
});

test('services and manufacturers are upserted by the rules of single requests, without events', async () => {
  const company = await addCompany();
  const { api } = company;
  const events = await company.raisedBy(async () => {
    const service = { externalId: 'S', name: 'Wartung', price: 190.12345, category: 'MAINTENANCE' } as const;
    const upsertServices = async (data: Body<'upsertServices'>['data']) =>
      (await api.call('upsertServices', { body: { data } })).body.data;
    const [created] = await upsertServices([service]);
    const params = { id: created?.id ?? '' };
    expect((await api.call('getService', { params })).body).toMatchObject({
      ...service,
      vatRate: 19,
      unit: 'FLAT',
    });
    expect(statuses(await upsertServices([{ ...service, price: 200.5, archived: true }]))).toEqual([
      'UPDATED',
    ]);
    expect((await api.call('getService', { params })).body).toMatchObject({
      price: 200.5,
      archived: true,
      vatRate: 19,
    });

    const upsertManufacturers = async (data: Body<'upsertManufacturers'>['data']) =>
      (await api.call('upsertManufacturers', { body: { data } })).body.data;
    const { body: holder } = await api.call('createManufacturer', { body: { name: 'ÄHRE Solar' } });
    const results = await upsertManufacturers([
      { externalId: 'M1', name: 'Nordkabel', materialTypes: ['misc', 'wallbox'] },
      { externalId: 'M2', name: 'ähre solar' },
      { externalId: 'M3', name: 'NORDKABEL' },
    ]);
    expect(results).toMatchObject([
      { status: 'CREATED' },
      {
        status: 'FAILED',
        error: { error: 'already_exists', details: [{ path: '/data/1/name', id: holder.id }] },
      },
      {
        status: 'FAILED',
        error: { error: 'already_exists', details: [{ path: '/data/2/name', id: results[0]?.id }] },
      },
    ]);
    const renamed = [
      { externalId: 'M1', name: 'NORDKABEL', materialTypes: ['misc' as const] },
      { externalId: 'M4', name: 'Heidespeicher' },
    ];
    expect(statuses(await upsertManufacturers(renamed))).toEqual(['UPDATED', 'CREATED']);
    expect(statuses(await upsertManufacturers(renamed))).toEqual(['UNCHANGED', 'UNCHANGED']);
  });
  expect(events).toEqual([]);
});
