import type { Tables } from '@pv-planning/database';
import { type Kysely, sql } from 'kysely';
import { retention } from './retention.ts';

const batchSize = 1_000;

/** Deletes expired keys, one company at a time and in batches, so that locks are held briefly. */
export async function deleteExpiredKeys(kysely: Kysely<Tables>): Promise<void> {
  const companies = await kysely.selectFrom('company').select('companyId').execute();
  for (const { companyId } of companies) {
    while ((await deleteBatch(kysely, companyId)) === batchSize);
  }
}

async function deleteBatch(kysely: Kysely<Tables>, companyId: string): Promise<number> {
  const { numDeletedRows } = await kysely
    .deleteFrom('idempotencyKey')
    .where('companyId', '=', companyId)
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('owner', 'key'),
        'in',
        selectFrom('idempotencyKey as expired')
          .select(['expired.owner', 'expired.key'])
          .where('expired.companyId', '=', companyId)
          .where('expired.createdAt', '<', sql<string>`now() - ${retention}`)
          .limit(batchSize)
          .forUpdate()
          .skipLocked()
          .$asTuple('owner', 'key'),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
