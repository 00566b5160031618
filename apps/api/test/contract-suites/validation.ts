import { parse } from 'node:querystring';
import { contractValidator } from '@pv-planning/server-kit';
import { describe, expect, test } from 'vitest';
import { formatValidators } from '../../src/kernel/contract/format-validators.ts';
import { type ErrorDetail, requestSamples } from '../support/api-client.ts';
import type { Parameter, Schema, TestContract } from '../support/contract-document.ts';
import { distinctBy, meaningOf } from '../support/distinct.ts';
import { operationResources } from '../support/resources.ts';
import { forbiddenValues } from '../support/schema-arbitrary.ts';
import { snakeCase } from '../support/snake-case.ts';
import type { ContractWorld } from '../support/test-api.ts';

/** Returns query values that violate the schema of their parameter. */
function forbiddenQueries({ schema }: Pick<Parameter, 'schema'>): string[] {
  if (schema.type === 'array')
    return [
      ...forbiddenQueries({ schema: schema.items ?? {} }),
      Array((schema.maxItems ?? 0) + 1)
        .fill(schema.items?.enum?.[0] ?? '1')
        .join(),
    ];
  const texts = forbiddenValues(schema).flatMap(([, value]) =>
    typeof value === 'object' || value === '\0' ? [] : [String(value)],
  );
  const numbers =
    schema.type === 'integer'
      ? ['', 'abc', '1.5', '1e400', '-1', '99999999999999999999', '1,2', 'NaN', 'Infinity']
      : [];
  const isText = schema.type === 'string';
  // In a query, values of other types are valid text, too, unless the pattern rejects them.
  const isValidText = (text: string) =>
    ['true', 'null', '1.5', '-1', '7'].includes(text) &&
    !schema.enum &&
    new RegExp(schema.pattern ?? '', 'u').test(text);
  const wrong = isText ? texts.filter((text) => !isValidText(text)) : texts.filter((text) => text !== '7');
  return [
    ...new Set([...wrong, ...numbers, ...(isText ? ['', 'x'.repeat((schema.maxLength ?? 0) + 1)] : [])]),
  ];
}

/** Unusual percent-encoded values for a filter. These reach the database. */
const validTexts = ['%27%22%5C%25_', '٣', '1'.repeat(60)];

/** These are rejected before they reach the database. */
const invalidTexts = ['%00a', 'a%00', '%ff%fe', '%zz', '%', 'a%0Ab', '%F0%9F%98%80%F0', '%ED%A0%80'];

const namesOf = (details: readonly ErrorDetail[] | undefined) =>
  details?.filter((detail) => detail.in === 'query').map(({ path }) => path);

/**
 * Tests each distinct request schema once, without HTTP. Other tests check over HTTP, with one example of each kind of mistake, that
 * the service applies the schemas.
 */
export function describeValidation<Id extends string>(
  contract: TestContract<Id>,
  { exampleCompany }: Pick<ContractWorld<Id>, 'exampleCompany'>,
): void {
  const { operations, operationIds, parametersOf, bodySchemaOf } = contract;
  const { sample } = exampleCompany.api;
  const { sampleBody } = requestSamples(contract);
  const { bodyFieldsOf } = operationResources(contract);
  const validator = contractValidator(contract.served, { formatValidators });

  const withBody = operationIds.filter(
    (operationId) => operations[operationId].hasBody && !operations[operationId].rawBody,
  );
  const withQuery = operationIds.filter((operationId) => parametersOf(operationId, 'query').length > 0);

  const examplesOf = (parameters: readonly Parameter[]) =>
    Object.fromEntries(parameters.map(({ name, example }) => [name, String(example)]));

  /** Returns the problems of a request that is valid except for the given query and body. */
  function problemsOf(operationId: Id, query: Record<string, unknown>, json: string | undefined) {
    const required = (location: 'query' | 'header') =>
      examplesOf(parametersOf(operationId, location).filter((parameter) => parameter.required));
    const headers = Object.entries(required('header')).map(([name, value]) => [name.toLowerCase(), value]);
    return validator.problemsOf(operationId, {
      params: examplesOf(parametersOf(operationId, 'path')),
      query: { ...required('query'), ...query },
      headers: Object.fromEntries(headers),
      body: json === undefined ? undefined : { value: JSON.parse(json), bytes: Buffer.from(json) },
    });
  }

  const bodyProblems = (operationId: Id, json: string) => problemsOf(operationId, {}, json);

  const queryProblems = (operationId: Id, query: string) =>
    problemsOf(operationId, { ...parse(query) }, JSON.stringify(sampleBody(operationId)));

  const queryParameters = withQuery.flatMap((operationId) =>
    parametersOf(operationId, 'query').map((parameter) => ({ operationId, parameter })),
  );
  const distinctParameters = distinctBy(
    queryParameters,
    ({ parameter: { name, schema } }) => `${name} ${meaningOf(schema)}`,
  ).map(({ operationId, parameter }) => [operationId, parameter.name, parameter] as const);

  test('every operation rejects an unknown parameter', async () => {
    for (const operationId of operationIds)
      expect({ operationId, details: await queryProblems(operationId, 'nonsense=1') }).toMatchObject({
        operationId,
        details: [{ in: 'query', path: 'nonsense' }],
      });
  });

  test('every list takes its sort fields in camel case and in snake case', async () => {
    for (const operationId of operationIds)
      for (const field of operations[operationId].sortable)
        for (const sort of [`${field}.asc`, `${snakeCase(field)}.desc`])
          expect({ operationId, sort, details: await queryProblems(operationId, `sort=${sort}`) }).toEqual({
            ...{ operationId, sort },
            details: [],
          });
  });

  test.each(distinctParameters)('%s rejects wrong values of %s', async (operationId, name, parameter) => {
    for (const text of forbiddenQueries(parameter)) {
      const details = await queryProblems(operationId, `${new URLSearchParams({ [name]: text })}`);
      expect({ text, details }).toEqual({
        text,
        details: expect.arrayContaining([expect.objectContaining({ in: 'query', path: name })]),
      });
    }
  });

  describe.each(withQuery)('%s', (operationId) => {
    const parameters = parametersOf(operationId, 'query');
    const names = parameters.map(({ name }) => name);

    test('lists every parameter with a wrong value', async () => {
      // The validator reports an empty value before it looks at the others.
      const wrongValue = (parameter: Parameter) =>
        forbiddenQueries(parameter).find((text) => text !== '') ?? '';
      const wrong = Object.fromEntries(
        parameters.map((parameter) => [parameter.name, wrongValue(parameter)]),
      );
      const details = await queryProblems(operationId, `${new URLSearchParams(wrong)}`);
      expect(namesOf(details)?.toSorted()).toEqual(names.toSorted());
    });

    test('lists every parameter that is given twice, except lists of values', async () => {
      const single = parameters.filter(({ schema }) => schema.type !== 'array').map(({ name }) => name);
      for (const second of [(example: unknown) => String(example), () => '']) {
        const twice = parameters.flatMap(({ name, example }) => [
          [name, String(example)],
          [name, second(example)],
        ]);
        const details = await queryProblems(operationId, `${new URLSearchParams(twice)}`);
        expect(namesOf(details)).toEqual(expect.arrayContaining(single));
      }
    });
  });

  const textFilters = queryParameters.filter(({ parameter: { schema } }) => schema.type === 'string');

  test.each(textFilters)(
    '$operationId responds with 200 or 400 to any text in $parameter.name',
    async ({ operationId, parameter: { name } }) => {
      // Several lists have filters with the same name and schema, but each list has its own SQL.
      const isFirst = distinctParameters.some(([first, other]) => first === operationId && other === name);
      for (const text of isFirst ? [...validTexts, ...invalidTexts] : validTexts) {
        const { status } = await sample(operationId, { query: `${name}=${text}` });
        expect({ text, isExpected: [200, 400].includes(status) }).toEqual({ text, isExpected: true });
      }
    },
  );

  interface Field {
    operationId: Id;
    name: string;
    schema: Schema;
  }

  const fields = withBody.flatMap((operationId): Field[] =>
    Object.entries(bodyFieldsOf(operationId)).map(([name, schema]) => ({ operationId, name, schema })),
  );
  const distinctFields = distinctBy(fields, ({ schema }) => meaningOf(schema));
  const known = new Set(distinctFields.map(({ schema }) => meaningOf(schema)));

  test.each(distinctFields)(
    '$operationId rejects wrong values of $name, with their location',
    async ({ operationId, name, schema }) => {
      const whole = sampleBody(operationId);
      for (const [reason, value] of forbiddenValues(schema, known)) {
        const details = await bodyProblems(operationId, JSON.stringify({ ...whole, [name]: value }));
        const elsewhere = details.filter(
          ({ in: part, path }) => part !== 'body' || (path !== `/${name}` && !path.startsWith(`/${name}/`)),
        );
        expect({ reason, count: details.length > 0, elsewhere }).toEqual({
          reason,
          count: true,
          elsewhere: [],
        });
      }
    },
  );

  describe.each(withBody)('%s', (operationId) => {
    const { required = [] } = bodySchemaOf(operationId) ?? {};
    const own = fields.filter((field) => field.operationId === operationId);
    const whole = sampleBody(operationId) ?? {};

    test('lists every field with a wrong value', async () => {
      const wrong = own.map(({ name, schema }) => [name, forbiddenValues(schema)[0]?.[1]]);
      const details = await bodyProblems(operationId, JSON.stringify(Object.fromEntries(wrong)));
      const locations = new Set(details.map((detail) => `${detail.in} ${detail.path.split('/')[1]}`));
      expect([...locations].sort()).toEqual(own.map(({ name }) => `body ${name}`).sort());
    });

    test('rejects a body that is not an object', async () => {
      for (const body of [null, true, 7, 'text', [], [whole]])
        expect({ body, count: (await bodyProblems(operationId, JSON.stringify(body))).length > 0 }).toEqual({
          body,
          count: true,
        });
    });

    test('rejects an unknown field', async () => {
      const unknown = ['nonsense', 'id', 'createdAt', 'companyId', 'company_id'];
      const odd = ['__proto__', 'constructor', 'toString', 'x'.repeat(5000), 'a/b~c'];
      for (const name of [...unknown, ...odd]) {
        const rest = JSON.stringify(whole).slice(1);
        const json = `{${JSON.stringify(name)}: 1${rest === '}' ? '' : ', '}${rest}`;
        expect({ name, details: await bodyProblems(operationId, json) }).toMatchObject({
          name,
          details: [{ in: 'body' }],
        });
      }
    });

    test('lists every missing required field', async () => {
      const details = await bodyProblems(operationId, '{}');
      const missing = details.filter(({ code }) => code === 'required').map(({ path }) => path);
      expect(missing.sort()).toEqual(required.map((name) => `/${name}`).sort());
    });
  });
}
