import { randomUUID } from 'node:crypto';
import { operations, type Query } from '@pv-planning/contract';
import { describe, expect, test } from 'vitest';
import { operationIds } from '../support/contract-document.ts';
import { openTestApi } from '../support/test-api.ts';

const api = await openTestApi();
const { exampleCompany, emptyCompany: other } = api;

type ReportQuery = Query<'getOfferAnalytics'>;

const reports = operationIds.filter((operationId) => operations[operationId].scope === 'read:analytics');

const refusals: [reason: string, query: object, detail: object][] = [
  [
    'a span that ends before it begins',
    { from: '2026-03-02', to: '2026-03-01' },
    { path: 'to', code: 'minimum', message: 'must not be before from' },
  ],
  [
    'more than ten years',
    { from: '2016-03-01', to: '2026-03-01' },
    {
      path: 'to',
      code: 'maximum',
      message: 'must be 2026-02-28 or earlier: a report covers at most 10 years',
    },
  ],
  [
    'more than ten years from a leap day',
    { from: '2016-02-29', to: '2026-03-01' },
    { path: 'to', code: 'maximum' },
  ],
  [
    'more than 1,000 periods',
    { from: '2020-01-01', to: '2022-09-27', interval: 'day' },
    {
      path: 'interval',
      code: 'too_many_periods',
      message: 'must be longer: the span has 1,001 periods, at most 1,000 are allowed',
    },
  ],
  ['an unknown interval', { interval: 'hour' }, { path: 'interval', code: 'enum' }],
  ['an unknown comparison', { compare: 'quarter' }, { path: 'compare', code: 'enum' }],
  ['a day that does not exist', { to: '2026-02-29' }, { path: 'to', code: 'format' }],
  ['a time', { from: '2026-02-01T00:00:00Z' }, { path: 'from', code: 'format' }],
];

test.each(refusals)('rejects %s', async (_reason, query, detail) => {
  const { status, error, details } = await exampleCompany.api.sample('getOfferAnalytics', {
    query: { ...query },
  });
  expect({ status, error }).toEqual({ status: 400, error: 'invalid_request' });
  expect(details).toContainEqual(expect.objectContaining({ in: 'query', ...detail }));
});

async function newMember(companyId: string): Promise<string> {
  const id = randomUUID();
  const names = { firstName: 'Lena', lastName: 'Vogt', email: 'lena@example.com' };
  await api.database.kysely
    .insertInto('member')
    .values({ companyId, id, ...names, role: 'PLANNER' })
    .execute();
  return id;
}

describe.each(reports)('%s', (operationId) => {
  test('needs a valid period', async () => {
    const { status, details } = await exampleCompany.api.send('GET', operations[operationId].path);
    expect(status).toBe(400);
    expect(details?.map(({ path, code }) => `${path} ${code}`).sort()).toEqual([
      'from required',
      'to required',
    ]);
    for (const query of [
      { from: '2026-03-02', to: '2026-03-01' },
      { from: '2016-03-01', to: '2026-03-01' },
      { from: '2020-01-01', to: '2022-09-27', interval: 'day' },
    ]) {
      const { status } = await exampleCompany.api.sample(operationId, { query });
      expect({ query, status }).toEqual({ query, status: 400 });
    }
  });

  test('reports up to ten years and 1,000 intervals', async () => {
    for (const query of [
      { from: '2016-03-01', to: '2026-02-28' },
      { from: '2016-02-29', to: '2026-02-28', interval: 'week' },
      { from: '2020-01-01', to: '2022-09-26', interval: 'day', compare: 'previous' },
      { from: '1000-01-01', to: '1009-12-31', compare: 'previous' },
      { from: '2016-02-29', to: '2026-02-28', compare: 'year' },
      { from: '2999-12-31', to: '2999-12-31' },
    ])
      expect((await exampleCompany.api.sample(operationId, { query })).status).toBe(200);
  });

  test('counts nothing for a site or planner that is unknown or belongs to another company', async () => {
    const nothing = { from: '2026-02-01', to: '2026-03-31', siteId: '987654321' };
    const { body: expected } = await other.api.sample(operationId, { query: nothing });
    const { status, body: all } = await exampleCompany.api.sample(operationId);
    expect(status).toBe(200);
    expect(all).not.toEqual(expected);
    const site = { siteId: await other.newSite() };
    const planner = { plannerId: await newMember(other.id) };
    for (const filter of [
      { siteId: '987654321' },
      { siteId: 'abc' },
      site,
      planner,
      { plannerId: '0198f2a4-0000-7c3b-9a50-000000000000' },
      { plannerId: "'" },
    ]) {
      const { body } = await exampleCompany.api.sample(operationId, { query: filter });
      expect({ filter, body }).toEqual({ filter, body: expected });
    }
  });
});

async function periods(query: ReportQuery): Promise<string[]> {
  const { body } = await exampleCompany.api.call('getOfferAnalytics', { query });
  return body.data.map(({ period, from, to }) => `${period} ${from} ${to}`);
}

async function earlierPeriods(query: ReportQuery): Promise<string[]> {
  const { body } = await exampleCompany.api.call('getOfferAnalytics', { query });
  expect(body.previous?.data).toHaveLength(body.data.length);
  expect(body.previous).toMatchObject({
    from: body.previous?.data[0]?.from,
    to: body.previous?.data.at(-1)?.to,
  });
  return (body.previous?.data ?? []).map(({ period, from, to }) => `${period} ${from} ${to}`);
}

test.each<[interval: ReportQuery['interval'], span: [string, string], expected: string[]]>([
  [
    'day',
    ['2024-02-28', '2024-03-01'],
    ['2024-02-28', '2024-02-29', '2024-03-01'].map((day) => `${day} ${day} ${day}`),
  ],
  [
    'week',
    ['2026-12-30', '2027-01-04'],
    ['2026-W53 2026-12-30 2027-01-03', '2027-W01 2027-01-04 2027-01-04'],
  ],
  [
    'week',
    ['2025-12-28', '2025-12-29'],
    ['2025-W52 2025-12-28 2025-12-28', '2026-W01 2025-12-29 2025-12-29'],
  ],
  [
    undefined,
    ['2026-03-10', '2026-04-30'],
    ['2026-03 2026-03-10 2026-03-31', '2026-04 2026-04-01 2026-04-30'],
  ],
  [
    'quarter',
    ['2025-12-31', '2026-01-01'],
    ['2025-Q4 2025-12-31 2025-12-31', '2026-Q1 2026-01-01 2026-01-01'],
  ],
  ['year', ['2025-07-01', '2026-06-30'], ['2025 2025-07-01 2025-12-31', '2026 2026-01-01 2026-06-30']],
])('a span is divided by %s and cut: %s', async (interval, [from, to], expected) => {
  expect(await periods({ from, to, ...(interval && { interval }) })).toEqual(expected);
});

test.each<[interval: ReportQuery['interval'], span: [string, string], expected: string[]]>([
  ['month', ['2024-03-01', '2024-03-31'], ['2024-02 2024-02-01 2024-02-29']],
  [
    'quarter',
    ['2026-01-01', '2026-06-30'],
    ['2025-Q3 2025-07-01 2025-09-30', '2025-Q4 2025-10-01 2025-12-31'],
  ],
  ['week', ['2026-01-05', '2026-01-11'], ['2026-W01 2025-12-29 2026-01-04']],
  [
    'month',
    ['2026-03-10', '2026-04-30'],
    ['2026-01-17/2026-02-07 2026-01-17 2026-02-07', '2026-02-08/2026-03-09 2026-02-08 2026-03-09'],
  ],
  ['year', ['2026-01-01', '2026-12-30'], ['2025-01-02/2025-12-31 2025-01-02 2025-12-31']],
])('%s: %s is compared with the span before', async (interval, [from, to], expected) => {
  expect(await earlierPeriods({ from, to, ...(interval && { interval }), compare: 'previous' })).toEqual(
    expected,
  );
});

test.each<[interval: ReportQuery['interval'], span: [string, string], expected: string[]]>([
  [
    'day',
    ['2024-02-28', '2024-03-01'],
    [
      '2023-02-28 2023-02-28 2023-02-28',
      '2023-02-28 2023-02-28 2023-02-28',
      '2023-03-01 2023-03-01 2023-03-01',
    ],
  ],
  [
    'day',
    ['2025-02-27', '2025-02-28'],
    ['2024-02-27 2024-02-27 2024-02-27', '2024-02-28/2024-02-29 2024-02-28 2024-02-29'],
  ],
  ['month', ['2025-02-01', '2025-02-28'], ['2024-02 2024-02-01 2024-02-29']],
  ['month', ['2024-02-29', '2024-03-10'], ['2023-02 2023-02-28 2023-02-28', '2023-03 2023-03-01 2023-03-10']],
  ['quarter', ['2025-01-01', '2025-02-28'], ['2024-Q1 2024-01-01 2024-02-29']],
  ['quarter', ['2024-02-29', '2024-03-31'], ['2023-Q1 2023-02-28 2023-03-31']],
  ['year', ['2025-01-01', '2026-03-15'], ['2024 2024-01-01 2024-12-31', '2025 2025-01-01 2025-03-15']],
  ['week', ['2026-03-02', '2026-03-08'], ['2025-W10 2025-03-03 2025-03-09']],
  [
    'week',
    ['2026-03-04', '2026-03-12'],
    ['2025-W10 2025-03-05 2025-03-09', '2025-W11 2025-03-10 2025-03-13'],
  ],
  [
    'week',
    ['2026-12-21', '2027-01-10'],
    ['2025-W52 2025-12-22 2025-12-28', '2025-W52 2025-12-22 2025-12-28', '2026-W01 2025-12-29 2026-01-04'],
  ],
  [
    'week',
    ['2027-12-20', '2028-01-09'],
    [
      '2026-W51 2026-12-14 2026-12-20',
      '2026-W52/2026-W53 2026-12-21 2027-01-03',
      '2027-W01 2027-01-04 2027-01-10',
    ],
  ],
])('%s: %s is compared with the year before', async (interval, [from, to], expected) => {
  expect(await earlierPeriods({ from, to, ...(interval && { interval }), compare: 'year' })).toEqual(
    expected,
  );
});

test('a day or week with which two are compared counts in both of them, and once in the totals', async () => {
  const company = await api.addCompany();
  const days = ['2023-02-28', '2024-02-28', '2024-02-29', '2025-12-24', '2026-12-23', '2026-12-30'];
  const customers = days.map((day) => ({
    companyId: company.id,
    type: 'PRIVATE',
    createdAt: `${day}T12:00:00Z`,
  }));
  await api.database.kysely.insertInto('customer').values(customers).execute();
  const counts = async (interval: 'day' | 'week', from: string, to: string) => {
    const query = { from, to, interval, compare: 'year' } as const;
    const { body } = await company.api.call('getCustomerAnalytics', { query });
    return [...(body.previous?.data ?? []), body.previous?.totals].map((figures) => figures?.count);
  };
  expect(await counts('day', '2024-02-28', '2024-03-01')).toEqual([1, 1, 0, 1]);
  expect(await counts('day', '2025-02-27', '2025-02-28')).toEqual([0, 2, 2]);
  expect(await counts('week', '2026-12-21', '2027-01-10')).toEqual([1, 1, 0, 1]);
  expect(await counts('week', '2027-12-20', '2028-01-02')).toEqual([0, 2, 2]);
});

test('rejects a report with too many groups', async () => {
  const company = await api.addCompany();
  const states = Array.from({ length: 21 }, (_, index) => ({
    companyId: company.id,
    type: 'PRIVATE',
    address: { state: `State ${index}` },
    createdAt: '2026-03-02T12:00:00Z',
  }));
  await api.database.kysely.insertInto('customer').values(states).execute();
  const query = { from: '2024-01-01', to: '2026-03-31', groupBy: 'state', interval: 'day' } as const;
  const { status } = await company.api.call('getCustomerAnalytics', { query });
  expect(status).toBe(200);
  const compared = await company.api.call('getCustomerAnalytics', {
    query: { ...query, compare: 'previous' },
  });
  expect({ status: compared.status, error: compared.error }).toEqual({
    status: 400,
    error: 'too_many_groups',
  });
  expect(compared.text).toContain('more than 20,000 groups in its 1,642 periods together');
});

test('rejects a report on conversion with too many groups', async () => {
  const company = await api.addCompany();
  const planners = await Promise.all(Array.from({ length: 25 }, () => newMember(company.id)));
  const requests = planners.map((plannerId, index) => ({
    companyId: company.id,
    number: `AF-${index}`,
    status: 'NEW',
    source: 'API',
    contact: {},
    interests: {},
    plannerId,
    createdAt: '2026-03-02T12:00:00Z',
  }));
  await api.database.kysely.insertInto('offerRequest').values(requests).execute();
  const reportOn = (groupBy: 'planner' | 'site') =>
    company.api.call('getConversionAnalytics', {
      query: { from: '2024-01-01', to: '2026-03-31', interval: 'day', groupBy },
    });
  expect((await reportOn('site')).status).toBe(200);
  expect((await reportOn('planner')).error).toBe('too_many_groups');
});
