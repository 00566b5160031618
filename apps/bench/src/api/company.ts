import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';

/** A company and one of its API keys. */
export interface KeyedCompany {
  companyId: string;
  apiKey: string;
}

export async function insertCompany(client: pg.Client): Promise<KeyedCompany> {
  const { rows } = await client.query('insert into company (name) values ($1) returning company_id', [
    'Sonnendach Musterstadt GmbH',
  ]);
  const companyId: string = rows[0].company_id;
  const apiKey = `pvp_live_${companyId}_${randomBytes(16).toString('hex')}`;
  await client.query(
    'insert into api_key (company_id, name, prefix, hash, scopes) values ($1, $2, $3, $4, $5)',
    [companyId, 'bench', apiKey.slice(0, 16), createHash('sha256').update(apiKey).digest(), ['*']],
  );
  return { companyId, apiKey };
}
