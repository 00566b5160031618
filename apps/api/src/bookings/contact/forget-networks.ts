import type { CompanyQueries } from '@pv-planning/database';

/** Deletes from which networks customers have booked before a time. Returns from how many bookings. */
export async function forgetNetworks(
  db: CompanyQueries,
  { before, batchSize }: { before: string; batchSize: number },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('booking')
    .set({ clientNetwork: null })
    .where(({ eb, selectFrom }) =>
      eb(
        'id',
        'in',
        selectFrom('booking as old')
          .select('old.id')
          .where('old.createdAt', '<', before)
          .where('old.clientNetwork', 'is not', null)
          .limit(batchSize)
          .forNoKeyUpdate()
          .skipLocked(),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
