import { createHash } from 'node:crypto';
import type pg from 'pg';
import { insertCompany, type KeyedCompany } from '../api/company.ts';
import { families } from './families.ts';

const manufacturers = 40;

const insertManufacturers = `
  insert into manufacturer (company_id, name) select $1, 'Solarwerk ' || n from generate_series(1, $2::integer) as n
  returning name, id`;

const insertSite = `insert into site (company_id, name, is_default) values ($1, 'Musterstadt', true) returning id`;

/** Ten consecutive products, one per family, share the name of a series. */
const insertProducts = `
  with product as (
    insert into material (company_id, material_type, name, manufacturer_id, supplier, article_number,
      manufacturer_article_number, gtin, unit, vat_rate, purchase_price, data, created_at)
    select $1, family.fields->>'materialType',
      family.fields->>'label' || ' ' || upper(left(md5((n / 10)::text), 6)) || '-' || n % 10,
      ($3::bigint[])[1 + n % cardinality($3::bigint[])], 'Solargroßhandel Harz GmbH', 'HZ' || lpad(n::text, 7, '0'),
      upper(left(md5(n::text), 9)), '40' || lpad(n::text, 11, '0'), family.fields->>'unit',
      (family.fields->>'vatRate')::smallint, 1 + n % 500 / 4.0, family.fields->'data', now() - n * interval '1 minute'
    from generate_series(1, $2::integer) as n
    join json_array_elements($5::json) with ordinality as family (fields, number)
      on family.number = 1 + n % json_array_length($5::json)
    returning id, purchase_price
  )
  insert into material_selling_price (company_id, material_id, site_id, net)
  select $1, id, $4, round(purchase_price * 1.4, 2) from product`;

/** Returns the article number of the nth product, counting from 1. */
export function articleNumberOf(product: number): string {
  return `HZ${String(product).padStart(7, '0')}`;
}

/** Returns a lowercase word that occurs in the names of the nth product and its series. */
export function seriesOf(product: number): string {
  const series = Math.floor(product / 10);
  return createHash('md5').update(String(series)).digest('hex').slice(0, 6);
}

/** Returns the manufacturer of the nth product. */
export function manufacturerOf(product: number): string {
  return `Solarwerk ${1 + (product % manufacturers)}`;
}

/** Creates a company with manufacturers; returns their IDs by name. */
export async function insertBuyer(
  client: pg.Client,
): Promise<KeyedCompany & { manufacturerIds: Map<string, string> }> {
  const company = await insertCompany(client);
  const { rows } = await client.query(insertManufacturers, [company.companyId, manufacturers]);
  return { ...company, manufacturerIds: new Map(rows.map(({ name, id }) => [name, id])) };
}

/** Creates a company with the given number of products. */
export async function insertCatalog(client: pg.Client, products: number): Promise<KeyedCompany> {
  const { manufacturerIds, ...company } = await insertBuyer(client);
  const { companyId } = company;
  const site = await client.query(insertSite, [companyId]);
  const siteId = site.rows[0].id;
  const makers = [...manufacturerIds.values()];
  await client.query(insertProducts, [companyId, products, makers, siteId, JSON.stringify(families)]);
  return company;
}
