import { gzipSync } from 'node:zlib';
import type { PriceListResult } from '@pv-planning/contract';
import { DefaultQueryExecutor, sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { gtinOf, type Import, misc, type PriceListCompany } from '../support/price-list-company.ts';
import { openTestApi } from '../support/test-api.ts';

const { newPriceListCompany, database } = await openTestApi();

describe('a long list', () => {
  const rowsOf = (count: number, increase = 0) =>
    Array.from({ length: count }, (_, index) => ({
      articleNumber: `BIG-${index}`,
      manufacturerArticleNumber: `M-${index}`,
      manufacturer: `Großwerk ${index % 3}`,
      gtin: gtinOf(index),
      name: `Artikel ${index}`,
      purchasePrice: 1 + increase + index / 100,
    }));

  test('of 10,000 rows is imported in one request, plain or compressed, and changes nothing when it is repeated', async () => {
    const company = await newPriceListCompany();
    // The statistics tell PostgreSQL that there are no products, as when one of several companies imports its first products.
    await sql`analyze material, material_selling_price`.execute(database.kysely);
    const markup = [{ siteId: company.siteId, percent: 25 }];
    const body: Import = { defaultMaterialType: 'misc', markup, rows: rowsOf(10_000) };
    const rawBody = new Uint8Array(gzipSync(JSON.stringify(body)));
    const events = await company.raisedBy(async () => {
      const { status, body: result } = await company.api.send('POST', '/v1/materials/price-list-import', {
        rawBody,
        headers: { 'Content-Encoding': 'gzip' },
      });
      expect({ status, summary: (result as PriceListResult).summary }).toMatchObject({
        status: 200,
        summary: { created: 10_000 },
      });
    });
    expect(events).toHaveLength(10_000);
    expect((await company.import(body)).summary).toMatchObject({ unchanged: 10_000 });
  });

  test('with a manufacturer for each product is imported, and changes nothing when it is repeated', async () => {
    const company = await newPriceListCompany();
    const rows = rowsOf(5_000).map((row, index) => ({ ...row, manufacturer: `Kleinwerk ${index}` }));
    const body: Import = { ...misc, rows };
    expect((await company.import(body)).summary).toMatchObject({ created: 5_000 });
    expect((await company.import(body)).summary).toMatchObject({ unchanged: 5_000 });
  });

  test('needs as many statements as a short one', async () => {
    const executed = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery');
    onTestFinished(() => executed.mockRestore());
    /** Counts the statements on tables that price lists read and write; the service also sends others, and events with COMMIT. */
    async function statementsFor(company: PriceListCompany, body: Import) {
      executed.mockClear();
      await company.import(body);
      const texts = executed.mock.calls.map(([{ sql: text }]) => text);
      return texts.filter((text) => /material|manufacturer/.test(text)).length;
    }
    async function statementsOfAll(count: number) {
      const company = await newPriceListCompany();
      const options: Import = {
        defaultMaterialType: 'misc',
        markup: [{ siteId: company.siteId, percent: 25 }],
      };
      return {
        ofNew: await statementsFor(company, { ...options, rows: rowsOf(count) }),
        ofUnchanged: await statementsFor(company, { ...options, rows: rowsOf(count) }),
        ofPrices: await statementsFor(company, { ...options, rows: rowsOf(count, 5) }),
      };
    }
    const ofFew = await statementsOfAll(10);
    expect(await statementsOfAll(1_000)).toEqual(ofFew);
    expect(ofFew).toEqual({ ofNew: 8, ofUnchanged: 4, ofPrices: 6 });
  });
});
