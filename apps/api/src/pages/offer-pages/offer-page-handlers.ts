import type { PageHandlers } from '../../kernel/handler-context.ts';
import { keepFile, readLetter, renderLetter, shownFile } from '../../sales/documents/offer-document.ts';
import { acceptOffer, declineOffer, withdrawFromOffer } from '../../sales/offers/lifecycle/decide-offer.ts';
import { withRequestStatus } from '../../workflows/request-status.ts';
import { mailAcceptance, mailDecline, mailWithdrawal } from './offer-mails.ts';
import { readOfferPage, readPageDecision, readShownHeader } from './offer-page.ts';

/** The customer reads an offer by its link, and decides. Responses to decisions are stored, so they are small. */
export const offerPageHandlers = {
  async getOfferPage(_request, { actor, snapshot }) {
    return { status: 200, body: await snapshot((db) => readOfferPage(db, actor.recordId)) };
  },

  async getOfferPagePdf({ signal }, { step, finish }) {
    const letter = await step(({ actor, snapshot, links }) =>
      snapshot(async (db) => readLetter(db, links, await readShownHeader(db, actor.recordId))),
    );
    const file = await renderLetter(letter, signal);
    return finish(async ({ db }) => ({
      status: 200 as const,
      body: shownFile(await keepFile(db, letter, file)),
    }));
  },

  async acceptOfferPage({ body }, context) {
    const { recordId: id } = context.actor;
    const name = body.name.trim();
    const acceptance = { ...body, by: 'CUSTOMER', name } as const;
    const { header } = await withRequestStatus(context.db, acceptOffer(context, id, acceptance));
    const decision = await readPageDecision(context.db, id);
    const { decidedAt: at, startBeforeWithdrawalEnds } = decision;
    await mailAcceptance(context, header, { at, typedName: name, startBeforeWithdrawalEnds });
    return { status: 200, body: decision };
  },

  async declineOfferPage({ body }, context) {
    const { recordId: id } = context.actor;
    const { reason = null } = body;
    const { header } = await withRequestStatus(context.db, declineOffer(context, id, { reason }));
    const decision = await readPageDecision(context.db, id);
    await mailDecline(context, header, { at: decision.decidedAt, reason });
    return { status: 200, body: decision };
  },

  async withdrawOfferPage({ body }, context) {
    const { recordId: id } = context.actor;
    const withdrawal = { name: body.name?.trim() ?? null, note: body.note ?? null };
    const offer = await withdrawFromOffer(context, id, withdrawal);
    const decision = await readPageDecision(context.db, id);
    if (offer && decision.withdrawnAt !== null)
      await mailWithdrawal(context, offer, {
        at: decision.withdrawnAt,
        typedName: withdrawal.name,
        note: withdrawal.note,
        email: body.email ?? null,
      });
    return { status: 200, body: decision };
  },
} satisfies Partial<PageHandlers>;
