import pg from 'pg';
import { insertCompany, type KeyedCompany } from './company.ts';

/** A company with customers. */
export interface BenchCompany extends KeyedCompany {
  customerIds: string[];
}

/** Odd, so that cycling through the customers combines each of them with changing bodies. */
const customersPerCompany = 1_001;

const insertCustomers = `
  insert into customer (company_id, customer_number, type, salutation, first_name, last_name, email, phone, address,
    language, notes, tags, created_at)
  select $1, 'K-' || n, 'PRIVATE', 'MS', 'Maria', 'Schneider ' || n, 'maria.schneider.' || n || '@example.com',
    '+49 3631 55' || n, json_build_object('street', 'Lindenweg', 'houseNumber', n::text, 'addressLine2', null,
      'postalCode', '99734', 'city', 'Nordhausen', 'district', null, 'state', 'Thüringen', 'country', 'DE'),
    'de', 'Prefers to be called in the evening.', '{referral,battery}', now() - n * interval '1 hour'
  from generate_series(1, $2::integer) as n
  returning id`;

/** Deliveries are recorded, as for any company with an endpoint, but never sent. */
export const insertPausedEndpoint = `
  insert into webhook_endpoint (company_id, id, url, event_types, state, secret)
  values ($1, gen_random_uuid(), 'https://receiver.example/hooks', '{*}', 'paused', 'never opened')`;

async function createCompany(client: pg.Client, count: number): Promise<BenchCompany> {
  const company = await insertCompany(client);
  const { companyId } = company;
  await client.query(insertPausedEndpoint, [companyId]);
  const customers = await client.query(insertCustomers, [companyId, count]);
  return { ...company, customerIds: customers.rows.map(({ id }) => id) };
}

/** Creates two companies: one for reads, and one for writes, which grows. */
export async function createDataset(
  databaseUrl: string,
  customers = customersPerCompany,
): Promise<{ read: BenchCompany; written: BenchCompany }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const dataset = {
      read: await createCompany(client, customers),
      written: await createCompany(client, customersPerCompany),
    };
    await client.query('analyze');
    return dataset;
  } finally {
    await client.end();
  }
}
