// A hand-written import in one statement: matches by article number only, does not compare rows, raises no events.
import type { Postgres } from '../process/postgres.ts';
import type { PriceListRow } from '../records/products.ts';
import { supplier } from './price-list.ts';

const upsert = `
  insert into material (company_id, material_type, supplier, vat_rate, data, unit, article_number,
    manufacturer_article_number, gtin, manufacturer_id, name, purchase_price)
  select $1, 'misc', $2, 0, '{}', 'METER', row.*
  from unnest($3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::numeric[]) as row
  on conflict (company_id, lower(article_number collate "de-x-icu"), lower(coalesce(supplier, ''))) do update set
    manufacturer_article_number = excluded.manufacturer_article_number, gtin = excluded.gtin, name = excluded.name,
    unit = excluded.unit, purchase_price = excluded.purchase_price,
    purchase_price_updated_at = clock_timestamp(), updated_at = clock_timestamp()
  returning id`;

/** @param manufacturerIds by name */
export async function bareUpsert(
  postgres: Postgres,
  { companyId, manufacturerIds }: { companyId: string; manufacturerIds: ReadonlyMap<string, string> },
  rows: readonly PriceListRow[],
): Promise<void> {
  await postgres.sql(upsert, [
    companyId,
    supplier,
    rows.map(({ articleNumber }) => articleNumber),
    rows.map(({ manufacturerArticleNumber }) => manufacturerArticleNumber),
    rows.map(({ gtin }) => gtin),
    rows.map(({ manufacturer }) => manufacturerIds.get(manufacturer ?? '')),
    rows.map(({ name }) => name),
    rows.map(({ purchasePrice }) => purchasePrice),
  ]);
}
