import type { Booking } from '@pv-planning/contract';
import { type CalendarEntry, calendarDescription } from '@pv-planning/mail';
import type { CompanyPresentation } from '../../../company/company-records.ts';
import { oneLineAddress } from '../../../crm/customers/one-line-address.ts';

const joined = (separator: string, ...parts: readonly (string | null | undefined)[]) =>
  parts.filter((part) => part).join(separator);

/** Returns the fields that the calendar entries of customer and planner share. */
function commonEntry(booking: Booking, company: CompanyPresentation, sequence: number): CalendarEntry {
  const { id, startsAt, endsAt, typeName, status, updatedAt: stampedAt } = booking;
  const places = { ON_SITE: booking.customer?.address ?? null, OFFICE: oneLineAddress(company.address) };
  return {
    id,
    sequence,
    isCancelled: status === 'CANCELLED',
    startsAt,
    endsAt,
    summary: joined(', ', typeName, company.name),
    location: places[booking.location as 'OFFICE'] ?? null,
    stampedAt,
  };
}

/** Returns the appointment for the calendar of the customer. @param link null if the service has no public address */
export function customersEntry(
  booking: Booking,
  company: CompanyPresentation,
  { link, sequence }: { link: string | null; sequence: number },
): CalendarEntry {
  const entry = commonEntry(booking, company, sequence);
  const url = entry.isCancelled ? null : link;
  return { ...entry, url, description: calendarDescription(company, url, booking.language) };
}

/**
 * Returns the appointment for the calendar of a planner, who sees whom to visit. After a handover, the next planner gets an entry
 * of its own.
 */
export function plannersEntry(
  booking: Booking,
  company: CompanyPresentation,
  { plannerId, sequence }: { plannerId: string; sequence: number },
): CalendarEntry {
  const entry = commonEntry(booking, company, sequence);
  const { id, customer, typeName, note, planner } = booking;
  return {
    ...entry,
    id: `${id}.${plannerId}`,
    isCancelled: entry.isCancelled || planner?.id !== plannerId,
    summary: joined(', ', typeName, customer?.name),
    description: joined('\n', customer?.phone, customer?.email, note),
  };
}
