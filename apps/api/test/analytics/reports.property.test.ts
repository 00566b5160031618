import type { OperationId, ReportInterval } from '@pv-planning/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathOf } from '../support/api-client.ts';
import { openTestApi } from '../support/test-api.ts';
import { assignable, history } from './history.ts';
import {
  recountConversion,
  recountCustomers,
  recountMaterials,
  recountOfferRequests,
  recountOffers,
} from './recount.ts';
import { type StoredHistory, storeHistory } from './store-history.ts';

const api = await openTestApi();

const recounts = {
  getOfferAnalytics: recountOffers,
  getOfferRequestAnalytics: recountOfferRequests,
  getConversionAnalytics: recountConversion,
  getCustomerAnalytics: recountCustomers,
  getMaterialAnalytics: recountMaterials,
} satisfies Partial<Record<OperationId, unknown>>;

const reports = Object.keys(recounts) as (keyof typeof recounts)[];

/** The longest interval comes first, because counterexamples shrink to it and then have the fewest periods. */
const intervals: readonly ReportInterval[] = ['year', 'quarter', 'month', 'week', 'day'];

const day = fc.oneof(
  fc
    .date({ min: new Date('2023-11-01'), max: new Date('2026-03-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  fc.constantFrom('2024-01-01', '2024-02-29', '2024-03-31', '2024-10-01', '2025-01-01', '2025-03-31'),
);

/** Arbitrary spans, and spans of whole intervals. */
const span = fc.oneof(
  fc.tuple(day, fc.oneof(fc.nat(300), fc.nat(40))).map(([from, days]) => ({
    from,
    to: new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10),
  })),
  fc.constantFrom(
    { from: '2024-01-01', to: '2025-12-31' },
    { from: '2024-03-01', to: '2024-03-31' },
    { from: '2024-12-30', to: '2025-03-30' },
    { from: '2024-02-29', to: '2024-02-29' },
    { from: '2025-01-01', to: '2025-03-31' },
    { from: '2026-12-21', to: '2027-01-24' },
    { from: '2020-12-14', to: '2022-01-09' },
    { from: '2025-04-01', to: '2025-09-30' },
  ),
);

const query = fc.record(
  {
    span,
    interval: fc.constantFrom(...intervals),
    compare: fc.constantFrom('previous' as const, 'year' as const),
    site: fc.nat(assignable),
    planner: fc.nat(assignable),
    groupBy: fc.nat(3),
    isIndicationPrice: fc.boolean(),
    postalDigits: fc.constantFrom(2 as const, 3 as const),
  },
  { requiredKeys: ['span'] },
);

type Drawn = typeof query extends fc.Arbitrary<infer Value> ? Value : never;

const groupings: Record<keyof typeof recounts, readonly string[]> = {
  getOfferAnalytics: ['planner', 'site', 'source'],
  getOfferRequestAnalytics: [],
  getConversionAnalytics: ['planner', 'site', 'source'],
  getCustomerAnalytics: ['postalCode', 'state', 'type', 'buildingType'],
  getMaterialAnalytics: ['materialType', 'manufacturer', 'material'],
};

/** Indexes beyond the company's own sites and planners become ids that don't exist or belong to another company. */
function queryOf(report: keyof typeof recounts, stored: StoredHistory, drawn: Drawn) {
  const { span, site, planner, groupBy, postalDigits, isIndicationPrice, ...others } = drawn;
  const grouping = groupBy === undefined ? undefined : groupings[report][groupBy];
  return {
    ...span,
    ...others,
    ...(site !== undefined && { siteId: stored.sites[site] ?? '11' }),
    ...(planner !== undefined && {
      plannerId: stored.planners[planner]?.toUpperCase() ?? '0198f2a4-6d1e-7c3b-9a50-1f2e3d4c5b6a',
    }),
    ...(grouping !== undefined && { groupBy: grouping }),
    ...(report === 'getCustomerAnalytics' && postalDigits !== undefined && { postalDigits }),
    ...(report === 'getOfferAnalytics' && isIndicationPrice !== undefined && { isIndicationPrice }),
  };
}

test('every figure of every report matches an independent recount of the records', async () => {
  const queries = fc.array(query, { minLength: 5, maxLength: 5 });
  const property = fc.asyncProperty(history, queries, async (records, drawn) => {
    const company = await api.addCompany();
    const stored = await storeHistory(api.database.kysely, company.id, records);
    for (const report of reports) {
      for (const one of drawn) {
        const asked = queryOf(report, stored, one);
        const { status, body } = await company.api.send('GET', pathOf(report), { query: asked });
        const expected = recounts[report](records, stored, asked as never);
        expect({ report, asked, status, body }).toEqual({ report, asked, status: 200, body: expected });
      }
    }
  });
  await fc.assert(property, {
    numRuns: Number(process.env.ANALYTICS_RUNS ?? 12),
    seed: 14,
    endOnFailure: true,
  });
}, 120_000);
