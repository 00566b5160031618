import { requireDays } from '../availability/list-slots.ts';
import type { PageHandlers } from '../handler-context.ts';
import { readBookingPage, readCompanyPage, readPageSlots } from './company-page.ts';

/** The customer reads what a company offers, and books. */
export const bookingPageHandlers = {
  async getCompanyPage(_request, { snapshot }) {
    return { status: 200, body: await snapshot(readCompanyPage) };
  },

  async getBookingPage({ params }, { snapshot }) {
    return { status: 200, body: await snapshot((db) => readBookingPage(db, params.slug)) };
  },

  async getPageSlots({ params, query }, { snapshot, now: readNow }) {
    requireDays(query);
    const now = await readNow();
    return { status: 200, body: await snapshot((db) => readPageSlots(db, params.slug, query, now)) };
  },
} satisfies Partial<PageHandlers>;
