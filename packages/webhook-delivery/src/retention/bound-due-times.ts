import { type QueryExecutorProvider, sql } from 'kysely';
import type { DeliveryRules } from '../queue/rules.ts';

/**
 * Bounds the due times of a company by the longest wait between attempts. Later due times stem from a time when the database's
 * clock was ahead, and would delay deliveries by the same amount.
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
}
