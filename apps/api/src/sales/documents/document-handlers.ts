import type { Handlers } from '@pv-planning/server-kit';
import type { PublicContract } from '../../kernel/contract/public-contract.ts';
import type { Context } from '../../kernel/handler-context.ts';
import { readHeader } from '../offers/records/offer-records.ts';
import { printOffer, readPrintedOffer } from './offer-document.ts';
import { missingTextsOfOffer } from './offer-texts.ts';
import { printForms } from './registration/print-forms.ts';
import { readRequestedForms } from './registration/requested-forms.ts';
import { printStringPlan, readStringPlan } from './string-plan-document.ts';

type DocumentHandlers = Pick<
  Handlers<PublicContract, Context>,
  'generateOfferDocument' | 'generateStringPlan' | 'generateNetworkCarrierDocuments'
>;

/** Documents are rendered between the steps of a request. */
export const documentHandlers: DocumentHandlers = {
  async generateOfferDocument({ params, signal }, { step, finish }) {
    const offer = await step(({ snapshot, links }) =>
      snapshot(async (db) => readPrintedOffer(db, links, await readHeader(db, params.id))),
    );
    const body = { ...(await printOffer(offer, signal)), missingFields: await missingTextsOfOffer(offer) };
    return finish(async () => ({ status: 200 as const, body }));
  },

  async generateStringPlan({ params, signal }, { step, finish }) {
    const printed = await step(({ snapshot }) => snapshot((db) => readStringPlan(db, params.id)));
    const body = await printStringPlan(printed, signal);
    return finish(async () => ({ status: 200 as const, body }));
  },

  async generateNetworkCarrierDocuments({ params, body, signal }, { step, finish }) {
    const requested = await step(({ snapshot }) => snapshot((db) => readRequestedForms(db, params.id, body)));
    const data = await printForms(requested, signal);
    return finish(async () => ({ status: 200 as const, body: { data } }));
  },
};
