import { type QueryExecutorProvider, sql } from 'kysely';
import type { DeliveryRules } from '../queue/rules.ts';

/**
 * Moves due times and pauses of a company that lie further away than the longest pause to its end. They do after the database's
 * clock was set back, and would keep deliveries waiting for as long as the clock had been ahead.
 */
export async function boundDueTimes(
  database: QueryExecutorProvider,
  companyId: string,
  { retryCapMs }: Pick<DeliveryRules, 'retryCapMs'>,
): Promise<void> {
  const { rows } = await sql<{ latest: string }>`
    select now() + ${retryCapMs} * interval '1 millisecond' as latest`.execute(database);
  const latest = rows[0]?.latest;
  await sql`
    update webhook_delivery set due_at = ${latest}::timestamptz
    where company_id = ${companyId}::bigint and due_at > ${latest}::timestamptz
  `.execute(database);
  await sql`
    update webhook_endpoint set gate_until = ${latest}::timestamptz
    where company_id = ${companyId}::bigint and gate_until > ${latest}::timestamptz
  `.execute(database);
}
