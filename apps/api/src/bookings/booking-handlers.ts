import type { ResourceHandlers } from '../handler-context.ts';
import { listedBookings, readBooking } from './booking-records.ts';

export const bookingHandlers = {
  listBookings: ({ query, page }, { db }) => listedBookings(db, query, page),

  async getBooking({ params }, { db }) {
    return { status: 200, body: await readBooking(db, params.id) };
  },
} satisfies ResourceHandlers;
