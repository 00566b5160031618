import type { CompanyQueries } from '@pv-planning/database';
import type { PageHandlers } from '../handler-context.ts';
import { acceptOffer, declineOffer } from '../offers/lifecycle/decide-offer.ts';
import { withdrawFromOffer } from '../offers/lifecycle/withdraw-from-offer.ts';
import { withRequestStatus } from '../workflows/request-status.ts';
import { readOfferPage } from './offer-page.ts';

async function pageResponse(db: CompanyQueries, id: string) {
  return { status: 200, body: await readOfferPage(db, id) } as const;
}

/** The customer reads an offer by its link, and decides. */
export const offerPageHandlers = {
  getOfferPage: (_request, { caller, snapshot }) => snapshot((db) => pageResponse(db, caller.actor.recordId)),

  async acceptOfferPage({ body }, context) {
    const { recordId: id } = context.caller.actor;
    await withRequestStatus(context.db, acceptOffer(context, id, { by: 'CUSTOMER', ...body }));
    return pageResponse(context.db, id);
  },

  async declineOfferPage({ body }, context) {
    const { recordId: id } = context.caller.actor;
    await withRequestStatus(context.db, declineOffer(context, id, body.reason ?? null));
    return pageResponse(context.db, id);
  },

  async withdrawOfferPage({ body }, context) {
    const { actor: customer } = context.caller;
    const { recordId: id } = customer;
    await withdrawFromOffer(context, id, customer, { name: body.name ?? null, note: body.note ?? null });
    return pageResponse(context.db, id);
  },
} satisfies PageHandlers;
