import type { Booking } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import type { Actor } from '../../kernel/handler-context.ts';
import type { CancellationTexts } from './close-booking.ts';

/** A cancellation that waits until the money has gone back. */
export interface CancelIntent extends CancellationTexts {
  /** Who cancels. */
  by: Actor;
  /** The refund for which it waits. */
  refundId: string;
}

/** Stores that a locked booking is cancelled once its money has gone back. Until then, nothing else can be changed. */
export async function storeIntent(
  db: CompanyQueries,
  { id }: Booking,
  { by, ...intent }: CancelIntent,
  changedAt: string,
): Promise<void> {
  const actor = by.kind === 'customer' ? { ...by, clientAddress: null, userAgent: null } : by;
  await db
    .updateTable('booking')
    .set({
      cancelIntent: { by: { ...actor }, ...intent },
      cancelRequestedAt: changedAt,
      updatedAt: changedAt,
    })
    .where('id', '=', id)
    .execute();
}

/** The columns of a booking that waits for nothing. */
export const noIntent = { cancelIntent: null, cancelRequestedAt: null };

/** Returns the cancellation of a booking that waits for its refund, if there is one. */
export async function findIntent(db: CompanyQueries, bookingId: string): Promise<CancelIntent | undefined> {
  const row = await db
    .selectFrom('booking')
    .select('cancelIntent')
    .where('id', '=', bookingId)
    .executeTakeFirst();
  return (row?.cancelIntent ?? undefined) as CancelIntent | undefined;
}

/** Removes the cancellation of a locked booking. */
export async function withdrawIntent(db: CompanyQueries, { id }: Booking, changedAt: string): Promise<void> {
  await db
    .updateTable('booking')
    .set({ ...noIntent, updatedAt: changedAt })
    .where('id', '=', id)
    .execute();
}
