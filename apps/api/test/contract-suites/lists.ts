import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiResponse } from '../support/api-client.ts';
import type { TestContract } from '../support/contract-document.ts';
import { manyRecords } from '../support/many-records.ts';
import { snakeCase } from '../support/snake-case.ts';
import type { ContractWorld } from '../support/test-api.ts';

type Item = Record<string, unknown> & { id: string };
type Page = { data: Item[]; total: number; limit: number; offset: number };

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

/** The order that the contract describes: names as in a directory, missing values last, equal values by id. */
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

/** Sort parameters to reject on one list; the first three are tested on every list. */
const unsortable = [
  'nonsense.asc',
  'companyId.asc',
  'createdAt',
  'id.asc',
  'search_text.desc',
  'createdAt.',
  'createdAt.up',
  'createdAt.ASC',
  '.asc',
  'created_At.asc',
  'createdat.asc',
  'createdAt.asc,name.desc',
  'createdAt.asc; drop table customer',
];

/** Every list has the order and the pages that the contract describes. */
export function describeLists<Id extends string>(
  contract: TestContract<Id>,
  { exampleCompany, database }: Pick<ContractWorld<Id>, 'exampleCompany' | 'database'>,
): void {
  const { operations } = contract;
  const { lists, recordsIn, storeManyRecords } = manyRecords(contract);

  beforeAll(() => storeManyRecords({ exampleCompany, database }));

  async function page(operationId: Id, query: object): Promise<Page> {
    const { body } = (await exampleCompany.api.sample(operationId, {
      query: { ...query },
    })) as ApiResponse<Page>;
    return body;
  }

  // Requests of all lists are parsed alike.
  test.each(lists.slice(0, 1))('%s sorts by fields in snake case', async (operationId) => {
    for (const field of operations[operationId].sortable) {
      const { data } = await page(operationId, { sort: `${field}.desc` });
      const other = await page(operationId, { sort: `${snakeCase(field)}.desc` });
      expect(ids(other.data)).toEqual(ids(data));
    }
  });

  describe.each(lists)('%s', (operationId) => {
    const { sortable, defaultSort } = operations[operationId];

    test.each(sortable.flatMap((field) => [`${field}.asc`, `${field}.desc`]))('sorts by %s', async (sort) => {
      const [field = '', direction = ''] = sort.split('.');
      const { data } = await page(operationId, { sort, limit: 200 });
      expect(data).toHaveLength(recordsIn(operationId));
      expect(ids(data)).toEqual(ids(sorted(data, field, direction)));
    });

    test('has the documented default sort', async () => {
      const [asked, unasked] = await Promise.all([
        page(operationId, { sort: defaultSort }),
        page(operationId, {}),
      ]);
      expect(unasked).toEqual(asked);
    });

    test('rejects any other sort and lists the sort fields', async () => {
      for (const sort of operationId === lists[0] ? unsortable : unsortable.slice(0, 3)) {
        const { status, error, text } = await exampleCompany.api.sample(operationId, { query: { sort } });
        expect({ sort, status, error }).toEqual({ sort, status: 400, error: 'invalid_sort' });
        for (const field of sortable) expect(JSON.parse(text).message).toContain(field);
      }
    });

    test("any page is the corresponding slice of the list and has the list's total", async () => {
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
      await fc.assert(isPart, { numRuns: 10, seed: 7 });
    });

    test('defaults to the first 50 records', async () => {
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
}
