import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import type Stripe from 'stripe';

const storedRate = preparedQuery((db, rate: { accountId: string; percentage: number }) =>
  db
    .selectFrom('paymentTaxRate')
    .select('providerId')
    .where('accountId', '=', rate.accountId)
    .where('percentage', '=', rate.percentage),
);

/** Returns the provider's id of a tax rate of an account; undefined if it was not created yet. */
export async function findTaxRate(
  db: CompanyQueries,
  accountId: string,
  percentage: number,
): Promise<string | undefined> {
  const [rate] = await storedRate(db, { accountId, percentage });
  return rate?.providerId;
}

/** Creates a tax rate at the provider, and returns its id there. @throws errors of the SDK */
export async function createTaxRate(stripe: Stripe, accountId: string, percentage: number): Promise<string> {
  const { id } = await stripe.taxRates.create(
    { display_name: 'MwSt.', percentage, inclusive: true, country: 'DE' },
    // Bookings that need the rate at the same time get the same one.
    { idempotencyKey: `tax-rate:${accountId}:${percentage}` },
  );
  return id;
}

/** Stores a tax rate that was created at the provider. */
export async function storeTaxRate(
  db: CompanyQueries,
  accountId: string,
  percentage: number,
  providerId: string,
): Promise<void> {
  await db
    .insertInto('paymentTaxRate')
    .values({ accountId, percentage, providerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
