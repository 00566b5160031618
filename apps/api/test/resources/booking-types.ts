import type { BookingType } from '@pv-planning/contract';
import { namedExample } from '../support/contract-document.ts';
import type { Resource } from '../support/resource.ts';

export default {
  path: '/v1/booking-types',
  exampleRecords: () => namedExample<{ data: BookingType[] }>('BookingTypePage').data,
  async store(kysely, companyId, type: BookingType) {
    const { id: bookingTypeId, plannerIds, siteIds, currency: _, bookable: __, ...stored } = type;
    await kysely
      .insertInto('bookingType')
      // Copies of records have unique values with spaces.
      .values({ companyId, id: bookingTypeId, ...stored, slug: stored.slug.replaceAll(' ', '-') })
      .execute();
    const members = plannerIds.map((memberId) => ({ companyId, bookingTypeId, memberId }));
    if (members.length > 0) await kysely.insertInto('bookingTypeMember').values(members).execute();
    const sites = siteIds.map((siteId) => ({ companyId, bookingTypeId, siteId }));
    if (sites.length > 0) await kysely.insertInto('bookingTypeSite').values(sites).execute();
  },
  unique: [{ name: 'slug' }],
} satisfies Resource;
