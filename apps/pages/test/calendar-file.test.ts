import type { LinkedBooking } from '@pv-planning/contract/pages';
import { expect, test } from 'vitest';
import { calendarUrl } from '../src/booking/calendar-file.ts';

const booking = {
  ...{ createdAt: '2026-11-24T10:00:00.123Z', typeName: 'Beratung', company: { name: 'Dachwerk' } },
  ...{ startsAt: '2026-12-01T09:00:00.000Z', endsAt: '2026-12-01T10:00:00.000Z' },
} as LinkedBooking;

const linesOf = (of: LinkedBooking) => decodeURIComponent(calendarUrl(of, null)).split('\r\n');
const lineOf = (name: string, lines: string[]) => lines.find((line) => line.startsWith(`${name}:`));

test('an appointment that was moved replaces its entry in the calendar', () => {
  const moved = { startsAt: '2026-12-02T09:00:00.000Z', endsAt: '2026-12-02T10:00:00.000Z' };
  const [before, after] = [linesOf(booking), linesOf({ ...booking, ...moved })];
  expect(lineOf('UID', after)).toBe('UID:2026-11-24T10:00:00.123Z@pv-planning');
  expect(lineOf('UID', before)).toBe(lineOf('UID', after));
  expect(lineOf('DTSTART', after)).toBe('DTSTART:20261202T090000Z');
});
