import type { LinkedBooking, PageSlots } from '@pv-planning/contract/pages';
import type { CompanyQueries } from '@pv-planning/database';
import type { Days } from '../../appointments/availability/list-slots.ts';
import { readBooking } from '../../appointments/bookings/booking-records.ts';
import { changeLimits, hasSlots } from '../../appointments/bookings/link/change-limits.ts';
import { listMoveSlots } from '../../appointments/bookings/reschedule-booking.ts';
import { readTextsOfBooking } from '../../appointments/bookings/texts-of-booking.ts';
import { readCompanyPresentation } from '../../company/company-records.ts';
import { readPageCompany } from './company-page.ts';
import { shownBooking, typeOfBooking } from './customer-booking.ts';

/** @throws 404 `not_found` */
export async function readLinkedBooking(db: CompanyQueries, id: string): Promise<LinkedBooking> {
  const booking = await readBooking(db, id);
  return {
    ...(await shownBooking(db, booking)),
    consumerTexts: await readTextsOfBooking(db, booking, await readCompanyPresentation(db)),
    company: await readPageCompany(db),
  };
}

/** Returns the slots to which a customer can move a booking. @throws 404 `not_found` */
export async function readSlotsByLink(
  db: CompanyQueries,
  id: string,
  days: Days,
  now: string,
): Promise<PageSlots> {
  const booking = await readBooking(db, id);
  const type = await typeOfBooking(db, booking);
  const { rescheduleUntil } = await changeLimits(db, booking, type);
  if (!hasSlots(booking, type) || rescheduleUntil === null || rescheduleUntil < now)
    return { ...days, slots: [] };
  const slots = await listMoveSlots(db, type, booking, { ...days, view: 'customer', now });
  return { ...days, slots: slots.map((slot) => ({ ...slot, plannerIds: [] })) };
}
