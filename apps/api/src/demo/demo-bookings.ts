import type { Body } from '@pv-planning/contract';
import type { BookingContext } from '../bookings/booking-log.ts';
import { closeBooking, storeCancellation } from '../bookings/close-booking.ts';
import { createBooking } from '../bookings/create-booking.ts';
import { lockBooking } from '../bookings/locked-booking.ts';
import { daysAfter, germanDayOf, startOfGermanDay } from '../dates/german-days.ts';

const [saturday, sunday] = [6, 0];
const hourMs = 3_600_000;

const weekdayOf = (day: string) => new Date(day).getUTCDay();

/** Returns this day, or the next one on which people work. */
function workday(day: string): string {
  return [saturday, sunday].includes(weekdayOf(day)) ? workday(daysAfter(day, 1)) : day;
}

function nextTuesday(day: string): string {
  return weekdayOf(day) === 2 ? day : nextTuesday(daysAfter(day, 1));
}

/** No clock changes before noon of a workday. */
function at(day: string, hour: number): string {
  return new Date(Date.parse(startOfGermanDay(day)) + hour * hourMs).toISOString();
}

interface DemoPeople {
  plannerId: string;
  /** Works on Tuesdays and Thursdays. */
  adminId: string;
  customerId: string;
}

/** Adds a past, a cancelled and two coming appointments to the demo company. Nobody gets a mail. */
export async function addDemoBookings(
  { db, links }: Pick<BookingContext, 'db' | 'links'>,
  { plannerId, adminId, customerId }: DemoPeople,
): Promise<void> {
  const nothing = async () => {};
  const today = germanDayOf(new Date().toISOString());
  const contextAt = (time: string): BookingContext => ({
    db,
    links,
    raise: nothing,
    queueMails: nothing,
    actor: { kind: 'system', id: 'demo' },
    now: async () => time,
  });
  const make = (body: Body<'createBooking'>, madeAt = new Date().toISOString()) =>
    createBooking(contextAt(madeAt), body);

  const pastDay = workday(daysAfter(today, -10));
  const past = await make(
    { typeSlug: 'vor-ort-termin', startsAt: at(pastDay, 10), plannerId, customerId },
    at(daysAfter(pastDay, -7), 9),
  );
  await closeBooking(contextAt(at(pastDay, 11)), past.id, 'complete');

  const jens = { name: 'Jens Albers', email: 'jens.albers@example.com', phone: '0351 555 0177' };
  await make({
    typeSlug: 'beratung',
    startsAt: at(workday(daysAfter(today, 1)), 14),
    plannerId,
    customer: jens,
  });
  await make({
    typeSlug: 'vor-ort-termin',
    startsAt: at(nextTuesday(daysAfter(today, 3)), 11),
    plannerId: adminId,
    customer: { ...jens, address: 'Heideweg 8, 01234 Musterstadt' },
  });
  const cancelled = await make({
    typeSlug: 'beratung',
    startsAt: at(workday(daysAfter(today, 5)), 10),
    plannerId,
    customer: { name: 'Nina Falk', email: 'nina.falk@example.com' },
  });
  const present = contextAt(new Date().toISOString());
  await storeCancellation(present, await lockBooking(present, cancelled.id, 'cancel'), {
    reason: 'Krankheit',
    messageToCustomer: null,
  });
}
