import { createHash, createHmac, randomBytes } from 'node:crypto';
import { secretKey } from '@pv-planning/webhook-delivery/testing';
import type pg from 'pg';
import { withDatabaseClient } from '../process/database-client.ts';

/** A company and one of its API keys. */
export interface KeyedCompany {
  companyId: string;
  apiKey: string;
}

/** As the service makes it, with its MAC. */
function newKey(companyId: string): string {
  const random = randomBytes(16).toString('hex');
  const subkey = createHmac('sha256', secretKey).update('credentials').digest();
  const mac = createHmac('sha256', subkey)
    .update(JSON.stringify(['API key', companyId, random]))
    .digest();
  return `pvp_live_${companyId}_${random}_${mac.subarray(0, 16).toString('hex')}`;
}

async function insertKey(client: pg.Client, companyId: string): Promise<string> {
  const apiKey = newKey(companyId);
  await client.query(
    'insert into api_key (company_id, name, prefix, hash, scopes) values ($1, $2, $3, $4, $5)',
    [companyId, 'bench', apiKey.slice(0, 16), createHash('sha256').update(apiKey).digest(), ['*']],
  );
  return apiKey;
}

/** Creates an API key of a company. */
export function insertCompanyKey(databaseUrl: string, companyId: string): Promise<string> {
  return withDatabaseClient({ connectionString: databaseUrl }, (client) => insertKey(client, companyId));
}

export async function insertCompany(client: pg.Client): Promise<KeyedCompany> {
  const { rows } = await client.query('insert into company (name) values ($1) returning company_id', [
    'Sonnendach Musterstadt GmbH',
  ]);
  const companyId: string = rows[0].company_id;
  return { companyId, apiKey: await insertKey(client, companyId) };
}
