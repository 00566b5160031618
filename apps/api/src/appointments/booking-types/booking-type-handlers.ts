import type { ResourceHandlers } from '../../kernel/handler-context.ts';
import { bookableIn, listedBookingTypes, readBookingType } from './booking-type-records.ts';

export const bookingTypeHandlers = {
  async listBookingTypes({ query, page }, context) {
    const { body, ...listed } = await listedBookingTypes(context.db, query, page);
    return { ...listed, body: { ...body, data: body.data.map(await bookableIn(context)) } };
  },

  async getBookingType({ params }, context) {
    const type = await readBookingType(context.db, params.slug);
    return { status: 200, body: (await bookableIn(context))(type) };
  },
} satisfies ResourceHandlers;
