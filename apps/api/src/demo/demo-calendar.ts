import type { Tables } from '@pv-planning/database';
import type { WorkingHours } from '@pv-planning/slots';
import type { Kysely } from 'kysely';
import { absenceAdministration } from '../availability/absence-administration.ts';
import { scheduleAdministration } from '../availability/schedule-administration.ts';
import {
  type BookingTypeFields,
  bookingTypeAdministration,
} from '../booking-types/booking-type-administration.ts';
import { daysAfter, germanDayOf, startOfGermanDay } from '../dates/german-days.ts';

const consultation: BookingTypeFields = {
  name: 'Beratung per Video',
  description: 'Wir klären Ihre Fragen zu Anlage, Speicher und Förderung.',
  durationMinutes: 30,
  bufferAfterMinutes: 15,
  minNoticeMinutes: 120,
  rescheduleNoticeMinutes: 60,
  cancelNoticeMinutes: 60,
  location: 'VIDEO',
  assignment: 'CUSTOMER_CHOICE',
  sources: ['BOOKING_PAGE'],
};

const visit: BookingTypeFields = {
  name: 'Vor-Ort-Termin',
  description: 'Wir messen Ihr Dach auf und besprechen die Anlage.',
  durationMinutes: 60,
  bufferBeforeMinutes: 30,
  bufferAfterMinutes: 30,
  location: 'ON_SITE',
  requiresAddress: true,
  assignment: 'ROUND_ROBIN',
  sources: ['BUILDER', 'BOOKING_PAGE'],
  priceCents: 9900,
  taxRate: 19,
  paymentMethods: ['card', 'paypal', 'sepa_debit'],
  promotionCodes: true,
};

function hoursOn(weekdays: readonly number[], from: string, to: string): WorkingHours {
  return { rules: weekdays.map((weekday) => ({ weekday, from, to })), overrides: [] };
}

interface DemoPeople {
  companyId: string;
  plannerId: string;
  adminId: string;
}

/** Adds booking types, working hours and an absence to the demo company. */
export async function addDemoCalendar(
  kysely: Kysely<Tables>,
  { companyId, plannerId, adminId }: DemoPeople,
): Promise<void> {
  const types = bookingTypeAdministration(kysely);
  await types.createBookingType(
    { companyId, slug: 'beratung' },
    { ...consultation, plannerIds: [plannerId] },
  );
  const planners = [
    { plannerId, weight: 3 },
    { plannerId: adminId, weight: 1 },
  ];
  await types.createBookingType({ companyId, slug: 'vor-ort-termin' }, { ...visit, planners });

  const schedules = scheduleAdministration(kysely);
  await schedules.setSchedule({ companyId }, hoursOn([1, 2, 3, 4, 5], '09:00', '17:00'));
  await schedules.setSchedule({ companyId, memberId: adminId }, hoursOn([2, 4], '10:00', '15:00'));

  const firstDay = daysAfter(germanDayOf(new Date().toISOString()), 21);
  const vacation = {
    plannerId,
    kind: 'VACATION',
    startsAt: startOfGermanDay(firstDay),
    endsAt: startOfGermanDay(daysAfter(firstDay, 7)),
  };
  await absenceAdministration(kysely).addAbsences(companyId, [vacation]);
}
