import { afterAll, describe, expect, test } from 'vitest';
import { serveSynthetic } from './support/serve-synthetic.ts';

const time = { type: 'string', format: 'date-time' };
const day = { type: 'string', format: 'date', pattern: '^[12]\\d{3}-\\d{2}-\\d{2}$' };
const line = { type: 'string', pattern: '^[^\\u0000-\\u001F]*$' };

const forms = {
  time: { format: 'date-time', says: 'must be a time' },
  day: { ...day, says: 'must be a day' },
  line: { ...line, says: 'must be one line' },
};

const { send, close } = await serveSynthetic(
  {
    listThings: {
      path: '/v1/things',
      query: {
        from: time,
        size: { type: 'integer', maximum: 10 },
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
        properties: {
          at: time,
          on: day,
          name: line,
          code: { type: 'string', pattern: '^[a-z]+$' },
          color: { type: ['string', 'null'], enum: ['RED', 'BLUE', null] },
          note: { type: ['string', 'null'] },
        },
      },
    },
  },
  { forms },
);

afterAll(close);

describe('one readable detail for', () => {
  test.each([
    ['size=1&size=2', 'size', 'was given more than once'],
    ['from=2026-03-01T00:00:00Z&from=x', 'from', 'was given more than once'],
    ['sort=name.asc&sort=name.desc', 'sort', 'was given more than once'],
    ['size=11', 'size', 'must be <= 10'],
    ['from=yesterday', 'from', 'must be a time'],
    ['from=2026-03-01T00:00:00+01:00', 'from', 'must be a time; a plus sign in a query is written %2B'],
    ['color=red', 'color', "Unknown query parameter 'color'"],
  ])('the query %s', async (query, path, message) => {
    const { body } = await send(`/v1/things?${query}`);
    expect(body).toMatchObject({
      error: 'invalid_request',
      details: [{ in: 'query', path, code: expect.any(String), message }],
    });
  });

  test.each([
    ['at', '2026-03-01T00:00:00 01:00', 'must be a time'],
    ['on', '1984-02-30', 'must be a day'],
    ['on', '30.2.1984', 'must be a day'],
    ['name', 'a\u0001', 'must be one line'],
    ['code', 'A1', 'does not have the required format'],
    ['color', 'GREEN', 'must be one of RED, BLUE or null'],
    ['color', 7, 'must be one of RED, BLUE or null'],
    ['note', 7, 'must be string or null'],
    ['weight', 7, 'must NOT have additional properties'],
  ])('the field %s = %j', async (field, value, message) => {
    const { body } = await send('/v1/things', { body: { [field]: value } });
    expect(body.details).toEqual([{ in: 'body', path: `/${field}`, code: expect.any(String), message }]);
  });
});
