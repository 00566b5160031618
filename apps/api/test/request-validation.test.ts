import { operations } from '@pv-planning/contract';
import { describe, expect, test } from 'vitest';
import { sampleBody } from './support/api-client.ts';
import {
  bodySchemaOf,
  operationIds,
  type Parameter,
  parametersOf,
  resolved,
} from './support/contract-document.ts';
import { forbiddenValues } from './support/schema-arbitrary.ts';
import { openTestApi } from './support/test-api.ts';

const api = await openTestApi();
const { sample } = api.story.api;

const withBody = operationIds.filter((operationId) => operations[operationId].hasBody);
const withQuery = operationIds.filter((operationId) => parametersOf(operationId, 'query').length > 0);

/** What a query can say that its parameter forbids. */
function forbiddenQueries({ schema }: Parameter): string[] {
  const described = resolved(schema);
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

describe.each(operationIds)('%s', (operationId) => {
  test('refuses an unknown parameter', async () => {
    for (const name of ['nonsense', 'LIMIT', 'limit[]', 'sort.by', '__proto__', 'constructor', '']) {
      const { status, error, details } = await sample(operationId, {
        query: `${encodeURIComponent(name)}=1`,
      });
      expect({ name, status, error }).toEqual({ name, status: 400, error: 'invalid_request' });
      expect(details).toMatchObject([{ in: 'query' }]);
    }
  });
});

describe.each(withQuery)('%s', (operationId) => {
  test.each(parametersOf(operationId, 'query').map((parameter) => [parameter.name, parameter] as const))(
    'refuses wrong values of %s, naming it',
    async (name, parameter) => {
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

  test('refuses every parameter given twice, naming it', async () => {
    for (const { name, example } of parametersOf(operationId, 'query')) {
      for (const second of [String(example), '']) {
        const once = `${name}=${encodeURIComponent(String(example))}`;
        const { status, details } = await sample(operationId, {
          query: `${once}&${name}=${encodeURIComponent(second)}`,
        });
        expect({ name, status }).toEqual({ name, status: 400 });
        expect(details).toContainEqual(expect.objectContaining({ in: 'query', path: name }));
      }
    }
  });

  test('takes any text in a filter without failing', async () => {
    for (const { name, schema } of parametersOf(operationId, 'query')) {
      if (resolved(schema).type !== 'string') continue;
      for (const text of [
        '%00a',
        'a%00',
        '%ff%fe',
        '%zz',
        '%',
        'a%0Ab',
        '%F0%9F%98%80%F0',
        `%27%22%5C%25_`,
        '٣',
        '1'.repeat(60),
        '%ED%A0%80',
      ]) {
        const { status } = await sample(operationId, { query: `${name}=${text}` });
        expect([200, 400]).toContain(status);
      }
    }
  });
});

describe.each(withBody)('%s', (operationId) => {
  const schema = resolved(bodySchemaOf(operationId) ?? {});
  const whole = sampleBody(operationId) ?? {};

  test.each(Object.keys(schema.properties ?? {}))(
    'refuses wrong values of %s, naming their place',
    async (name) => {
      for (const [reason, value] of forbiddenValues(schema.properties?.[name] ?? {})) {
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

  test('refuses what is no object', async () => {
    for (const body of [null, true, 7, 'text', [], [whole]]) {
      const { status, error } = await sample(operationId, { rawBody: JSON.stringify(body) });
      expect({ body, status, error }).toEqual({ body, status: 400, error: 'invalid_request' });
    }
  });

  test('refuses an unknown field, naming it', async () => {
    for (const name of [
      'nonsense',
      'id',
      'createdAt',
      'companyId',
      'company_id',
      '__proto__',
      'constructor',
      'toString',
      'x'.repeat(5000),
      'a/b~c',
    ]) {
      const { status, details } = await sample(operationId, {
        rawBody: `{${JSON.stringify(name)}: 1, ${JSON.stringify(whole).slice(1)}`,
      });
      expect({ name, status }).toEqual({ name, status: 400 });
      expect(details).toHaveLength(1);
    }
  });

  test('refuses a body without what it must have', async () => {
    for (const name of schema.required ?? []) {
      const { [name as never]: _, ...rest } = whole;
      const { status, details } = await sample(operationId, { body: rest });
      expect({ status, details }).toMatchObject({
        status: 400,
        details: [{ in: 'body', path: `/${name}`, code: 'required' }],
      });
    }
  });

  test('refuses a thousand mistakes at once without failing', async () => {
    const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`nonsense${index}`, 1]));
    expect((await sample(operationId, { body: { ...whole, ...many } })).status).toBe(400);
  });
});

test.each(['q=%zz', 'q=%', 'externalId=K%E4', 'externalId=%C0%AF'])(
  'a query that is no percent-encoded UTF-8 is refused: %s',
  async (query) => {
    const { status, details } = await api.story.api.send('GET', `/v1/customers?${query}`);
    expect({ status, details }).toMatchObject({ status: 400, details: [{ in: 'query', code: 'encoding' }] });
  },
);

test('no parameter is overlooked among thousands', async () => {
  const { status, details } = await api.story.api.send('GET', `/v1/customers?${'&'.repeat(3_000)}nonsense=1`);
  expect({ status, details }).toMatchObject({ status: 400, details: [{ in: 'query', path: 'nonsense' }] });
});

test('all mistakes of a request are named at once', async () => {
  const body = {
    customerId: 7,
    roofs: [{ name: 'A', roofType: 'FLAT', azimuth: 360, tilt: 91 }],
    nonsense: 1,
  };
  const { details } = await api.story.api.send('POST', '/v1/projects', {
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
