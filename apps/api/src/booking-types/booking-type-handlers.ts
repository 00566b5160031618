import type { ResourceHandlers } from '../handler-context.ts';
import { listedBookingTypes, readBookingType } from './booking-type-records.ts';

export const bookingTypeHandlers = {
  listBookingTypes: ({ query, page }, { db }) => listedBookingTypes(db, query, page),

  async getBookingType({ params }, { db }) {
    return { status: 200, body: await readBookingType(db, params.slug) };
  },
} satisfies ResourceHandlers;
