import type { Handlers } from '@pv-planning/server-kit';
import type { PublicContract } from '../contract/public-contract.ts';
import type { Context } from '../handler-context.ts';
import { readHeader } from '../offers/records/offer-records.ts';
import { printOffer, readPrintedOffer } from './offer-document.ts';

type DocumentHandlers = Pick<Handlers<PublicContract, Context>, 'generateOfferDocument'>;

/** Documents are rendered between the steps of a request. */
export const documentHandlers: DocumentHandlers = {
  async generateOfferDocument({ params, signal }, { step, finish }) {
    const offer = await step(({ snapshot }) =>
      snapshot(async (db) => readPrintedOffer(db, await readHeader(db, params.id))),
    );
    const body = await printOffer(offer, signal);
    return finish(async () => ({ status: 200 as const, body }));
  },
};
