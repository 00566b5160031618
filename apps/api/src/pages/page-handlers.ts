import { combineHandlers } from '@pv-planning/server-kit';
import { bookingPageHandlers } from './booking-pages/booking-page-handlers.ts';
import { offerPageHandlers } from './offer-pages/offer-page-handlers.ts';

export const customerHandlers = combineHandlers(bookingPageHandlers, offerPageHandlers);
