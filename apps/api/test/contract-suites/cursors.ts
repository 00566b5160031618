import { beforeAll, describe, expect, test } from 'vitest';
import type { TestContract } from '../support/contract-document.ts';
import { distinctBy } from '../support/distinct.ts';
import { manyRecords } from '../support/many-records.ts';
import { nextQuery } from '../support/next-query.ts';
import { idsOf, pageReader } from '../support/page-reader.ts';
import type { ContractWorld } from '../support/test-api.ts';

/** The links of every list lead to every record once. */
export function describeCursors<Id extends string>(
  contract: TestContract<Id>,
  { exampleCompany, database }: Pick<ContractWorld<Id>, 'exampleCompany' | 'database'>,
): void {
  const { operations } = contract;
  const { lists, recordsIn, sortKindOf, storeManyRecords } = manyRecords(contract);

  beforeAll(() => storeManyRecords({ exampleCompany, database }));

  const { read, pagesFrom } = pageReader(exampleCompany.api);
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
      const expected = idsOf([whole]);
      expect(expected).toHaveLength(recordsIn(list));
      // With a limit of 1, every record is the last of a page.
      const limit = expected.length > 50 ? 11 : 1;
      const pages = await pagesFrom(list, { sort, limit });
      expect(idsOf(pages)).toEqual(expected);
      expect(pages.map(({ total }) => total)).toEqual(pages.map(() => whole.total));
      expect(pages.map(({ offset }) => offset)).toEqual(pages.map((_page, index) => index * limit));
      expect(pages.every(({ data }) => data.length > 0)).toBe(true);
      expect(idsOf(await pagesFrom(list, { sort, limit: 9, offset: 4 }))).toEqual(expected.slice(4));
    },
  );

  describe.each(lists)('%s', (list) => {
    test('continues every sort on the next page', async () => {
      for (const field of operations[list].sortable) {
        const sort = `${field}.desc`;
        const limit = Math.ceil(recordsIn(list) / 2);
        const pages = await pagesFrom(list, { sort, limit });
        const { body: whole } = await read(list, { sort, limit: 200 });
        expect({ sort, ids: idsOf(pages) }).toEqual({ sort, ids: idsOf([whole]) });
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
