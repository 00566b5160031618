import type { PriceListResult } from '@pv-planning/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeContract } from './contract-suites/describe-contract.ts';
import { fuzzRuns, fuzzSeed, fuzzTimeout, withKnownIds } from './contract-suites/fuzz.ts';
import { publicContract } from './support/contract-document.ts';
import { priceList } from './support/price-list-arbitrary.ts';
import { openTestApi } from './support/test-api.ts';

const world = await openTestApi();
const { api } = world.exampleCompany;

describeContract(publicContract, world, ['fuzz']);

/** Returns the result of an import without the ids of new records, which a dry run cannot know. */
function comparable({ summary, unreadable, manufacturers, results }: PriceListResult) {
  return {
    summary,
    unreadable,
    manufacturers: manufacturers.map(({ name }) => name),
    results: results.map((row) => (row.status === 'CREATED' ? { ...row, materialId: null } : row)),
  };
}

test(
  'the import of a random price list matches its dry run, and repeating it changes nothing',
  async () => {
    const statuses = new Map<string, number>();
    const count = (status: string) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const property = fc.asyncProperty(priceList, fc.nat(), async (drawn, pick) => {
      const body = { ...(withKnownIds(drawn, pick) as typeof drawn), dryRun: false };
      const dry = await api.call('importPriceList', { body: { ...body, dryRun: true } });
      const real = await api.call('importPriceList', { body });
      expect(real.status, real.text).toBe(dry.status);
      if (real.status !== 200) {
        count(String(real.error));
        return;
      }
      expect(comparable(real.body)).toEqual(comparable(dry.body));
      for (const { status } of real.body.results) count(status);
      if (!real.body.applied || real.body.summary.failed > 0) return;
      const again = await api.call('importPriceList', { body });
      expect(again.body.summary).toMatchObject({ created: 0, updated: 0 });
    });
    await fc.assert(property, { seed: fuzzSeed, numRuns: Math.ceil(fuzzRuns / 5), endOnFailure: true });
    const counted = [...statuses].map(([status, number]) => `${status}: ${number}`).join(', ');
    console.log(`fuzz: rows and refusals of price lists (${counted})`);
    expect([...statuses.keys()]).toEqual(
      expect.arrayContaining([
        'CREATED',
        'UPDATED',
        'UNCHANGED',
        'SKIPPED',
        'FAILED',
        'unreadable_price_list',
      ]),
    );
  },
  fuzzTimeout,
);
