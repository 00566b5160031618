import { largest, offerBody } from '../../offers/bodies.ts';
import { createOfferCompany } from '../../offers/dataset.ts';
import { expectStatus, type FairnessCase, paced, perSecondOfKey } from '../fairness-case.ts';

export const longOffers: FairnessCase = {
  name: 'creates offers of 500 lines',
  async prepare({ url, databaseUrl }) {
    const company = await createOfferCompany(databaseUrl, url);
    const { headers } = company;
    const body = JSON.stringify(offerBody(company, largest));
    const create = () => expectStatus([201, 429], `${url}/v1/offers`, { method: 'POST', headers, body });
    return (signal) => paced(perSecondOfKey, signal, create);
  },
};
