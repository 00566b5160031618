import type { Handlers } from '@pv-planning/server-kit';
import type { PublicContract } from '../../../kernel/contract/public-contract.ts';
import type { Context } from '../../../kernel/handler-context.ts';
import { readOffer } from '../records/offer-records.ts';
import { offerResult } from '../records/show-offer.ts';
import { correctRecipient } from './correct-recipient.ts';
import { listCompleteOffers, listOffers } from './list-offers.ts';
import { offerLink } from './offer-link.ts';
import { updateOffer } from './update-offer.ts';

/** `workflows/` has the operations that also change the offer request. */
export const offerHandlers = {
  async listOffers({ query, page }, { db, snapshot }) {
    if (query.include === undefined) return listOffers(db, query, page);
    return snapshot((of) => listCompleteOffers(of, query, page));
  },

  async getOffer({ params }, { snapshot }) {
    return offerResult(200, await snapshot((db) => readOffer(db, params.id)));
  },

  async updateOffer({ params, body, requireMatch }, context) {
    return offerResult(200, await updateOffer(context, params.id, body, requireMatch));
  },

  async correctOfferRecipient({ params, requireMatch }, context) {
    return offerResult(200, await correctRecipient(context, params.id, { requireMatch }));
  },

  async createOfferLink({ params, body }, context) {
    context.sealResponse();
    return { status: 200, body: await offerLink(context, params.id, body) };
  },
} satisfies Pick<
  Handlers<PublicContract, Context>,
  'listOffers' | 'getOffer' | 'updateOffer' | 'correctOfferRecipient' | 'createOfferLink'
>;
