import type pg from 'pg';
import { insertCompany, type KeyedCompany } from '../api/company.ts';
import { withDatabaseClient } from '../process/database-client.ts';

/** Number of offers of each project and customer. */
const offersPerProject = 20;

const insertProjects = `
  with customer as (
    insert into customer (company_id, type, last_name)
    select $1, 'PRIVATE', 'Schneider ' || n from generate_series(1, $2::integer) as n
    returning id
  )
  insert into project (company_id, customer_id, state, name) select $1, id, 'OPEN', 'Dach' from customer returning id, customer_id`;

/** Every third offer is published, every twelfth accepted. */
const insertOffers = `
  insert into offer (company_id, number, project_id, customer_id, name, state, vat_mode, valid_to, net_price, vat_amount,
    offer_price, purchase_price, margin_percent, vat_breakdown, system_power_kwp, module_count, inverter_power_kw,
    battery_capacity_kwh, published_at, accepted_at, created_at)
  select $1, 'AN-2026-' || lpad(n::text, 6, '0'), ($3::bigint[])[1 + n % cardinality($3::bigint[])],
    ($4::bigint[])[1 + n % cardinality($4::bigint[])],
    (array['Einfamilienhaus', 'Scheune', 'Carport', 'Halle', 'Garage'])[1 + n % 5] || ' ' || upper(left(md5(n::text), 6)),
    case when n % 12 = 0 then 'ACCEPTED' when n % 3 = 0 then 'PUBLISHED' else 'DRAFT' end, 'PV_ZERO', '2027-03-31',
    9000 + n % 20000, 0, 9000 + n % 20000, 6000 + n % 9000, 30, '[]', 5 + n % 20, 12 + n % 40, 10, 10,
    case when n % 3 = 0 then now() - n * interval '50 seconds' end,
    case when n % 12 = 0 then now() - n * interval '40 seconds' end, now() - n * interval '1 minute'
  from generate_series(1, $2::integer) as n`;

async function insertCompanyWithOffers(client: pg.Client, offers: number): Promise<KeyedCompany> {
  const company = await insertCompany(client);
  const { companyId } = company;
  const { rows } = await client.query(insertProjects, [companyId, Math.ceil(offers / offersPerProject)]);
  const idsIn = (column: string) => rows.map((row) => row[column]);
  await client.query(insertOffers, [companyId, offers, idsIn('id'), idsIn('customer_id')]);
  return company;
}

/** Number of other companies whose offers are in the same table. */
const otherCompanies = 2;

/** Creates a company with the given number of offers, and other companies. Returns the request headers of the first company. */
export function insertOffersOfCompanies(
  databaseUrl: string,
  offers: number,
): Promise<Record<string, string>> {
  return withDatabaseClient({ connectionString: databaseUrl }, async (client) => {
    const { apiKey } = await insertCompanyWithOffers(client, offers);
    for (let other = 0; other < otherCompanies; other += 1) {
      await insertCompanyWithOffers(client, Math.ceil(offers / 4));
    }
    await client.query('vacuum analyze');
    return { authorization: `Bearer ${apiKey}` };
  });
}
