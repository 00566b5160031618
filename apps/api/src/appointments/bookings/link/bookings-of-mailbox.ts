import type { CompanyQueries } from '@pv-planning/database';
import { sql } from 'kysely';
import { isMailbox } from '../../../kernel/mails/mailbox.ts';

/** Selects from the bookings that were made on the pages for a mailbox. */
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
