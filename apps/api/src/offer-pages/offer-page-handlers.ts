import type { PageHandlers } from '../handler-context.ts';
import { acceptOffer, declineOffer } from '../offers/lifecycle/decide-offer.ts';
import { withdrawFromOffer } from '../offers/lifecycle/withdraw-from-offer.ts';
import { withRequestStatus } from '../workflows/request-status.ts';
import { readOfferPage, readPageDecision } from './offer-page.ts';

/** The customer reads an offer by its link, and decides. Responses to decisions are stored, so they are small. */
export const offerPageHandlers = {
  async getOfferPage(_request, { actor, snapshot }) {
    return { status: 200, body: await snapshot((db) => readOfferPage(db, actor.recordId)) };
  },

  async acceptOfferPage({ body }, context) {
    const { recordId: id } = context.actor;
    const acceptance = { ...body, by: 'CUSTOMER', name: body.name.trim() } as const;
    await withRequestStatus(context.db, acceptOffer(context, id, acceptance));
    return { status: 200, body: await readPageDecision(context.db, id) };
  },

  async declineOfferPage({ body }, context) {
    const { recordId: id } = context.actor;
    await withRequestStatus(context.db, declineOffer(context, id, { reason: body.reason ?? null }));
    return { status: 200, body: await readPageDecision(context.db, id) };
  },

  async withdrawOfferPage({ body }, context) {
    const { recordId: id } = context.actor;
    await withdrawFromOffer(context, id, { name: body.name?.trim() ?? null, note: body.note ?? null });
    return { status: 200, body: await readPageDecision(context.db, id) };
  },
} satisfies PageHandlers;
