import { type Database, openDatabase } from '@pv-planning/database';

/** Losses that a crash could cause, and the list of differences in which each must appear. */
export const plantedLosses = {
  lost: async ({ kysely }: Database) => {
    const last = kysely
      .selectFrom('booking')
      .select('id')
      .where('status', '=', 'CONFIRMED')
      .where('paymentStatus', '=', 'FREE');
    await kysely.deleteFrom('booking').where('id', '=', last.orderBy('createdAt', 'desc').limit(1)).execute();
  },
  money: async ({ kysely }: Database) => {
    const last = kysely.selectFrom('booking').select('id').where('paymentStatus', '=', 'PAID');
    await kysely
      .updateTable('booking')
      .set(({ eb }) => ({ amountPaidCents: eb('amountPaidCents', '-', 1) }))
      .where('id', '=', last.orderBy('createdAt', 'desc').limit(1))
      .execute();
  },
} as const;

/** Changes the database without the service, to show that the difference is found. */
export async function plantLoss(dataDir: string, kind: keyof typeof plantedLosses): Promise<void> {
  const database = await openDatabase({ dataDir, migrate: false });
  try {
    await plantedLosses[kind](database);
  } finally {
    await database.close();
  }
}
