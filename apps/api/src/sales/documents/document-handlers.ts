import type { Handlers } from '@pv-planning/server-kit';
import type { PublicContract } from '../../kernel/contract/public-contract.ts';
import type { Context } from '../../kernel/handler-context.ts';
import { readHeader } from '../offers/records/offer-records.ts';
import { keepFile, readLetter, renderLetter, shownFile } from './offer-document.ts';
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
    const letter = await step(({ snapshot, links }) =>
      snapshot(async (db) => readLetter(db, links, await readHeader(db, params.id))),
    );
    const file = await renderLetter(letter, signal);
    const missingFields = await missingTextsOfOffer(letter.offer);
    return finish(async ({ db }) => ({
      status: 200 as const,
      body: { ...shownFile(await keepFile(db, letter, file)), missingFields },
    }));
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
