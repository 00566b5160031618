import { type QueryExecutorProvider, sql } from 'kysely';
import { readyEndpoints } from './claim.ts';

/**
 * Companies with a delivery that can be sent now, least recently served first. Takes no lock, and looks at each
 * endpoint's oldest delivery only: however much is queued for paused or failing endpoints costs nothing here.
 */
export async function dueCompanies(database: QueryExecutorProvider, limit: number): Promise<string[]> {
  const { rows } = await sql<{ companyId: string }>`
    select endpoint.company_id ${readyEndpoints(sql`true`)}
    group by endpoint.company_id
    order by min(endpoint.served_at)
    limit ${limit}
  `.execute(database);
  return rows.map(({ companyId }) => companyId);
}
