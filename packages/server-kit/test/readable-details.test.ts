import { afterAll, describe, expect, test } from 'vitest';
import { serveSynthetic } from './support/serve-synthetic.ts';

const time = { type: 'string', format: 'date-time' };
const day = { type: 'string', format: 'date', pattern: '^[12]\\d{3}-\\d{2}-\\d{2}$' };
const line = { type: 'string', pattern: '^[^\\u0000-\\u001F]*$' };

const formats = {
  time: { format: 'date-time', says: 'must be a time' },
  day: { ...day, says: 'must be a day' },
  line: { ...line, says: 'must be one line' },
};

const repeated = 'was given more than once';

const { send, close } = await serveSynthetic(
  {
    listThings: {
      path: '/v1/things',
      query: {
        from: time,
        size: { type: 'integer', maximum: 10 },
        limit: { type: 'integer' },
        offset: { type: 'integer' },
        after: { type: 'string' },
        sort: { type: 'string', pattern: '^(name)\\.(asc|desc)$' },
      },
      sortable: ['name'],
    },
    createThing: {
      method: 'POST',
      path: '/v1/things',
      body: {
        type: 'object',
        additionalProperties: false,
        required: ['id'],
        properties: {
          id: { type: 'integer' },
          at: time,
          on: day,
          name: line,
          code: { type: 'string', pattern: '^[a-z]+$' },
          color: { type: ['string', 'null'], enum: ['RED', 'BLUE', null] },
          note: { type: ['string', 'null'], minLength: 1, maxLength: 5 },
          unitPrice: { type: ['number', 'null'] },
          pin: { type: 'string', minLength: 2 },
          none: { type: 'null' },
          tags: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 2, uniqueItems: true },
          size: {
            type: 'object',
            additionalProperties: false,
            required: ['width'],
            properties: { width: { type: 'integer' } },
          },
          answers: {
            type: 'object',
            propertyNames: { type: 'string', pattern: line.pattern, maxLength: 5 },
            additionalProperties: { type: 'string', maxLength: 5 },
          },
        },
      },
    },
  },
  { formats },
);

afterAll(close);

describe('describes in one detail', () => {
  test.each([
    ['size=1&size=2', 'size', repeated],
    ['from=2026-03-01T00:00:00Z&from=x', 'from', repeated],
    ['sort=name.asc&sort=name.desc', 'sort', repeated],
    ['size=11', 'size', 'must be <= 10'],
    ['from=yesterday', 'from', 'must be a time'],
    ['from=2026-03-01T00:00:00+01:00', 'from', 'must be a time; a plus sign in a query is written %2B'],
    ['size=', 'size', 'must not be empty'],
    ['size[]=1', 'size[]', 'is not a parameter of this request'],
    ['size[]=1&size[]=2', 'size[]', 'is not a parameter of this request'],
    ['color=red', 'color', 'is not a parameter of this request'],
    ['Size=1', 'Size', 'is not a parameter of this request; did you mean size?'],
    ['page=2', 'page', 'is not a parameter of this request; did you mean offset?'],
    ['per_page=20', 'per_page', 'is not a parameter of this request; did you mean limit?'],
    ['cursor=x', 'cursor', 'is not a parameter of this request; did you mean after?'],
  ])('the query %s', async (query, path, message) => {
    const { body } = await send(`/v1/things?${query}`);
    expect(body).toMatchObject({
      error: 'invalid_request',
      details: [{ in: 'query', path, code: expect.any(String), message }],
    });
  });

  test.each([
    ['id', undefined, 'is required'],
    ['at', '2026-03-01T00:00:00 01:00', 'must be a time'],
    ['on', '1984-02-30', 'must be a day'],
    ['on', '30.2.1984', 'must be a day'],
    ['name', 'a\u0001', 'must be one line'],
    ['code', 'A1', 'does not have the required format'],
    ['color', 'GREEN', 'must be one of RED, BLUE or null'],
    ['color', 7, 'must be one of RED, BLUE or null'],
    ['note', 7, 'must be string or null; write it in quotes: "7"'],
    ['pin', true, 'must be string'],
    ['id', '7', 'must be integer; send a JSON number such as 12, without quotes'],
    ['unitPrice', '12,5', 'must be number or null; send a JSON number such as 12.5, without quotes'],
    ['unit_price', 7, 'is not a field of this request; did you mean unitPrice?'],
    ['UnitPrice', 7, 'is not a field of this request; did you mean unitPrice?'],
    ['none', 7, 'must be null'],
    ['note', '', 'must not be empty'],
    ['note', 'abcdef', 'must have at most 5 characters'],
    ['pin', '1', 'must have at least 2 characters'],
    ['tags', [], 'must not be empty'],
    ['tags', ['a', 'b', 'c'], 'must have at most 2 items'],
    ['tags', ['a', 'a'], 'must not have the same item twice'],
    ['size', {}, 'is required', '/size/width'],
    ['size', { width: 1, depth: 1 }, 'is not a field of this request', '/size/depth'],
    ['weight', 7, 'is not a field of this request'],
    ['', 7, 'is not a field of this request'],
    ['answers', { abcdef: 'a' }, 'each key must have at most 5 characters'],
    ['answers', { abcdef: 'a', '\n': 'a' }, 'each key must be one line'],
    ['answers', { '\uD800': 'a' }, 'has a key that is not well-formed Unicode without NUL'],
    ['answers', { a: '\uD800' }, 'is not well-formed Unicode without NUL', '/answers/a'],
  ])('the field %s = %j', async (field, value, message, path = `/${field}`) => {
    const { body } = await send('/v1/things', { body: { id: 1, [field]: value } });
    expect(body.details).toEqual([{ in: 'body', path, code: expect.any(String), message }]);
  });
});
