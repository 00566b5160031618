import { type OperationId, operations } from '@pv-planning/contract';
import { describe, expect, test } from 'vitest';
import { type ErrorDetail, sampleBody } from './support/api-client.ts';
import {
  bodySchemaOf,
  operationIds,
  type Parameter,
  parametersOf,
  type Schema,
} from './support/contract-document.ts';
import { distinctBy, meaningOf } from './support/distinct.ts';
import { bodyFieldsOf } from './support/resources.ts';
import { forbiddenValues } from './support/schema-arbitrary.ts';
import { openTestApi } from './support/test-api.ts';

const api = await openTestApi();
const { sample } = api.exampleCompany.api;

const withBody = operationIds.filter((operationId) => operations[operationId].hasBody);
const withQuery = operationIds.filter((operationId) => parametersOf(operationId, 'query').length > 0);

/** What a query can say that its parameter forbids. */
function forbiddenQueries({ schema }: Parameter): string[] {
  const described = schema;
  const texts = forbiddenValues(described).flatMap(([, value]) =>
    typeof value === 'object' || value === '\0' ? [] : [String(value)],
  );
  const numbers =
    described.type === 'integer'
      ? ['', 'abc', '1.5', '1e400', '-1', '99999999999999999999', '1,2', 'NaN', 'Infinity']
      : [];
  const isText = described.type === 'string';
  // As text, what other types say is text too.
  const counted = isText
    ? texts.filter(
        (text) => !['true', 'null', '1.5', '-1', '7'].includes(text) || described.enum || described.pattern,
      )
    : texts.filter((text) => text !== '7');
  return [
    ...new Set([...counted, ...numbers, ...(isText ? ['', 'x'.repeat((described.maxLength ?? 0) + 1)] : [])]),
  ];
}

/** Texts for a filter. The first of them reach the database. */
const oddTexts = [
  '%27%22%5C%25_',
  '٣',
  '1'.repeat(60),
  '%00a',
  'a%00',
  '%ff%fe',
  '%zz',
  '%',
  'a%0Ab',
  '%F0%9F%98%80%F0',
  '%ED%A0%80',
];

/** What is tried where it is first seen; elsewhere the same schema, or the same code, would be tried again. */
const [anyOperation] = operationIds;
const [anyWithBody] = withBody;

const queryParameters = withQuery.flatMap((operationId) =>
  parametersOf(operationId, 'query').map((parameter) => ({ operationId, parameter })),
);
const distinctParameters = distinctBy(
  queryParameters,
  ({ parameter: { name, schema } }) => `${name} ${meaningOf(schema)}`,
).map(({ operationId, parameter }) => [operationId, parameter.name, parameter] as const);

test.each(operationIds)('%s refuses an unknown parameter', async (operationId) => {
  const all = ['nonsense', 'LIMIT', 'limit[]', 'sort.by', '__proto__', 'constructor', ''];
  for (const name of operationId === anyOperation ? all : ['nonsense']) {
    const { status, error, details } = await sample(operationId, {
      query: `${encodeURIComponent(name)}=1`,
    });
    expect({ name, status, error }).toEqual({ name, status: 400, error: 'invalid_request' });
    expect(details).toMatchObject([{ in: 'query' }]);
  }
});

test.each(distinctParameters)(
  '%s refuses wrong values of %s, naming it',
  async (operationId, name, parameter) => {
    for (const text of forbiddenQueries(parameter)) {
      const { status, error, details } = await sample(operationId, { query: { [name]: text } });
      expect({ text, status, error }).toEqual({
        text,
        status: 400,
        error: name === 'sort' ? 'invalid_sort' : 'invalid_request',
      });
      expect(details).toContainEqual(expect.objectContaining({ in: 'query', path: name }));
    }
  },
);

describe.each(withQuery)('%s', (operationId) => {
  const parameters = parametersOf(operationId, 'query');
  const names = parameters.map(({ name }) => name);
  const referencedResource = (details: ErrorDetail[] | undefined) =>
    details?.filter((detail) => detail.in === 'query').map(({ path }) => path);

  test('refuses a wrong value of any parameter, naming all of them', async () => {
    // An empty value would be refused before the others are looked at.
    const wrongValue = (parameter: Parameter) => forbiddenQueries(parameter).find((text) => text !== '');
    const wrong = parameters
      .filter(({ name }) => name !== 'sort')
      .map((parameter) => [parameter.name, wrongValue(parameter)]);
    const { status, details } = await sample(operationId, { query: Object.fromEntries(wrong) });
    expect({ status, named: referencedResource(details)?.sort() }).toEqual({
      status: 400,
      named: names.filter((name) => name !== 'sort').sort(),
    });
  });

  test('refuses every parameter given twice, naming all of them', async () => {
    for (const second of [(example: unknown) => String(example), () => '']) {
      const twice = parameters.flatMap(({ name, example }) => [
        [name, String(example)],
        [name, second(example)],
      ]);
      const { status, details } = await sample(operationId, { query: `${new URLSearchParams(twice)}` });
      expect(status).toBe(400);
      expect(referencedResource(details)).toEqual(expect.arrayContaining(names));
    }
  });

  test('takes any text in a filter without failing', async () => {
    for (const { name, schema } of parameters) {
      if (schema.type !== 'string') continue;
      const isFirst = distinctParameters.some(([first, other]) => first === operationId && other === name);
      for (const text of isFirst ? oddTexts : oddTexts.slice(0, 3)) {
        const { status } = await sample(operationId, { query: `${name}=${text}` });
        expect([200, 400]).toContain(status);
      }
    }
  });
});

interface Field {
  operationId: OperationId;
  name: string;
  schema: Schema;
}

const fields = withBody.flatMap((operationId): Field[] =>
  Object.entries(bodyFieldsOf(operationId)).map(([name, schema]) => ({ operationId, name, schema })),
);
const distinctFields = distinctBy(fields, ({ schema }) => meaningOf(schema));
const tried = new Set(distinctFields.map(({ schema }) => meaningOf(schema)));

test.each(distinctFields)(
  '$operationId refuses wrong values of $name, naming their place',
  async ({ operationId, name, schema }) => {
    const whole = sampleBody(operationId);
    for (const [reason, value] of forbiddenValues(schema, tried)) {
      const { status, error, details } = await sample(operationId, { body: { ...whole, [name]: value } });
      expect({ reason, status, error }).toEqual({ reason, status: 400, error: 'invalid_request' });
      expect(
        details
          ?.map(({ path }) => path)
          .filter((path) => path !== `/${name}` && !path.startsWith(`/${name}/`)),
      ).toEqual([]);
      expect(details?.every((detail) => detail.in === 'body')).toBe(true);
    }
  },
);

describe.each(withBody)('%s', (operationId) => {
  const { required = [] } = bodySchemaOf(operationId) ?? {};
  const own = fields.filter((field) => field.operationId === operationId);
  const whole = sampleBody(operationId) ?? {};

  test('refuses a wrong value of any field, naming all of them', async () => {
    const wrong = own.map(({ name, schema }) => [name, forbiddenValues(schema)[0]?.[1]]);
    const { status, details } = await sample(operationId, { body: Object.fromEntries(wrong) });
    const places = new Set(details?.map((detail) => `${detail.in} ${detail.path.split('/')[1]}`));
    expect({ status, places: [...places].sort() }).toEqual({
      status: 400,
      places: own.map(({ name }) => `body ${name}`).sort(),
    });
  });

  test('refuses what is no object', async () => {
    for (const body of operationId === anyWithBody ? [null, true, 7, 'text', [], [whole]] : [[whole]]) {
      const { status, error } = await sample(operationId, { rawBody: JSON.stringify(body) });
      expect({ body, status, error }).toEqual({ body, status: 400, error: 'invalid_request' });
    }
  });

  test('refuses an unknown field, naming it', async () => {
    const unknown = ['nonsense', 'id', 'createdAt', 'companyId', 'company_id'];
    const odd = ['__proto__', 'constructor', 'toString', 'x'.repeat(5000), 'a/b~c'];
    for (const name of operationId === anyWithBody ? [...unknown, ...odd] : unknown) {
      const { status, details } = await sample(operationId, {
        rawBody: `{${JSON.stringify(name)}: 1, ${JSON.stringify(whole).slice(1)}`,
      });
      expect({ name, status }).toEqual({ name, status: 400 });
      expect(details).toHaveLength(1);
    }
  });

  test('refuses a body without what it must have', async () => {
    const { details = [] } = required.length > 0 ? await sample(operationId, { body: {} }) : {};
    const missing = details.filter(({ code }) => code === 'required').map(({ path }) => path);
    expect(missing.sort()).toEqual(required.map((name) => `/${name}`).sort());
  });
});

test('a thousand mistakes at once are refused without failing', async () => {
  const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`nonsense${index}`, 1]));
  expect((await sample('createCustomer', { body: { lastName: 'Vogel', ...many } })).status).toBe(400);
});

test.each(['q=%zz', 'q=%', 'externalId=K%E4', 'externalId=%C0%AF'])(
  'a query that is no percent-encoded UTF-8 is refused: %s',
  async (query) => {
    const { status, details } = await api.exampleCompany.api.send('GET', `/v1/customers?${query}`);
    expect({ status, details }).toMatchObject({ status: 400, details: [{ in: 'query', code: 'encoding' }] });
  },
);

test('no parameter is overlooked among thousands', async () => {
  const { status, details } = await api.exampleCompany.api.send(
    'GET',
    `/v1/customers?${'&'.repeat(3_000)}nonsense=1`,
  );
  expect({ status, details }).toMatchObject({ status: 400, details: [{ in: 'query', path: 'nonsense' }] });
});

test('all mistakes of a request are named at once', async () => {
  const body = {
    customerId: 7,
    roofs: [{ name: 'A', roofType: 'FLAT', azimuth: 360, tilt: 91 }],
    nonsense: 1,
  };
  const { details } = await api.exampleCompany.api.send('POST', '/v1/projects', {
    body,
    headers: { 'Idempotency-Key': 'ä' },
  });
  expect(details?.map(({ in: place, path, code }) => `${place} ${path} ${code}`).sort()).toEqual([
    'body /customerId type',
    'body /nonsense additionalProperties',
    'body /roofs/0/azimuth exclusiveMaximum',
    'body /roofs/0/tilt maximum',
    'header idempotency-key pattern',
  ]);
});
