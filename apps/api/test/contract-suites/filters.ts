import { beforeAll, expect, test } from 'vitest';
import type { ApiResponse } from '../support/api-client.ts';
import type { TestContract } from '../support/contract-document.ts';
import { manyRecords } from '../support/many-records.ts';
import { referencedResource } from '../support/resources.ts';
import type { ContractWorld } from '../support/test-api.ts';

type Item = Record<string, unknown> & { id: string; updatedAt: string };

const shifted = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString();
const inBerlin = (time: string) => `${shifted(time, 3_600_000).slice(0, -1)}+01:00`;

/** Every filter of a list returns exactly the records with its value. */
export function describeFilters<Id extends string>(
  contract: TestContract<Id>,
  { exampleCompany, database }: Pick<ContractWorld<Id>, 'exampleCompany' | 'database'>,
): void {
  const { parametersOf } = contract;
  const { lists, listedFieldsOf, recordsIn, storeManyRecords } = manyRecords(contract);

  beforeAll(() => storeManyRecords({ exampleCompany, database }));

  async function shown(list: Id, query: object): Promise<Item[]> {
    const options = { query: { ...query, limit: 200 } };
    const { body } = (await exampleCompany.api.sample(list, options)) as ApiResponse<{
      data: Item[];
      total: number;
    }>;
    expect(body.total).toBe(body.data.length);
    return body.data;
  }

  const filtersOf = (list: Id) => parametersOf(list, 'query').map(({ name }) => name);

  const byField = lists.flatMap((list) =>
    filtersOf(list)
      // Filters for a range, such as `validTo`, do not match the value of a field.
      .filter((name) => listedFieldsOf(list).includes(name) && !/(From|To)$/.test(name))
      .map((field) => [list, field] as const),
  );

  test.each(byField)('%s returns exactly the records with a value of %s', async (list, field) => {
    const all = await shown(list, {});
    expect(all).toHaveLength(recordsIn(list));
    const value = all.map((item) => item[field]).find((found) => found !== null);
    expect(value).toBeDefined();
    // E-mail addresses are compared case-insensitively.
    const compared = (found: unknown) => (field === 'email' ? String(found).toLowerCase() : found);
    const expected = all.filter((item) => compared(item[field]) === compared(value));
    expect(await shown(list, { [field]: value })).toEqual(expected);
    // Ids are case-insensitive.
    if (referencedResource(field))
      expect(await shown(list, { [field]: String(value).toUpperCase() })).toEqual(expected);
  });

  const takesSeveral = (list: Id, field: string) =>
    parametersOf(list, 'query').some(({ name, schema }) => name === field && schema.type === 'array');

  test.each(byField.filter(([list, field]) => takesSeveral(list, field)))(
    '%s returns the records with any of several values of %s',
    async (list, field) => {
      const all = await shown(list, {});
      const values = [...new Set(all.map((item) => item[field]))].slice(0, 2);
      expect(values.length).toBeGreaterThan(0);
      const expected = all.filter((item) => values.includes(item[field]));
      expect(await shown(list, { [field]: [...values, ...values].join() })).toEqual(expected);
    },
  );

  test.each(lists)(
    '%s returns the records with any of several ids, and none for unknown or invalid ones',
    async (list) => {
      const all = await shown(list, {});
      const some = all.filter((_, index) => index % 3 === 1);
      const ids = some.map(({ id }) => id);
      expect(await shown(list, { ids: ids.join() })).toEqual(some);
      const nonsense = [
        '987654321',
        '0',
        '99999999999999999999',
        'abc',
        "'",
        '%',
        '0198f2a4-0000-7c3b-9a50-000000000000',
      ];
      expect(await shown(list, { ids: [...nonsense, ...ids, ids[0]].join() })).toEqual(some);
      expect(await shown(list, { ids: ids[0] })).toEqual(some.slice(0, 1));
      expect(await shown(list, { ids: nonsense.join() })).toEqual([]);
      expect(await shown(list, { ids: nonsense[3] })).toEqual([]);
      const repeated = await exampleCompany.api.sample(list, { query: `limit=200&ids=${ids.join('&ids=')}` });
      expect(repeated).toMatchObject({ status: 200, body: { data: some } });
      for (const query of ['ids=', 'ids=1,,2', `ids=${Array(201).fill('1').join()}`]) {
        const { status, details } = await exampleCompany.api.sample(list, { query });
        expect({ query, status, details }).toMatchObject({
          status: 400,
          details: [{ in: 'query', path: 'ids' }],
        });
      }
    },
  );

  test.each(byField.filter(([, field]) => referencedResource(field)))(
    '%s returns nothing for an unknown or invalid %s',
    async (list, field) => {
      const numbers = ['987654321', '0', '99999999999999999999'];
      for (const id of [...numbers, '0198f2a4-0000-7c3b-9a50-000000000000', 'abc', "'", '%'])
        expect(await shown(list, { [field]: id })).toEqual([]);
      const { status, details } = await exampleCompany.api.sample(list, { query: `${field}=1,2` });
      const message = expect.stringContaining('one value without a comma');
      expect([status, details]).toMatchObject([400, [{ in: 'query', path: field, message }]]);
    },
  );

  test.each(lists.filter((list) => listedFieldsOf(list).includes('updatedAt')))(
    '%s filters by time of change, from inclusive to exclusive, with any UTC offset',
    async (list) => {
      const all = await shown(list, {});
      const times = all.map(({ updatedAt }) => updatedAt).sort();
      const time = times[Math.floor(times.length / 2)] ?? '';
      const since = all.filter(({ updatedAt }) => updatedAt >= time);
      for (const updatedFrom of [time, inBerlin(time)])
        expect(await shown(list, { updatedFrom })).toEqual(since);
      const later = all.filter(({ updatedAt }) => updatedAt > time);
      expect(later.length).toBeLessThan(since.length);
      expect(await shown(list, { updatedFrom: shifted(time, 1) })).toEqual(later);
      expect(await shown(list, { updatedFrom: '2999-12-31T23:59:59Z' })).toEqual([]);
      const before = all.filter(({ updatedAt }) => updatedAt < time);
      for (const updatedTo of [time, inBerlin(time)])
        expect(await shown(list, { updatedTo })).toEqual(before);
      const updatedTo = shifted(time, 1);
      expect(await shown(list, { updatedFrom: time, updatedTo })).toEqual(
        all.filter(({ updatedAt }) => updatedAt === time),
      );
    },
  );
}
