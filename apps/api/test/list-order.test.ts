import { type OperationId, operations, type WebhookEvent } from '@pv-planning/contract';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { dataOf } from '../src/materials/material-data.ts';
import { kindOf, materialTypes } from '../src/materials/material-kinds.ts';
import type { Answer } from './support/api-client.ts';
import { namedExample, operationIds } from './support/contract-document.ts';
import { openTestApi, type TestApi } from './support/test-api.ts';

type Item = Record<string, unknown> & { id: string };
type Page = { data: Item[]; total: number; limit: number; offset: number };

const lists = operationIds.filter((operationId) => operations[operationId].defaultSort !== null);
const recordsEach = 24;

/** The list of all kinds of products shows those of every other list. */
const recordsIn = (operationId: OperationId) =>
  operationId === 'listMaterials' ? recordsEach * materialTypes.length : recordsEach;

/** Names that a German directory and code points order differently, some of them twice. */
const names = [
  'Zander',
  'Ärger',
  'Arger',
  'arger',
  'Äpfel',
  'apfel',
  'Öl',
  'ol',
  'Straße',
  'Strasse',
  'strasse',
  'von Berg',
  'Von Berg',
  'vonBerg',
  'Müller',
  'Muller',
  'Mueller',
  'Ab-C',
  'Abc',
  'Ab C',
  '10',
  '9',
  'Łódź',
  'é',
  'e',
  '🌞',
];

const values = {
  name: fc.constantFrom(...names),
  nameOrNull: fc.option(fc.constantFrom(...names), { freq: 3 }),
  email: fc.option(
    fc.constantFrom('b@a.example', 'B@a.example', 'a@a.example', 'z@a.example', 'a.b@a.example'),
    { freq: 3 },
  ),
  /** Few of them, so that many records tie. */
  time: fc
    .integer({ min: 0, max: 5 })
    .map((minutes) => new Date(Date.now() - 60_000 * (minutes + 1)).toISOString()),
  price: fc.constantFrom(0, 9.5, 10, 95, 95.00001, 1000, 999_999_999.99999),
  state: fc.constantFrom('OPEN', 'LOST', 'ARCHIVED', 'IN_PLANNING'),
};

const some = <T>(arbitrary: fc.Arbitrary<T>, seed: number) =>
  fc.sample(arbitrary, { numRuns: recordsEach, seed });

async function storeRecords({ database, other }: TestApi): Promise<void> {
  const { kysely } = database;
  const companyId = other.id;
  const customers = some(
    fc.record({
      firstName: values.nameOrNull,
      lastName: values.nameOrNull,
      email: values.email,
      createdAt: values.time,
      updatedAt: values.time,
    }),
    1,
  );
  const numbered = customers.map((customer, index) => ({
    ...customer,
    companyId,
    type: 'PRIVATE',
    customerNumber: index % 4 === 0 ? null : `${index % 2 ? 'k' : 'K'}-${index}`,
  }));
  const stored = await kysely.insertInto('customer').values(numbered).returning('id').execute();
  const customerId = String(stored[0]?.id);
  const projects = some(
    fc.record({
      name: values.nameOrNull,
      state: values.state,
      createdAt: values.time,
      updatedAt: values.time,
    }),
    2,
  );
  await kysely
    .insertInto('project')
    .values(projects.map((project) => ({ ...project, companyId, customerId })))
    .execute();
  await kysely
    .insertInto('site')
    .values(some(fc.record({ name: values.name }), 3).map((site) => ({ ...site, companyId })))
    .execute();
  const manufacturers = some(
    fc.record({ name: values.name, createdAt: values.time, updatedAt: values.time }),
    6,
  );
  await kysely
    .insertInto('manufacturer')
    .values(manufacturers.map((stored, index) => ({ ...stored, companyId, name: `${stored.name} ${index}` })))
    .execute();
  const [{ id: manufacturerId }] = (await kysely
    .selectFrom('manufacturer')
    .select('id')
    .where('companyId', '=', companyId)
    .limit(1)
    .execute()) as [{ id: string }];
  for (const [seed, materialType] of materialTypes.entries()) {
    const example = namedExample<object>(kindOf(materialType).singular);
    const products = some(
      fc.record({
        name: values.name,
        purchasePrice: values.price,
        createdAt: values.time,
        updatedAt: values.time,
      }),
      seed + 10,
    );
    const stored = products.map((product, index) => ({
      ...product,
      companyId,
      materialType,
      manufacturerId,
      articleNumber: index % 4 === 0 ? null : `${index % 2 ? 'a' : 'A'}-${seed}-${index}`,
      unit: 'PIECE',
      vatRate: 0,
      data: dataOf(materialType, example),
    }));
    await kysely.insertInto('material').values(stored).execute();
  }
  const services = some(
    fc.record({ name: values.name, price: values.price, createdAt: values.time, updatedAt: values.time }),
    7,
  );
  const work = { category: 'OTHER', unit: 'FLAT', purchasePrice: 0, vatRate: 0 };
  await kysely
    .insertInto('service')
    .values(services.map((service) => ({ ...work, ...service, companyId })))
    .execute();
  const members = some(fc.record({ firstName: values.name, lastName: values.name }), 4);
  await kysely
    .insertInto('member')
    .values(
      members.map((member) => ({
        ...member,
        companyId,
        id: uuidv7(),
        email: 'a@a.example',
        role: 'PLANNER',
      })),
    )
    .execute();
  const example = namedExample<WebhookEvent>('ProjectUpdatedEvent');
  const events = some(values.time, 5).map((createdAt) => ({ ...example, id: uuidv7(), createdAt }));
  await kysely
    .insertInto('webhookEvent')
    .values(
      events.map((event) => ({
        companyId,
        id: event.id,
        type: event.type,
        createdAt: event.createdAt,
        body: JSON.stringify(event),
      })),
    )
    .execute();
}

const api = await openTestApi();
await storeRecords(api);

async function page(operationId: OperationId, query: object): Promise<Page> {
  const { body } = (await api.other.api.sample(operationId, { query: { ...query } })) as Answer<Page>;
  return body;
}

const german = new Intl.Collator('de');

const byCodePoint = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

function compareValues(field: string, a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [String(a), String(b)];
  return (/name$/i.test(field) && german.compare(left, right)) || byCodePoint(left, right);
}

function compareIds(a: string, b: string): number {
  return /^\d+$/.test(a) ? Number(BigInt(a) - BigInt(b)) : byCodePoint(a, b);
}

/** What the contract says of the order: names as in a directory, no value last, equal ones by id. */
function sorted(items: readonly Item[], field: string, direction: string): Item[] {
  const sign = direction === 'desc' ? -1 : 1;
  return items.toSorted((a, b) => {
    const [left, right] = [a[field], b[field]];
    if (left === null || right === null) {
      return Number(left === null) - Number(right === null) || sign * compareIds(a.id, b.id);
    }
    return sign * (compareValues(field, left, right) || compareIds(a.id, b.id));
  });
}

const ids = (items: readonly Item[]) => items.map(({ id }) => id);
const snakeCase = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describe.each(lists)('%s', (operationId) => {
  const { sortable, defaultSort } = operations[operationId];

  test.each(sortable.flatMap((field) => [`${field}.asc`, `${field}.desc`]))(
    'is sorted by %s, in both spellings of the field',
    async (sort) => {
      const [field = '', direction = ''] = sort.split('.');
      const { data } = await page(operationId, { sort, limit: 200 });
      expect(data).toHaveLength(recordsIn(operationId));
      expect(ids(data)).toEqual(ids(sorted(data, field, direction)));
      const other = await page(operationId, { sort: `${snakeCase(field)}.${direction}`, limit: 200 });
      expect(ids(other.data)).toEqual(ids(data));
    },
  );

  test('is sorted without being asked', async () => {
    const [asked, unasked] = await Promise.all([
      page(operationId, { sort: defaultSort }),
      page(operationId, {}),
    ]);
    expect(unasked).toEqual(asked);
  });

  test.each([
    'nonsense.asc',
    'id.asc',
    'companyId.asc',
    'search_text.desc',
    'createdAt',
    'createdAt.',
    'createdAt.up',
    'createdAt.ASC',
    '.asc',
    'created_At.asc',
    'createdat.asc',
    'createdAt.asc,name.desc',
    'createdAt.asc; drop table customer',
  ])('refuses to be sorted by "%s", and says by what it can be', async (sort) => {
    const { status, error, text } = await api.other.api.sample(operationId, { query: { sort } });
    expect({ status, error }).toEqual({ status: 400, error: 'invalid_sort' });
    for (const field of sortable) expect(JSON.parse(text).message).toContain(field);
  });

  test('any page is that part of the whole, with the whole counted', async () => {
    const sorts = sortable.flatMap((field) => [`${field}.asc`, `${field}.desc`]);
    const wholes = new Map(
      await Promise.all(
        sorts.map(async (sort) => [sort, (await page(operationId, { sort, limit: 200 })).data] as const),
      ),
    );
    const pages = fc.record({
      sort: fc.constantFrom(...sorts),
      limit: fc.integer({ min: 1, max: 60 }),
      offset: fc.integer({ min: 0, max: recordsIn(operationId) + 10 }),
    });
    const isPart = fc.asyncProperty(pages, async ({ sort, limit, offset }) => {
      const expected = {
        data: wholes.get(sort)?.slice(offset, offset + limit),
        total: recordsIn(operationId),
        limit,
        offset,
      };
      expect(await page(operationId, { sort, limit, offset })).toEqual(expected);
    });
    await fc.assert(isPart, { numRuns: 25, seed: 7 });
  });

  test('is read 50 at a time from the start unless asked otherwise', async () => {
    expect(await page(operationId, {})).toMatchObject({ limit: 50, offset: 0 });
    expect(await page(operationId, { limit: 200, offset: 2_147_483_647 })).toEqual({
      data: [],
      total: recordsIn(operationId),
      limit: 200,
      offset: 2_147_483_647,
    });
    const first = await page(operationId, { limit: 1 });
    expect(first.data).toHaveLength(1);
  });
});
