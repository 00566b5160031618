import { type Database, openDatabase } from '@pv-planning/database';

/** Losses that a crash could cause, such as the loss of an acknowledged record or of its event. */
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

/** Changes the database without the service, to show that a loss is detected. */
export async function injectLoss(dataDir: string, name: string): Promise<void> {
  const database = await openDatabase({ dataDir, migrate: false });
  try {
    await injectedLosses[name]?.(database);
  } finally {
    await database.close();
  }
}
