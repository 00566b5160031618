import { combineHandlers } from '@pv-planning/server-kit';
import { bookingTypeHandlers } from './booking-types/booking-type-handlers.ts';
import { bookingHandlers } from './bookings/booking-handlers.ts';

export const appointmentHandlers = combineHandlers(bookingTypeHandlers, bookingHandlers);
