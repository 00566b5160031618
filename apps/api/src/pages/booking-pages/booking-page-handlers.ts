import { requireDays } from '../../appointments/availability/list-slots.ts';
import { readBookingCalendar } from '../../appointments/bookings/mails/booking-calendar.ts';
import type { PageHandlers } from '../../kernel/handler-context.ts';
import { deleteHold, readCheckout } from '../../payments/checkout/customer-checkout.ts';
import { createPageBooking, submitRequest } from './book-slot.ts';
import { cancelByLink, rescheduleByLink, withdrawByLink } from './change-by-link.ts';
import { readBookingPage, readCompanyPage, readPageSlots } from './company-page.ts';
import { confirmBooking, readConfirmation } from './confirm-booking.ts';
import { shownBooking } from './customer-booking.ts';
import { readLinkedBooking, readSlotsByLink } from './linked-booking.ts';

export const bookingPageHandlers = {
  async getCompanyPage(_request, context) {
    const body = await context.snapshot((db) => readCompanyPage({ ...context, db }));
    return { status: 200, body };
  },

  async getBookingPage({ params }, context) {
    const body = await context.snapshot((db) => readBookingPage({ ...context, db }, params.slug));
    return { status: 200, body };
  },

  async getPageSlots({ params, query }, { snapshot, now: readNow }) {
    requireDays(query);
    const now = await readNow();
    return { status: 200, body: await snapshot((db) => readPageSlots(db, params.slug, query, now)) };
  },

  createPageBooking,
  submitRequest,

  async getCheckout(_request, context) {
    const { booking, ...checkout } = await readCheckout(context);
    return {
      status: 200,
      body: { ...checkout, booking: booking && (await shownBooking(context.db, booking)) },
    };
  },

  deleteHold: (_request, steps) => deleteHold(steps),

  async getBookingByLink(_request, { actor, snapshot }) {
    return { status: 200, body: await snapshot((db) => readLinkedBooking(db, actor.recordId)) };
  },

  async getCalendarByLink({ params }, { actor, links, snapshot }) {
    const link = links.urlOf('booking', params.token);
    return { status: 200, body: await snapshot((db) => readBookingCalendar(db, actor.recordId, link)) };
  },

  async getSlotsByLink({ query }, { actor, snapshot, now: readNow }) {
    requireDays(query);
    const now = await readNow();
    return { status: 200, body: await snapshot((db) => readSlotsByLink(db, actor.recordId, query, now)) };
  },

  async getConfirmation(_request, context) {
    return { status: 200, body: await readConfirmation(context) };
  },

  confirmBooking,

  async rescheduleByLink({ body }, context) {
    return { status: 200, body: await rescheduleByLink(context, body) };
  },

  cancelByLink,
  withdrawByLink,
} satisfies Partial<PageHandlers>;
