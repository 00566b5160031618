import { openDatabase } from '@pv-planning/database';
import type { StripeStandIn } from '@pv-planning/stripe-stand-in';
import { v7 as uuidv7 } from 'uuid';
import { apiKeys } from '../../../src/company/authentication/api-key.ts';
import { webhookPath } from '../../../src/kernel/payment-accounts/account-handle.ts';
import { paymentAccounts } from '../../../src/kernel/payment-accounts/payment-accounts.ts';
import { stripeClients } from '../../../src/kernel/payment-accounts/stripe-clients.ts';
import { storedBookings } from '../../support/stored-bookings.ts';

export interface BookingCompany {
  apiKey: string;
  handle: string;
  /** Booking types of the same planners: a free one, and one that customers pay. */
  free: string;
  paid: string;
}

export const priceCents = 9900;

interface Place {
  dataDir: string;
  secretKey: Buffer;
  /** Of the service. */
  url: string;
  standIn: StripeStandIn;
}

/** Adds a company with two planners, which takes payments. */
export async function addCompany({ dataDir, secretKey, url, standIn }: Place): Promise<BookingCompany> {
  const database = await openDatabase({ dataDir, migrate: false });
  try {
    const { kysely } = database;
    const { companyId, slug } = await kysely
      .insertInto('company')
      .values({ name: 'Dachwerk' })
      .returning(['companyId', 'slug'])
      .executeTakeFirstOrThrow();
    const { key, prefix, hash } = apiKeys({ secretKey }).generate(companyId);
    await kysely
      .insertInto('apiKey')
      .values({ companyId, name: 'CRM', prefix, hash, scopes: ['*'] })
      .execute();

    const stored = storedBookings(kysely, companyId);
    const planners = [await stored.member(), await stored.member({ email: 'paul@sonnendach.example' })];
    await stored.hours(
      null,
      [1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, '08:00', '20:00'] as const),
    );
    const free = await stored.type(planners, { sources: ['BOOKING_PAGE'] });
    const paid = await stored.type(planners, { sources: ['BOOKING_PAGE'], priceCents, taxRate: 19 });

    const id = uuidv7();
    const clients = stripeClients(`http://${standIn.host}:${standIn.port}`);
    const accounts = paymentAccounts({ secretKey }, clients, { production: false });
    const account = standIn.createAccount({ webhookUrl: url + webhookPath({ companyId, id }) });
    const now = new Date().toISOString();
    await kysely
      .insertInto('paymentAccount')
      .values({
        ...{ companyId, id },
        apiKey: accounts.seal(account.apiKey, { companyId, id }, 'apiKey'),
        apiKeyEnd: account.apiKey.slice(-4),
        isLive: false,
        webhookSecret: accounts.seal(account.webhookSecret, { companyId, id }, 'webhookSecret'),
        createdAt: now,
        updatedAt: now,
      })
      .execute();
    return { apiKey: key, handle: `${slug}-${companyId}`, free: free.slug, paid: paid.slug };
  } finally {
    await database.close();
  }
}
