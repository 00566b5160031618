import type { OfferRequest } from '@pv-planning/contract';
import { namedExample } from '../support/contract-document.ts';
import type { Resource } from '../support/resource.ts';

const nothing = { battery: false, wallbox: false, heatPump: false, emergencyPower: false, ems: false };

const offerRequests: Resource = {
  path: '/v1/offer-requests',
  exampleRecords: () => {
    const toConvert = namedExample<{ data: OfferRequest[] }>('OfferRequestPage').data[0];
    return [{ ...toConvert, roofs: [], answers: {} } as never, namedExample<OfferRequest>('OfferRequest')];
  },
  async store(
    kysely,
    companyId,
    { offerIds: _named, bookingId: _booked, roofs = [], ...request }: OfferRequest,
  ) {
    await kysely
      .insertInto('offerRequest')
      .values({ companyId, ...request, roofs: JSON.stringify(roofs) })
      .execute();
  },
  referencedBy: ['offerRequestId'],
  unique: [{ name: 'externalId' }],
  generatedNumbers: { number: (count) => `AF-2026-${count}` },
  text: 'message',
  // Any status leads to LOST unless it is final.
  consistentValues: { status: 'LOST', contact: { lastName: 'Schneider' } },
  values: {
    status: ['LOST'],
    contact: [
      { lastName: 'O\u0308ztürk' },
      { salutation: 'DIVERSE', firstName: 'Kim', companyName: 'Sonne GmbH' },
      { email: 'kim@example.com', phone: null },
    ],
    answers: [{ b: 1, a: null }, { 'Wann?': 'bald', scaffolding: true }, {}],
  },
  answers: {
    answers: (sent: object) => sent,
    interests: (sent: object) => ({ ...nothing, ...sent }),
  },
};

/** Raises the events of the customer, the project and the offer. */
const conversion: Resource = { path: '/v1/offer-requests/{id}/convert', raisesEvents: true, events: 3 };

export default [offerRequests, conversion];
