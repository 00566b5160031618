import { type Database, withinCompany } from '@pv-planning/database';
import { sql } from 'kysely';
import { administration } from '../company/administration.ts';
import { fillDemoCatalog } from './demo-catalog.ts';
import { addDemoOffer } from './demo-offer.ts';

/** Arbitrary id of the advisory lock that prevents two processes from creating the company at the same time. */
const demoLock = 20_260_101;

export interface DemoCompany {
  companyId: string;
  /** Has all scopes. Shown only once. */
  apiKey: string;
}

/**
 * Creates a demo company if the database has no company: two sites, two members, an API key, a catalog and a published offer, in one
 * transaction.
 *
 * @returns undefined if there is already a company
 */
export async function createDemoCompany(database: Database): Promise<DemoCompany | undefined> {
  return database.kysely.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${demoLock})`.execute(transaction);
    if (await transaction.selectFrom('company').select('companyId').limit(1).executeTakeFirst())
      return undefined;
    const admin = administration(transaction);
    const { id: companyId } = await admin.createCompany({ name: 'Sonnendach Musterstadt GmbH (demo)' });
    const { id: siteId } = await admin.createSite({ companyId, name: 'Musterstadt', isDefault: true });
    const { id: otherId } = await admin.createSite({ companyId, name: 'Nordhausen', isDefault: false });
    await admin.createMember({
      companyId,
      firstName: 'Lena',
      lastName: 'Vogt',
      email: 'lena.vogt@sonnendach.example',
      role: 'PLANNER',
      siteIds: [siteId],
    });
    await admin.createMember({
      companyId,
      firstName: 'Jonas',
      lastName: 'Brandt',
      email: 'jonas.brandt@sonnendach.example',
      role: 'ADMIN',
      siteIds: [siteId],
    });
    const { key: apiKey } = await admin.createKey({ companyId, name: 'Demo', grant: ['*'] });
    const db = withinCompany(transaction, companyId);
    await fillDemoCatalog(db, [siteId, otherId]);
    await addDemoOffer(db, siteId);
    return { companyId, apiKey };
  });
}
