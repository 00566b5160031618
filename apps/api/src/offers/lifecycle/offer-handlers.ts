import type { Handlers } from '@pv-planning/server-kit';
import type { PublicContract } from '../../contract/public-contract.ts';
import { stateAfter } from '../../contract/state-tables.ts';
import type { Context } from '../../handler-context.ts';
import { followOffers } from '../../workflows/request-status.ts';
import { lockOffer, readOffer, removeOffer } from '../records/offer-records.ts';
import { shownOffer } from '../records/show-offer.ts';
import { createOffer } from './create-offer.ts';
import { acceptOffer, declineOffer, publishOffer } from './decide-offer.ts';
import { listedOffers } from './list-offers.ts';
import { updateOffer } from './update-offer.ts';

type OfferHandlers = Pick<
  Handlers<PublicContract, Context>,
  | 'listOffers'
  | 'createOffer'
  | 'getOffer'
  | 'updateOffer'
  | 'deleteOffer'
  | 'publishOffer'
  | 'acceptOffer'
  | 'declineOffer'
>;

export const offerHandlers: OfferHandlers = {
  listOffers: ({ query, page }, { db }) => listedOffers(db, query, page),

  async createOffer({ body }, context) {
    return { status: 201, body: await createOffer(context, body) };
  },

  async getOffer({ params }, { snapshot }) {
    return { status: 200, body: await snapshot((db) => readOffer(db, params.id)) };
  },

  async updateOffer({ params, body, requireMatch }, context) {
    return { status: 200, body: await updateOffer(context, params.id, body, requireMatch) };
  },

  async deleteOffer({ params, requireMatch }, { db, raise }) {
    const { header, lines } = await lockOffer(db, params.id);
    const offer = shownOffer(header, lines);
    requireMatch(offer);
    stateAfter('offer', 'delete', offer.state);
    await removeOffer(db, offer.id);
    await raise('offer.deleted', offer);
    await followOffers(db, offer.offerRequestId);
    return { status: 204 };
  },

  async publishOffer({ params }, context) {
    return { status: 200, body: await publishOffer(context, params.id) };
  },

  async acceptOffer({ params }, context) {
    return { status: 200, body: await acceptOffer(context, params.id, 'TEAM') };
  },

  async declineOffer({ params, body }, context) {
    return { status: 200, body: await declineOffer(context, params.id, body.reason ?? null) };
  },
};
