import type { Handlers } from '@pv-planning/server-kit';
import type { PublicContract } from '../kernel/contract/public-contract.ts';
import type { Context } from '../kernel/handler-context.ts';
import { acceptOffer, declineOffer } from '../sales/offers/lifecycle/decide-offer.ts';
import { deleteOffer } from '../sales/offers/lifecycle/delete-offer.ts';
import { publishOffer } from '../sales/offers/lifecycle/publish-offer.ts';
import { offerResult } from '../sales/offers/records/show-offer.ts';
import { convertOfferRequest } from './convert-offer-request.ts';
import { createOffer, duplicateOffer } from './create-offer.ts';
import { deleteCustomer } from './delete-customer.ts';
import { deleteOfferRequest } from './delete-offer-request.ts';
import { deleteProject } from './delete-project.ts';
import { withRequestStatus } from './request-status.ts';

type WorkflowOperation =
  | 'deleteCustomer'
  | 'deleteProject'
  | 'createOffer'
  | 'duplicateOffer'
  | 'deleteOffer'
  | 'publishOffer'
  | 'acceptOffer'
  | 'declineOffer'
  | 'convertOfferRequest'
  | 'deleteOfferRequest';

/**
 * The operations that change records of several resources. Rows are locked in this order: customer, projects by id, offers by id,
 * offer requests by id, bookings by id.
 */
export const workflowHandlers = {
  async deleteCustomer({ params, requireMatch }, context) {
    await deleteCustomer(context, params.id, requireMatch);
    return { status: 204 };
  },

  async deleteProject({ params, requireMatch }, context) {
    await deleteProject(context, params.id, requireMatch);
    return { status: 204 };
  },

  async createOffer({ body }, context) {
    return offerResult(201, await createOffer(context, body));
  },

  async duplicateOffer({ params, body }, context) {
    return offerResult(201, await duplicateOffer(context, params.id, body));
  },

  async deleteOffer({ params, requireMatch }, context) {
    await withRequestStatus(context.db, deleteOffer(context, params.id, requireMatch));
    return { status: 204 };
  },

  async publishOffer({ params, requireMatch }, context) {
    const published = publishOffer(context, params.id, { requireMatch });
    return offerResult(200, await withRequestStatus(context.db, published));
  },

  async acceptOffer({ params, body, requireMatch }, context) {
    const accepted = acceptOffer(context, params.id, { by: body.acceptedBy ?? 'TEAM', requireMatch });
    return offerResult(200, await withRequestStatus(context.db, accepted));
  },

  async declineOffer({ params, body, requireMatch }, context) {
    const declined = declineOffer(context, params.id, { reason: body.reason ?? null, requireMatch });
    return offerResult(200, await withRequestStatus(context.db, declined));
  },

  async convertOfferRequest({ params, body, requireMatch }, context) {
    const { request, ...more } = await convertOfferRequest(context, params.id, body, requireMatch);
    return { status: 200, body: { ...request, ...more }, version: request };
  },

  async deleteOfferRequest({ params, requireMatch }, { db }) {
    await deleteOfferRequest(db, params.id, requireMatch);
    return { status: 204 };
  },
} satisfies Pick<Handlers<PublicContract, Context>, WorkflowOperation>;
