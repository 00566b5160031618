import { operations } from '@pv-planning/contract';
import contract from '@pv-planning/contract/openapi.json' with { type: 'json' };
import { afterAll, describe, expect, test } from 'vitest';
import { errorDetails } from '../src/broken-rule.ts';
import { contractApi, type Handlers } from '../src/index.ts';
import { backendOf } from './support/backend.ts';
import { serve } from './support/serve.ts';

const time =
  'must be a time with seconds and an offset, in the years 1000 to 2999, such as 2026-03-02T09:15:30+01:00 or 2026-03-02T08:15:30Z';
const day = 'must be a day that exists, in the years 1000 to 2999, such as 2026-03-02';

const backend = backendOf(async (key) => ({
  companyId: '1',
  keyId: key,
  scopes: new Set(['read:customers', 'write:customers', 'read:projects', 'write:projects']),
}));
const { router } = contractApi({
  document: contract,
  operations,
  handlers: {} as Handlers<string>,
  backend,
  requestsPerMinute: 0,
  validateResponses: false,
});
const { url: base, close } = await serve(router);

afterAll(close);

async function refusal(path: string, body?: object) {
  const response = await fetch(base + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as { error: string; details: object[] };
}

describe('one readable detail for', () => {
  test.each([
    ['limit=1&limit=2', 'limit', 'was given more than once'],
    ['email=a%40b.de&email=c%40d.de', 'email', 'was given more than once'],
    ['updatedFrom=2026-03-01T00:00:00Z&updatedFrom=x', 'updatedFrom', 'was given more than once'],
    ['sort=createdAt.asc&sort=email.asc', 'sort', 'was given more than once'],
    ['updatedFrom=yesterday', 'updatedFrom', time],
    ['updatedFrom=3026-03-01T00:00:00Z', 'updatedFrom', time],
    [
      'updatedFrom=2026-03-01T00:00:00+01:00',
      'updatedFrom',
      `${time}; a plus sign in a query is written %2B`,
    ],
  ])('the query %s', async (query, path, message) => {
    const { error, details } = await refusal(`/v1/customers?${query}`);
    expect(error).toBe('invalid_request');
    expect(details).toEqual([{ in: 'query', path, code: expect.any(String), message }]);
  });

  test.each([
    ['privacyConsentAt', '2026-03-01T00:00:00 01:00', time],
    ['dateOfBirth', '1984-02-30', day],
    ['dateOfBirth', '30.2.1984', day],
    ['email', 'x', 'must be an e-mail address'],
    ['firstName', 'a\u0001', 'must be one line without control characters'],
    ['notes', '\u0001', 'must have no control characters other than tabs and line breaks'],
    ['salutation', 7, 'must be one of MR, MS, DIVERSE or null'],
    ['firstName', 7, 'must be string or null'],
    ['type', null, 'must be one of PRIVATE, COMPANY, ASSOCIATION, MUNICIPALITY or HOUSING_COMMUNITY'],
  ])('the field %s = %j', async (field, value, message) => {
    const { details } = await refusal('/v1/customers', { lastName: 'Schneider', [field]: value });
    expect(details).toEqual([{ in: 'body', path: `/${field}`, code: expect.any(String), message }]);
  });
});

/** Every regular expression in a part of the contract and in what it refers to. */
function patternsOf(part: unknown, seen: Set<unknown>): string[] {
  if (typeof part !== 'object' || part === null || seen.has(part)) return [];
  seen.add(part);
  return Object.entries(part).flatMap(([key, value]) => {
    if (key === 'pattern' && typeof value === 'string') return [value];
    if (key === 'responses') return [];
    return patternsOf(key === '$ref' ? referred(value) : value, seen);
  });
}

function referred(reference: string): unknown {
  return reference
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], contract);
}

test('every regular expression that a request can break has a sentence', () => {
  const patterns = new Set(patternsOf(contract.paths, new Set()));
  expect(patterns.size).toBeGreaterThan(5);
  const unnamed = [...patterns].filter((pattern) => {
    const message = `must match pattern "${pattern}"`;
    const [detail] = errorDetails(
      [{ path: '/body/x', message, errorCode: 'pattern.openapi.validation' }],
      {},
    );
    return detail?.message === 'is not written in the form that the contract describes';
  });
  // `sort` has an error of its own, which names the fields.
  expect(unnamed.filter((pattern) => !pattern.endsWith('\\.(asc|desc)$'))).toEqual([]);
});
