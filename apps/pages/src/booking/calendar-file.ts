import type { LinkedBooking } from '@pv-planning/contract/pages';

const stamp = (time: string) => time.replaceAll(/[-:]|\.\d+/g, '');
const escaped = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r?\n/g, '\\n');

/** Returns the address of a calendar file (RFC 5545) with the appointment. */
export function calendarUrl(booking: LinkedBooking, place: string | null): string {
  const { createdAt, startsAt, endsAt, typeName, company } = booking;
  const summary = [typeName, company.name].filter(Boolean).join(' – ');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//PV Planning//Pages//EN',
    'BEGIN:VEVENT',
    // The same after a move, so that calendars replace the entry.
    `UID:${createdAt}@pv-planning`,
    `DTSTAMP:${stamp(new Date().toISOString())}`,
    `DTSTART:${stamp(startsAt)}`,
    `DTEND:${stamp(endsAt)}`,
    `SUMMARY:${escaped(summary)}`,
    ...(place === null ? [] : [`LOCATION:${escaped(place)}`]),
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ];
  return `data:text/calendar;charset=utf-8,${encodeURIComponent(lines.join('\r\n'))}`;
}
