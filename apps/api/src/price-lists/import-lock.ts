import type { CompanyQueries } from '@pv-planning/database';
import { rateLimited } from '@pv-planning/server-kit';

const retrySeconds = 10;

/**
 * Keeps the imports of other processes out until the end of the transaction, so that an import finds every product that the
 * ones before it added: no constraint keeps two from adding the same product by GTIN.
 *
 * It never waits. Imports wait for their turn in the process that has accepted them (`x-one-at-a-time`), before their bodies
 * are read; one that waited here would hold a connection and its body.
 *
 * @throws 429 `rate_limited` while another process imports a list of the company
 */
export async function lockImports(db: CompanyQueries): Promise<void> {
  const company = await db
    .selectFrom('company')
    .select('companyId')
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!company) throw rateLimited(retrySeconds);
}
