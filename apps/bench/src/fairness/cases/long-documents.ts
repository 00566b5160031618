import { largest, offerBody } from '../../offers/bodies.ts';
import { createOfferCompany, createRecord } from '../../offers/dataset.ts';
import { expectStatus, type FairnessCase, paced, perSecondOfKey } from '../fairness-case.ts';

export const longDocuments: FairnessCase = {
  name: 'prints offers of 500 lines',
  async prepare({ url, databaseUrl }) {
    const company = await createOfferCompany(databaseUrl, url);
    const { headers } = company;
    const { id } = await createRecord<{ id: string }>(
      `${url}/v1/offers`,
      headers,
      offerBody(company, largest),
    );
    const print = () =>
      expectStatus([200, 429, 503], `${url}/v1/offers/${id}/document`, { method: 'POST', headers });
    return (signal) => paced(perSecondOfKey, signal, print);
  },
};
