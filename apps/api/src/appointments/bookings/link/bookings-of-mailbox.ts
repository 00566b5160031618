import type { Booking } from '@pv-planning/contract';
import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { sql } from 'kysely';
import { isMailbox } from '../../../kernel/mails/mailbox.ts';

/** Selects from the bookings that a mailbox has made on the pages. */
export const bookingsOfMailbox = (db: CompanyQueries, email: string) =>
  db
    .selectFrom('booking')
    .where('email', 'is not', null)
    .where(isMailbox('email', email))
    .where('source', '<>', sql.lit('PLANNER'));

/** Whether somebody who reads the mails of an address has confirmed an appointment. */
export async function isProven(db: CompanyQueries, email: string): Promise<boolean> {
  const confirmed = await bookingsOfMailbox(db, email)
    .select('id')
    .where('emailProof', '=', sql.lit('link'))
    .limit(1)
    .executeTakeFirst();
  return confirmed !== undefined;
}

const proofOf = preparedQuery((db, { id }: { id: string }) =>
  db.selectFrom('booking').select('emailProof').where('id', '=', id),
);

/** Whether the customer has not confirmed a booking by a mailed link, so that somebody else may have typed its texts. */
export async function isUnproven(db: CompanyQueries, { id, source }: Booking): Promise<boolean> {
  if (source === 'PLANNER') return false;
  const [proof] = await proofOf(db, { id });
  return proof?.emailProof !== 'link';
}
