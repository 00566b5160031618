import { type Database, openDatabase } from '@pv-planning/database';

/** What a crash could take: an acknowledged record, or the event of one. */
export const injectedLosses: Record<string, (database: Database) => Promise<unknown>> = {
  'a record': async ({ kysely }) => {
    const youngest = kysely.selectFrom('project').select('id').orderBy('id', 'desc').limit(1);
    return kysely.deleteFrom('project').where('id', '=', youngest).execute();
  },
  'an event': async ({ kysely }) => {
    const youngest = kysely.selectFrom('webhookEvent').select('id').orderBy('createdAt', 'desc').limit(1);
    return kysely.deleteFrom('webhookEvent').where('id', '=', youngest).execute();
  },
  'a change': async ({ kysely }) => {
    const youngest = kysely.selectFrom('customer').select('id').orderBy('id', 'desc').limit(1);
    return kysely
      .updateTable('customer')
      .set({ notes: 'as before the change' })
      .where('id', '=', youngest)
      .execute();
  },
};

/** Takes something out of the database behind the service's back, to show that a loss is noticed. */
export async function injectLoss(dataDir: string, name: string): Promise<void> {
  const database = await openDatabase({ dataDir, migrate: false });
  try {
    await injectedLosses[name]?.(database);
  } finally {
    await database.close();
  }
}
