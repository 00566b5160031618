import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiResponse } from '../support/api-client.ts';
import type { TestContract } from '../support/contract-document.ts';
import { distinctBy } from '../support/distinct.ts';
import { manyRecords } from '../support/many-records.ts';
import { nextQuery } from '../support/next-query.ts';
import type { ContractWorld } from '../support/test-api.ts';

type Page = { data: { id: string }[]; total: number; limit: number; offset: number };

/** The links of every list lead to every record once. */
export function describeCursors<Id extends string>(
  contract: TestContract<Id>,
  { exampleCompany, database }: Pick<ContractWorld<Id>, 'exampleCompany' | 'database'>,
): void {
  const { operations } = contract;
  const { lists, recordsIn, sortKindOf, storeManyRecords } = manyRecords(contract);

  beforeAll(() => storeManyRecords({ exampleCompany, database }));

  async function read(
    list: Id,
    query: object | string,
    api = exampleCompany.api,
  ): Promise<ApiResponse<Page>> {
    const given = typeof query === 'string' ? query : { ...query };
    return (await api.sample(list, { query: given })) as ApiResponse<Page>;
  }

  /** Returns all pages of a query by following the links. */
  async function pagesFrom(list: Id, query: object | string, api = exampleCompany.api): Promise<Page[]> {
    const pages: Page[] = [];
    for (let next: string | object | undefined = query; next !== undefined; ) {
      const { body, headers } = await read(list, next, api);
      pages.push(body);
      expect(pages.length).toBeLessThan(1_000);
      next = nextQuery(headers);
    }
    return pages;
  }

  const ids = (pages: readonly Page[]) => pages.flatMap(({ data }) => data.map(({ id }) => id));
  const sortsOf = (list: Id) =>
    operations[list].sortable.flatMap((field) => [`${field}.asc`, `${field}.desc`]);

  /** A list for each kind of sort field, sorted in both directions. */
  const sortKinds = distinctBy(
    lists.flatMap((list) =>
      operations[list].sortable.map((field) => ({ list, field, kind: sortKindOf(list, field) })),
    ),
    ({ kind }) => kind,
  ).flatMap(({ list, field, kind }) => [
    { kind, list, sort: `${field}.asc` },
    { kind, list, sort: `${field}.desc` },
  ]);

  test.each(sortKinds)(
    'sorted by $kind, the links of $list?sort=$sort lead to every record once',
    async ({ list, sort }) => {
      const { body: whole } = await read(list, { sort, limit: 200 });
      const expected = ids([whole]);
      expect(expected).toHaveLength(recordsIn(list));
      // With a limit of 1, every record is the last of a page.
      const limit = expected.length > 50 ? 11 : 1;
      const pages = await pagesFrom(list, { sort, limit });
      expect(ids(pages)).toEqual(expected);
      expect(pages.map(({ total }) => total)).toEqual(pages.map(() => whole.total));
      expect(pages.map(({ offset }) => offset)).toEqual(pages.map((_page, index) => index * limit));
      expect(pages.every(({ data }) => data.length > 0)).toBe(true);
      expect(ids(await pagesFrom(list, { sort, limit: 9, offset: 4 }))).toEqual(expected.slice(4));
    },
  );

  describe.each(lists)('%s', (list) => {
    test('continues every sort on the next page', async () => {
      for (const field of operations[list].sortable) {
        const sort = `${field}.desc`;
        const limit = Math.ceil(recordsIn(list) / 2);
        const pages = await pagesFrom(list, { sort, limit });
        const { body: whole } = await read(list, { sort, limit: 200 });
        expect({ sort, ids: ids(pages) }).toEqual({ sort, ids: ids([whole]) });
        expect(pages).toHaveLength(2);
      }
    });

    test('rejects a cursor issued for a different sort, and a cursor combined with an offset', async () => {
      const [sort = '', other = ''] = sortsOf(list);
      const after = new URLSearchParams(nextQuery((await read(list, { sort, limit: 1 })).headers)).get(
        'after',
      );
      const readWith = (query: object) => read(list, { sort, after, ...query });
      expect(await readWith({ sort: other })).toMatchObject({
        status: 400,
        error: 'invalid_request',
        details: [{ in: 'query', path: 'after', message: expect.stringContaining(`sort=${sort}`) }],
      });
      for (const offset of [0, 1])
        expect(await readWith({ offset })).toMatchObject({
          status: 400,
          details: [{ path: 'after', message: expect.stringContaining('offset') }],
        });
      expect((await readWith({})).status).toBe(200);
    });
  });
}
