import type { CompanyQueries } from '@pv-planning/database';
import { sql } from 'kysely';
import { nextChange } from '../../kernel/records/change-time.ts';
import { dropCustomerMails } from './mails/drop-mails.ts';

type Owner = 'customerId' | 'offerRequestId';

/** Locks the bookings of a record that is being deleted, in the order of their ids. */
function lockedOf(db: CompanyQueries, owner: Owner, id: string) {
  return db
    .selectFrom('booking')
    .select(['id', nextChange.as('changedAt')])
    .where(owner, '=', id)
    .orderBy('id')
    .forNoKeyUpdate()
    .as('locked');
}

/**
 * Clears the id of a deleted customer in bookings, deletes unsent mails to the customer, and clears the contact details where no
 * money was paid. Paid bookings are business records, which must be kept (§ 147 AO). Names stay, so that the team sees whose
 * appointment it is.
 */
export async function releaseCustomer(db: CompanyQueries, customerId: string): Promise<void> {
  const unlessPaid = (column: 'email' | 'phone' | 'address') =>
    sql<
      string | null
    >`case when payment_status in ('FREE', 'UNPAID') then null else ${sql.ref(`booking.${column}`)} end`;
  const locked = await db
    .selectFrom(lockedOf(db, 'customerId', customerId))
    .select('locked.id')
    .execute();
  await dropCustomerMails(
    db,
    locked.map(({ id }) => id),
  );
  await db
    .updateTable('booking')
    .from(lockedOf(db, 'customerId', customerId))
    .set(({ ref }) => ({
      customerId: null,
      email: unlessPaid('email'),
      phone: unlessPaid('phone'),
      address: unlessPaid('address'),
      updatedAt: ref('locked.changedAt'),
    }))
    .whereRef('booking.id', '=', 'locked.id')
    .execute();
}

/**
 * Assigns the customer of a locked offer request to its bookings without a customer, so that a deletion of the customer finds them.
 * The customer must be locked.
 */
export async function adoptBookings(
  db: CompanyQueries,
  { offerRequestId, customerId }: { offerRequestId: string; customerId: string },
): Promise<void> {
  await db
    .updateTable('booking')
    .from(lockedOf(db, 'offerRequestId', offerRequestId))
    .set(({ ref }) => ({ customerId, updatedAt: ref('locked.changedAt') }))
    .whereRef('booking.id', '=', 'locked.id')
    .where('booking.customerId', 'is', null)
    .execute();
}

/** Clears the id of a deleted offer request in bookings. */
export async function releaseOfferRequest(db: CompanyQueries, offerRequestId: string): Promise<void> {
  await db
    .updateTable('booking')
    .from(lockedOf(db, 'offerRequestId', offerRequestId))
    .set(({ ref }) => ({ offerRequestId: null, updatedAt: ref('locked.changedAt') }))
    .whereRef('booking.id', '=', 'locked.id')
    .execute();
}
