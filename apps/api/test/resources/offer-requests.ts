import type { OfferRequest } from '@pv-planning/contract';
import { namedExample } from '../support/contract-document.ts';
import type { Resource } from '../support/resource.ts';

export default {
  path: '/v1/offer-requests',
  story: () => {
    const [toConvert] = namedExample<{ data: OfferRequest[] }>('OfferRequestPage').data;
    return [namedExample<OfferRequest>('OfferRequest'), { ...toConvert, roofs: [], answers: {} } as never];
  },
  async store(kysely, companyId, { offerIds: _named, roofs = [], ...request }: OfferRequest) {
    await kysely
      .insertInto('offerRequest')
      .values({ companyId, ...request, roofs: JSON.stringify(roofs) } as never)
      .execute();
  },
  namedBy: ['offerRequestId'],
  unique: [{ name: 'externalId' }],
  numbered: { number: (count) => `AF-2026-${count}` },
  text: 'message',
} satisfies Resource;
