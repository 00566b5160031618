import { isDeepStrictEqual } from 'node:util';
import { type OperationId, operations } from '@pv-planning/contract';
import { afterEach, describe, expect, test } from 'vitest';
import type { ApiResponse, SampleOptions } from './support/api-client.ts';
import { operationIds, parametersOf } from './support/contract-document.ts';
import { withOtherIds } from './support/example-records.ts';
import { referencesOf } from './support/resources.ts';
import { storedDigests } from './support/stored-data.ts';
import { openTestApi, type TestCompany } from './support/test-api.ts';

const api = await openTestApi();
/** A company with the same records under other ids. */
const copy = await api.addCompanyCopy();
const storedBefore = await storedDigests(api.database, api.exampleCompany.id);

afterEach(async () => {
  expect(await storedDigests(api.database, api.exampleCompany.id)).toEqual(storedBefore);
});

const addressed = operationIds.filter((operationId) => parametersOf(operationId, 'path').length > 0);
const lists = operationIds.filter((operationId) => operations[operationId].defaultSort !== null);

/** What a caller can tell an answer by; the request's own id, its time and the count of requests aside. */
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

function everyId(operationId: OperationId, id: string) {
  return Object.fromEntries(parametersOf(operationId, 'path').map(({ name }) => [name, id]));
}

const neverWas = ['987654321', '0198f2a4-0000-7c3b-9a50-000000000000'];

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

  test.each(Object.entries(variants))(
    'responds to the id of another company as to an unknown id, and changes nothing, %s',
    async (_name, options) => {
      const foreign = visible(await api.emptyCompany.api.sample(operationId, options));
      for (const id of neverWas) {
        const unknown = await api.emptyCompany.api.sample(operationId, {
          ...options,
          params: everyId(operationId, id),
        });
        expect(visible(unknown)).toEqual(foreign);
      }
      // A body that the contract refuses is refused before anybody looks for the record.
      if (foreign.status !== 400) expect(foreign.status).toBe(404);
    },
  );

  test('responds to an invalid id as to an unknown one', async () => {
    const [never = ''] = neverWas;
    const expected = visible(
      await api.exampleCompany.api.sample(operationId, { params: everyId(operationId, never) }),
    );
    expect(expected.status).toBe(404);
    for (const id of nonsense) {
      const answer = visible(
        await api.exampleCompany.api.sample(operationId, { params: everyId(operationId, id) }),
      );
      expect({ id, ...answer }).toEqual({ id, ...expected });
    }
  });
});

test.each(lists)('%s neither shows nor counts records of another company', async (operationId) => {
  const { body: own } = (await api.exampleCompany.api.sample(operationId)) as ApiResponse<{ total: number }>;
  expect(own.total).toBeGreaterThan(0);
  const { body } = await api.emptyCompany.api.sample(operationId);
  const isPart = parametersOf(operationId, 'path').length > 0;
  expect(body).toMatchObject(isPart ? { error: 'not_found' } : { data: [], total: 0 });
});

interface Found {
  total: number;
  data: { id: string }[];
}

/** What a company finds, in any order. */
async function found({ api: { sample } }: TestCompany, operationId: OperationId, options: SampleOptions) {
  const { total, data } = ((await sample(operationId, options)) as ApiResponse<Found>).body;
  return { total, ids: data.map(({ id }) => id).sort() };
}

const nothing = { total: 0, ids: [] };

test.each(lists)('%s filters by ids of the own company only', async (operationId) => {
  const filters = parametersOf(operationId, 'query').filter(
    ({ name }) => !['limit', 'offset', 'after', 'sort'].includes(name),
  );
  const params = Object.fromEntries(
    parametersOf(operationId, 'path').map(({ name, example }) => [name, String(example)]),
  );
  for (const query of [{}, ...filters.map(({ name, example }) => ({ [name]: example }))]) {
    const ofStory = await found(api.exampleCompany, operationId, { params, query });
    const ofTwin = { ...ofStory, ids: ofStory.ids.map(withOtherIds).sort() };
    const copyQuery = withOtherIds(query);
    const copyParams = withOtherIds(params);
    expect(await found(copy, operationId, { params: copyParams, query: copyQuery })).toEqual(ofTwin);
    if (!isDeepStrictEqual(copyQuery, query))
      expect(await found(copy, operationId, { params: copyParams, query })).toEqual(nothing);
  }
});
