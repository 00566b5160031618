import type { ResourceHandlers } from '../handler-context.ts';
import { bookableAt, listedBookingTypes, readBookingType } from './booking-type-records.ts';

export const bookingTypeHandlers = {
  async listBookingTypes({ query, page }, { db, links }) {
    const { body, ...listed } = await listedBookingTypes(db, query, page);
    return { ...listed, body: { ...body, data: body.data.map(bookableAt(links)) } };
  },

  async getBookingType({ params }, { db, links }) {
    return { status: 200, body: bookableAt(links)(await readBookingType(db, params.slug)) };
  },
} satisfies ResourceHandlers;
