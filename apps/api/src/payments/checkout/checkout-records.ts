import type { CompanyQueries, CompanyTables } from '@pv-planning/database';
import { type Selectable, sql } from 'kysely';
import type { LockedBooking } from '../../appointments/bookings/locked-booking.ts';
import { noLease } from '../../kernel/records/lease.ts';
import { type CheckoutState, checkoutState } from './checkout-states.ts';

export type Checkout = Selectable<CompanyTables['checkout']>;

/** Interval of checks of an open checkout: a lost event delays its outcome by this time at most. */
export const openCheckMs = 300_000;

/** Minimum interval of checks while a customer waits. */
const soonestCheckMs = 3_000;

export async function findCheckout(db: CompanyQueries, id: string): Promise<Checkout | undefined> {
  return db.selectFrom('checkout').selectAll('checkout').where('id', '=', id).executeTakeFirst();
}

/** Returns the state of the checkout of a locked booking, and the deadline of the team for settling it. */
export async function readCheckoutState(
  db: CompanyQueries,
  { record, place: { holdUntil }, now }: LockedBooking,
): Promise<{ state: CheckoutState; settlingUntil: string | null }> {
  const checkout = await findCheckout(db, record.id);
  const { isProcessing = false, settlingUntil = null } = checkout ?? {};
  const state = checkoutState({ ...record, holdUntil }, { isProcessing, settlingUntil }, now);
  return { state, settlingUntil };
}

/**
 * Makes dispatchers read the session of a checkout at once, even if one of them is reading it already: its answer may be outdated.
 */
export async function wakeCheckout(db: CompanyQueries, id: string, now: string): Promise<void> {
  await db
    .updateTable('checkout')
    .set({ status: 'queued', attempts: 0, dueAt: now, ...noLease, finishedAt: null })
    .where('id', '=', id)
    .execute();
}

/** Makes dispatchers read the session soon, unless they have just done so. */
export async function hastenCheckout(db: CompanyQueries, id: string, now: string): Promise<void> {
  await db
    .updateTable('checkout')
    .set({ dueAt: now })
    .where('id', '=', id)
    .where('status', '=', sql.lit('queued'))
    .where('leaseToken', 'is', null)
    .where('dueAt', '>', now)
    .where('dueAt', '<=', new Date(Date.parse(now) + openCheckMs - soonestCheckMs).toISOString())
    .execute();
}

/** Stores that a debit is under way. The checkout cannot be paid otherwise then. */
export async function storeDebit(db: CompanyQueries, id: string): Promise<void> {
  await db.updateTable('checkout').set({ isProcessing: true, url: null }).where('id', '=', id).execute();
}

/** Stores the deadline of the team for settling a checkout. Null: none. */
export async function storeSettling(
  db: CompanyQueries,
  id: string,
  settlingUntil: string | null,
): Promise<void> {
  await db.updateTable('checkout').set({ settlingUntil }).where('id', '=', id).execute();
}

/** Clears the address, request and client of a decided checkout. @param isProcessing whether a debit can still be collected */
export async function closeCheckout(db: CompanyQueries, id: string, isProcessing = false): Promise<void> {
  await db
    .updateTable('checkout')
    .set({ url: null, request: null, clientAddress: null, isProcessing, settlingUntil: null })
    .where('id', '=', id)
    .execute();
}
