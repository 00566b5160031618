import type { CompanyQueries } from '@pv-planning/database';
import { rateLimited } from '@pv-planning/server-kit';
import { isLockTimeout } from '../records/database-errors.ts';

/**
 * One import of a company after the other, so that the second finds the products that the first adds.
 *
 * @throws 429 `rate_limited` when another process imports for longer than a lock may take
 */
export async function lockImports(db: CompanyQueries): Promise<void> {
  try {
    await db.selectFrom('company').select('companyId').forNoKeyUpdate().execute();
  } catch (error) {
    throw isLockTimeout(error) ? rateLimited(10, { cause: error }) : error;
  }
}
