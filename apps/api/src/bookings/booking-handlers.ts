import type { ResourceHandlers } from '../handler-context.ts';
import { listedBookings, readBooking } from './booking-records.ts';
import { createBooking } from './create-booking.ts';

export const bookingHandlers = {
  listBookings: ({ query, page }, { db }) => listedBookings(db, query, page),

  async getBooking({ params }, { db }) {
    return { status: 200, body: await readBooking(db, params.id) };
  },

  async createBooking({ body }, context) {
    return { status: 201, body: await createBooking(context, body) };
  },
} satisfies ResourceHandlers;
