import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiResponse, SampleOptions } from '../support/api-client.ts';
import type { TestContract } from '../support/contract-document.ts';
import { withOtherIds } from '../support/example-records.ts';
import { operationResources } from '../support/resources.ts';
import { storedDigests } from '../support/stored-data.ts';
import type { ContractWorld } from '../support/test-api.ts';
import type { TestCompany } from '../support/test-company.ts';

/** Returns everything that a caller sees of a response except the request id, the time and the rate limit. */
function visible({ status, text, headers }: ApiResponse) {
  const own = new Set(['x-request-id', 'date']);
  const shown = [...headers].filter(([name]) => !own.has(name));
  return {
    status,
    text,
    headers: shown.map(([name, value]) => [
      name,
      name === 'ratelimit' ? value.replaceAll(/\d+/g, '') : value,
    ]),
  };
}

const nonsense = [
  'abc',
  '0',
  '-1',
  '1e3',
  '٣',
  'x'.repeat(64),
  'x'.repeat(65),
  'x'.repeat(2000),
  '%00',
  '1%00',
  '%2F',
  '%20',
  `1${'0'.repeat(20)}`,
  '9223372036854775808',
  'null',
  '0198f2a4-6d1e-7c3b-9a50-1f2e3d4c5b6',
  '{id}',
  "1'--",
];

interface Found {
  total: number;
  data: { id: string }[];
}

const nothing = { total: 0, ids: [] };

/** No operation reads or changes records of another company. */
export function describeIsolation<Id extends string>(
  contract: TestContract<Id>,
  { exampleCompany, emptyCompany, addCompanyCopy, unknownIds, database }: ContractWorld<Id>,
): void {
  const { operations, operationIds, parametersOf } = contract;
  const { referencesOf } = operationResources(contract);
  let copy: TestCompany<Id>;
  let storedBefore: Record<string, string>;

  beforeAll(async () => {
    copy = await addCompanyCopy();
    storedBefore = await storedDigests(database, exampleCompany.id);
  });

  const expectNoChange = async () =>
    expect(await storedDigests(database, exampleCompany.id)).toEqual(storedBefore);

  // Lists.
  afterAll(expectNoChange);

  const addressed = operationIds.filter((operationId) => parametersOf(operationId, 'path').length > 0);
  const lists = operationIds.filter((operationId) => operations[operationId].defaultSort !== null);

  function everyId(operationId: Id, id: string) {
    return Object.fromEntries(parametersOf(operationId, 'path').map(({ name }) => [name, id]));
  }

  /** All invalid ids for the first operation of a path, two of them for the others. */
  function invalidIdsFor(operationId: Id): string[] {
    const first = addressed.find((other) => operations[other].path === operations[operationId].path);
    return operationId === first ? nonsense : ['abc', '%00'];
  }

  describe.each(addressed)('%s', (operationId) => {
    const { hasBody, ifMatch, idempotent } = operations[operationId];
    const [reference] = referencesOf(operationId);
    const variants: Record<string, SampleOptions> = {
      'as the contract shows it': {},
      ...(ifMatch && { 'with If-Match': { headers: { 'If-Match': '"other"' } } }),
      ...(idempotent && { 'with Idempotency-Key': { headers: { 'Idempotency-Key': 'one' } } }),
      ...(reference !== undefined && { 'with an unknown reference': { body: { [reference]: 'nobody' } } }),
      ...(hasBody && { 'with an empty body': { body: {} } }),
    };

    afterAll(expectNoChange);

    test.each(Object.entries(variants))(
      'treats an id of another company like an unknown id and changes nothing, %s',
      async (_name, options) => {
        const ofOther = visible(await emptyCompany.api.sample(operationId, options));
        for (const id of unknownIds) {
          const unknown = await emptyCompany.api.sample(operationId, {
            ...options,
            params: everyId(operationId, id),
          });
          expect(visible(unknown)).toEqual(ofOther);
        }
        // A body that violates the contract is rejected before the record is looked up.
        if (ofOther.status !== 400) expect(ofOther.status).toBe(404);
      },
    );

    test('treats an invalid id like an unknown one', async () => {
      const [unknownId = ''] = unknownIds;
      const expected = visible(
        await exampleCompany.api.sample(operationId, { params: everyId(operationId, unknownId) }),
      );
      expect(expected.status).toBe(404);
      for (const id of invalidIdsFor(operationId)) {
        const answer = visible(
          await exampleCompany.api.sample(operationId, { params: everyId(operationId, id) }),
        );
        expect({ id, ...answer }).toEqual({ id, ...expected });
      }
    });
  });

  test.each(lists)('%s neither shows nor counts records of another company', async (operationId) => {
    const { body: own } = (await exampleCompany.api.sample(operationId)) as ApiResponse<{ total: number }>;
    expect(own.total).toBeGreaterThan(0);
    const { body } = await emptyCompany.api.sample(operationId);
    const isPart = parametersOf(operationId, 'path').length > 0;
    expect(body).toMatchObject(isPart ? { error: 'not_found' } : { data: [], total: 0 });
  });

  /** Returns the total and the ids that a company finds, in a fixed order. */
  async function found({ api: { sample } }: TestCompany<Id>, operationId: Id, options: SampleOptions) {
    const { total, data } = ((await sample(operationId, options)) as ApiResponse<Found>).body;
    return { total, ids: data.map(({ id }) => id).sort() };
  }

  test.each(lists)('%s finds records only by ids of the same company', async (operationId) => {
    const filters = parametersOf(operationId, 'query').filter(
      ({ name }) => !['limit', 'offset', 'after', 'sort'].includes(name),
    );
    const params = Object.fromEntries(
      parametersOf(operationId, 'path').map(({ name, example }) => [name, String(example)]),
    );
    for (const query of [{}, ...filters.map(({ name, example }) => ({ [name]: example }))]) {
      const ofExample = await found(exampleCompany, operationId, { params, query });
      const ofCopy = { ...ofExample, ids: ofExample.ids.map(withOtherIds).sort() };
      const copyQuery = withOtherIds(query);
      const copyParams = withOtherIds(params);
      expect(await found(copy, operationId, { params: copyParams, query: copyQuery })).toEqual(ofCopy);
      if (!isDeepStrictEqual(copyQuery, query))
        expect(await found(copy, operationId, { params: copyParams, query })).toEqual(nothing);
    }
  });
}
