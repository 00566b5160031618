import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { StripeStandIn } from '@pv-planning/stripe-stand-in';
import { type BookingCompany, createBookingCompany } from '../bookings/booking-company.ts';
import { withDatabaseClient } from '../process/database-client.ts';

const run = promisify(execFile);

/** Runs the command line of the service. Returns what it prints. */
async function administer(env: Record<string, string>, parameters: string[], input = {}): Promise<unknown> {
  const command = run(process.execPath, ['--conditions=pv-source', adminMain, ...parameters, '--json'], {
    env: { ...process.env, ...env },
  });
  command.child.stdin?.end(JSON.stringify(input));
  return JSON.parse((await command).stdout);
}

/** Prepares a database: without a company, the service would create its demo outside production. */
export const addFirstCompany = (env: Record<string, string>) =>
  administer(env, ['company', 'create', '--name', 'Sonnendach Musterstadt GmbH']);

const adminMain = fileURLToPath(new URL('../../../api/src/admin/main.ts', import.meta.url));

/** A type that costs nothing, beside the one with a price. */
const insertFreeType = `
  with free as (
    insert into booking_type (company_id, slug, name, duration_minutes, step_minutes, location, assignment, sources,
      min_notice_minutes, max_advance_days)
    values ($1, 'free', 'Beratung', 30, 30, 'ON_SITE', 'ROUND_ROBIN', '{BOOKING_PAGE}', 0, 365)
    returning company_id, id
  )
  insert into booking_type_member (company_id, booking_type_id, member_id)
  select company_id, free.id, member.id from free join member using (company_id)`;

/** A company whose customers pay for its appointments. */
export interface PaymentCompany extends BookingCompany {
  handle: string;
  account: ReturnType<StripeStandIn['createAccount']>;
  /** Where the service receives the events of the account. */
  webhookPath: string;
}

interface Surroundings {
  databaseUrl: string;
  standIn: StripeStandIn;
  /** Of the service. */
  env: Record<string, string>;
}

export async function createPaymentCompany(
  { databaseUrl, standIn, env }: Surroundings,
  planners: number,
): Promise<PaymentCompany> {
  const company = await createBookingCompany(databaseUrl, { planners, bookings: 0 });
  const { companyId } = company;
  const slug = `solar-${companyId}`;
  await withDatabaseClient({ connectionString: databaseUrl }, async (client) => {
    await client.query('update company set slug = $2 where company_id = $1', [companyId, slug]);
    await client.query(
      `update booking_type set price_cents = 9900, tax_rate = 19, sources = '{BOOKING_PAGE}', min_notice_minutes = 0,
         max_advance_days = 365 where company_id = $1`,
      [companyId],
    );
    await client.query(insertFreeType, [companyId]);
  });
  const account = standIn.createAccount();
  const { apiKey, webhookSecret } = account;
  const parameters = ['payment', 'set', '--company', companyId, '--file', '-'];
  const shown = await administer(env, parameters, { apiKey, webhookSecret });
  const { webhookPath } = shown as { webhookPath: string };
  return { ...company, handle: `${slug}-${companyId}`, account, webhookPath };
}
