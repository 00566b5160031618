import { type OperationId, operations } from '@pv-planning/contract';
import { expect, test } from 'vitest';
import { filled, numbered, whileProbing } from '../../../packages/server-kit/test/support/while-probing.ts';
import { operationIds, type Schema } from './support/contract-document.ts';
import { distinctBy } from './support/distinct.ts';
import { bodyFieldsOf } from './support/resources.ts';
import { openTestApi } from './support/test-api.ts';

const api = await openTestApi();
const { sample } = api.exampleCompany.api;

const withBody = operationIds.filter((operationId) => operations[operationId].hasBody);

const isA = (type: string, { type: types = [] }: Schema) => [types].flat().includes(type);

/** Returns the keywords that validate a long list or object: its own and those of its items. */
function validationKeywords(schema: Schema): string {
  const keywords = (part: Schema) =>
    Object.keys(part).filter((name) => !/^(description|examples?)$/.test(name));
  return JSON.stringify([schema.type, keywords(schema), schema.items?.type, keywords(schema.items ?? {})]);
}

/** Array and object fields of request bodies, one for each distinct set of validation keywords. */
const compound = distinctBy(
  withBody.flatMap((operationId) =>
    Object.entries(bodyFieldsOf(operationId))
      .map(([field, schema]) => ({ operationId, field, schema: schema }))
      .filter(({ schema }) => isA('array', schema) || isA('object', schema)),
  ),
  ({ schema }) => validationKeywords(schema),
);

/** Returns values with as many members as a body can have without being rejected before it is parsed. */
function hugeValues(schema: Schema): string[] {
  if (isA('object', schema)) return [`{${filled(200, numbered)}}`];
  return [`[${filled(20_000, () => '0')}]`, `[${filled(20_000, () => '{}')}]`];
}

const outcomeOf = (operationId: OperationId, rawBody: string) =>
  whileProbing(
    () => sample(operationId, { rawBody }),
    async () => expect((await fetch(`${api.url}/healthz`)).status).toBe(200),
  );

// The kit's tests cover large bodies in general; here, the contract's own schemas validate them.
test.each(compound)(
  '$operationId rejects a huge $field without blocking other requests',
  async ({ operationId, field, schema }) => {
    const response = { status: 400, error: expect.stringMatching(/^(invalid_request|too_many_rows)$/) };
    for (const hugeValue of hugeValues(schema)) {
      const outcome = await outcomeOf(operationId, `{${JSON.stringify(field)}:${hugeValue}}`);
      expect(outcome).toMatchObject({ response, inTime: true, inMemory: true });
    }
  },
);

test.each([
  ['one list', `[${filled(20_000, () => '0')}]`],
  ['one object', `{${filled(200, numbered)}}`],
  ['many lists', `[${filled(20_000, () => '[]')}]`],
  ['objects of a thousand kinds', `[${filled(20_000, (index) => `{${numbered(index % 1_000)}}`)}]`],
])('%s in the data of a row does not block other requests', async (_what, value) => {
  const outcome = await outcomeOf(
    'importPriceList',
    `{"rows":[{"articleNumber":"1","data":{"a":${value}}}]}`,
  );
  expect(outcome).toMatchObject({ response: { status: 200 }, inTime: true, inMemory: true });
});
