import type { Body } from '@pv-planning/contract';
import type { OfferCompany } from './offer-company.ts';

export type OfferBody = Omit<Body<'createOffer'>, 'projectId'>;

/** A string in a request. */
export const string = (mppTracker: number, moduleRef: string | null, moduleCount = 10) => ({
  mppTracker,
  moduleRef,
  moduleCount,
});

/** Returns functions that build and send requests for lines of offers. */
export function lineRequests({ api, project, products }: OfferCompany) {
  const [south, north] = project.roofs.map(({ id }) => id) as [string, string];
  return {
    south,
    north,
    modules: (quantity: number, more: object = {}) => ({
      materialId: products.module,
      roofId: south,
      quantity,
      ...more,
    }),
    create: (body: OfferBody) => api.call('createOffer', { body: { projectId: project.id, ...body } }),
    update: (id: string, body: Body<'updateOffer'>) => api.call('updateOffer', { params: { id }, body }),
  };
}
