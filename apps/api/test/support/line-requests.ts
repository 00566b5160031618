import type { Body } from '@pv-planning/contract';
import type { LineGroup } from '../../src/sales/offers/model/line-groups.ts';
import type { OfferCompany } from './offer-company.ts';

export type OfferBody = Omit<Body<'createOffer'>, 'projectId'>;

/** A string in a request. */
export const string = (mppTracker: number, moduleRef: string | null, moduleCount = 10) => ({
  mppTracker,
  moduleRef,
  moduleCount,
});

/** The last segment of the path of a group's lines. */
export const segmentOf = (group: LineGroup) =>
  group.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The path of a line, or of the lines of a group. */
export const linePath = (offerId: string, group: LineGroup, lineId?: string) =>
  `/v1/offers/${offerId}/${segmentOf(group)}${lineId === undefined ? '' : `/${lineId}`}`;

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
