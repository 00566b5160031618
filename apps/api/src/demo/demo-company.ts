import { readFile } from 'node:fs/promises';
import { type Database, withinCompany } from '@pv-planning/database';
import { sql } from 'kysely';
import { apiKeys } from '../authentication/api-key.ts';
import { handleOf } from '../authentication/company-handle.ts';
import { administration } from '../company/administration.ts';
import type { RecordPatch } from '../company/record-patch.ts';
import type { Links } from '../links/links.ts';
import { offerLink } from '../offers/lifecycle/offer-link.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { addDemoBookings } from './demo-bookings.ts';
import { addDemoCalendar } from './demo-calendar.ts';
import { fillDemoCatalog } from './demo-catalog.ts';
import { addDemoGridOperators } from './demo-grid-operators.ts';
import { addDemoOffers } from './demo-offers.ts';
import { addDemoPayments, type DemoPayments } from './demo-payments.ts';

/** Arbitrary id of the advisory lock that prevents two processes from creating the company at the same time. */
const demoLock = 20_260_101;

const profile: RecordPatch<'Company'> = {
  legalForm: 'GmbH',
  address: {
    street: 'Sonnenallee',
    houseNumber: '3-5',
    postalCode: '01234',
    city: 'Musterstadt',
    state: 'Sachsen',
  },
  phone: '0351 555 0100',
  email: 'info@sonnendach.example',
  website: 'https://www.sonnendach.example',
  vatId: 'DE987654321',
  taxNumber: '201/123/45678',
  registerCourt: 'Amtsgericht Dresden',
  registerNumber: 'HRB 98765',
  managingDirectors: ['Jonas Brandt'],
  iban: 'DE02120300000000202051',
  bic: 'BYLADEM1001',
  bankName: 'Musterbank',
  defaultOfferValidityDays: 30,
};

/** The service that the company is for. */
interface DemoService {
  database: Database;
  secretKeys: SecretKeys;
  links: Links;
}

export interface DemoCompany {
  companyId: string;
  /** Has all scopes. Shown only once. */
  apiKey: string;
  /** Link to the offer, for its customer. */
  offerUrl: string;
  /** The public name, by which customers find what they can book. */
  handle: string;
}

/**
 * Creates a demo company with a logo if the database has no company: two sites, two members with working hours, an API key, a catalog, two
 * booking types, two grid operators, a contractor, a published offer with its link and a draft, in one transaction.
 *
 * @param payments how customers of the company pay; without it, they cannot
 * @returns undefined if there is already a company
 */
export async function createDemoCompany(
  { database, secretKeys, links }: DemoService,
  payments?: DemoPayments,
): Promise<DemoCompany | undefined> {
  const logo = await readFile(new URL('demo-logo.png', import.meta.url));
  return database.kysely.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${demoLock})`.execute(transaction);
    if (await transaction.selectFrom('company').select('companyId').limit(1).executeTakeFirst())
      return undefined;
    const admin = administration(transaction, apiKeys(secretKeys));
    const { id: companyId } = await admin.createCompany({ name: 'Sonnendach Musterstadt GmbH (demo)' });
    const { company } = await admin.updateCompany(companyId, { ...profile, logo });
    const { id: siteId } = await admin.createSite({ companyId, name: 'Musterstadt', isDefault: true });
    const { id: otherId } = await admin.createSite({ companyId, name: 'Nordhausen', isDefault: false });
    const { id: plannerId } = await admin.createMember({
      companyId,
      firstName: 'Lena',
      lastName: 'Vogt',
      email: 'lena.vogt@sonnendach.example',
      role: 'PLANNER',
      siteIds: [siteId],
    });
    const { id: adminId } = await admin.createMember({
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
    if (payments) await addDemoPayments(db, companyId, payments);
    await addDemoCalendar(transaction, { companyId, plannerId, adminId });
    const { networkCarrierId } = await addDemoGridOperators(transaction, companyId);
    const { customerId, offerId } = await addDemoOffers(db, { siteId, networkCarrierId });
    await addDemoBookings({ db, links: links(companyId) }, { plannerId, adminId, customerId });
    const { url: offerUrl } = await offerLink({ db, links: links(companyId) }, offerId, {});
    return { companyId, apiKey, offerUrl, handle: handleOf(company) };
  });
}
