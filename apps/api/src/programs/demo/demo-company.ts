import { readFile } from 'node:fs/promises';
import { type Database, withinCompany } from '@pv-planning/database';
import { sql } from 'kysely';
import { administration } from '../../company/administration.ts';
import { apiKeys } from '../../company/authentication/api-key.ts';
import { handleOf } from '../../company/authentication/company-handle.ts';
import type { Links } from '../../kernel/links/links.ts';
import type { SecretKeys } from '../../kernel/secrets/secret-keys.ts';
import { demoCommands } from './demo-commands.ts';
import { runOperation } from './demo-operations.ts';
import { addDemoPayments, type DemoPayments } from './demo-payments.ts';
import { type Send, sendRequests } from './demo-requests.ts';

/** Arbitrary id of the advisory lock that prevents two processes from creating the company at the same time. */
const demoLock = 20_260_101;

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
  /** The public name, by which customers find the company's pages. */
  handle: string;
}

/**
 * Creates a company with a logo and an API key if the database has none, and sends the requests in `data`, in one transaction.
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
    const { company } = await admin.updateCompany(companyId, { logo });
    const { key: apiKey } = await admin.createKey({ companyId, name: 'Demo', grant: ['*'] });
    const context = { db: withinCompany(transaction, companyId), links: links(companyId) };
    if (payments) await addDemoPayments(context.db, companyId, payments);
    const runCommand = demoCommands({ kysely: transaction, database, links }, admin, companyId);
    const run: Send = (request) => runOperation(context, request);
    const resultOf = await sendRequests([
      { file: 'company.yaml', send: runCommand },
      { file: 'catalog.yaml', send: run },
      { file: 'offers.yaml', send: run },
      { file: 'bookings.yaml', send: run },
    ]);
    const { url: offerUrl = '' } = resultOf('offer link');
    return { companyId, apiKey, offerUrl, handle: handleOf(company) };
  });
}
