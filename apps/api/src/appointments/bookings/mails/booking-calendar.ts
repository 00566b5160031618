import type { CalendarFile } from '@pv-planning/contract/pages';
import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { calendarFile } from '@pv-planning/mail';
import { notFound } from '@pv-planning/server-kit';
import { readCompanyPresentation } from '../../../company/company-records.ts';
import { readBooking } from '../booking-records.ts';
import { customersEntry } from './calendar-entries.ts';

const sequenceOf = preparedQuery((db, { id }: { id: string }) =>
  db.selectFrom('booking').select('calendarSequence').where('id', '=', id),
);

/** Returns a booking as a file for the calendar of its customer. @throws 404 `not_found` */
export async function readBookingCalendar(
  db: CompanyQueries,
  id: string,
  link: string | null,
): Promise<CalendarFile> {
  const booking = await readBooking(db, id);
  const [stored] = await sequenceOf(db, { id });
  if (!stored) throw notFound();
  const company = await readCompanyPresentation(db);
  const entry = customersEntry(booking, company, { link, sequence: stored.calendarSequence });
  const isCancelled = entry.isCancelled || booking.status === 'EXPIRED';
  const content = calendarFile({ ...entry, isCancelled }, booking.status === 'PENDING_PAYMENT');
  return {
    fileName: `Termin-${booking.startsAt.slice(0, 10)}.ics`,
    contentType: 'text/calendar',
    content: Buffer.from(content).toString('base64'),
  };
}
