import type { Body, OfferRequest } from '@pv-planning/contract';
import { expect } from 'vitest';
import { storedDigests } from './stored-data.ts';
import type { TestApi } from './test-api.ts';

type Conversion = Body<'convertOfferRequest'>;

/** An offer with a single line of 1,000 euros. */
export const oneLine = {
  includeAutoAdded: false,
  additionalCosts: [{ name: 'PV-Anlage', price: 1000, vatRate: 19 } as const],
};

/** Returns functions that send requests for the example company's offer requests. */
export function offerRequestActions({
  exampleCompany,
  database,
}: Pick<TestApi, 'exampleCompany' | 'database'>) {
  const { api } = exampleCompany;

  async function newRequest(body: Partial<Body<'createOfferRequest'>> = {}): Promise<OfferRequest> {
    const response = await api.call('createOfferRequest', {
      body: { contact: { lastName: 'Vogel' }, ...body },
    });
    expect(response.status, response.text).toBe(201);
    return response.body;
  }

  async function read(id: string): Promise<OfferRequest> {
    const response = await api.call('getOfferRequest', { params: { id } });
    expect(response.status, response.text).toBe(200);
    return response.body;
  }

  const createOffer = (offerRequestId: string) =>
    api.call('createOffer', { body: { projectId: '2001', offerRequestId, ...oneLine } });

  return {
    newRequest,
    read,
    convert: (id: string, body: Conversion = { project: {} }) =>
      api.call('convertOfferRequest', { params: { id }, body }),
    createOffer,
    async newOffer(offerRequestId: string): Promise<string> {
      const response = await createOffer(offerRequestId);
      expect(response.status, response.text).toBe(201);
      return response.body.id;
    },
    async decide(id: string, decision: 'acceptOffer' | 'declineOffer'): Promise<void> {
      expect((await api.call('publishOffer', { params: { id } })).status).toBe(200);
      expect((await api.call(decision, { params: { id }, body: {} as never })).status).toBe(200);
    },
    /** Expects that `work` changes no stored data and raises no event. */
    async expectNoChange(work: () => Promise<unknown>): Promise<void> {
      const before = await storedDigests(database, exampleCompany.id);
      await work();
      expect(await storedDigests(database, exampleCompany.id)).toEqual(before);
    },
  };
}
