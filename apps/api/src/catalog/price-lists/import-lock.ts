import type { CompanyQueries } from '@pv-planning/database';
import { tooManyConcurrent } from '@pv-planning/server-kit';

const retrySeconds = 10;

/**
 * Prevents imports by other processes until the end of the transaction, so that an import sees every product that earlier ones
 * added. No constraint prevents two imports from adding the same product by GTIN.
 *
 * Fails instead of waiting, because a waiting import would occupy a connection and the memory of its body. Imports within one
 * process wait before their bodies are read (`x-concurrency`).
 *
 * @throws 429 `too_many_concurrent` if another process is importing a list of the company
 */
export async function lockImports(db: CompanyQueries): Promise<void> {
  const company = await db
    .selectFrom('company')
    .select('companyId')
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!company) throw tooManyConcurrent(retrySeconds);
}
