import type { Handlers } from '@pv-planning/server-kit';
import type { PublicContract } from '../contract/public-contract.ts';
import { requireName } from '../customers/customer-records.ts';
import type { Context } from '../handler-context.ts';
import { changedFields } from '../records/changed-fields.ts';
import { requireReferences } from '../references/references.ts';
import { convertOfferRequest } from '../workflows/convert-offer-request.ts';
import { deleteOfferRequest } from '../workflows/delete-offer-request.ts';
import { listedOfferRequests } from './offer-request-lists.ts';
import {
  changeOfferRequest,
  completeFields,
  insertOfferRequest,
  lockOfferRequest,
  movedTo,
  offerRequestReferences,
  readOfferRequest,
} from './offer-request-records.ts';

type OfferRequestHandlers = Pick<
  Handlers<PublicContract, Context>,
  | 'listOfferRequests'
  | 'createOfferRequest'
  | 'getOfferRequest'
  | 'updateOfferRequest'
  | 'deleteOfferRequest'
  | 'convertOfferRequest'
>;

export const offerRequestHandlers: OfferRequestHandlers = {
  listOfferRequests: ({ query, page }, { db }) => listedOfferRequests(db, query, page),

  async createOfferRequest({ body }, { db }) {
    requireName(body.contact, '/contact');
    await requireReferences(db, offerRequestReferences(body));
    return { status: 201, body: await insertOfferRequest(db, body) };
  },

  async getOfferRequest({ params }, { db }) {
    return { status: 200, body: await readOfferRequest(db, params.id) };
  },

  async updateOfferRequest({ params, body }, { db }) {
    const locked = await lockOfferRequest(db, params.id);
    const request = locked.record;
    if (body.contact) requireName(body.contact, '/contact');
    await requireReferences(db, offerRequestReferences(body));
    const moved = body.status && movedTo(body.status, locked);
    const changes = changedFields(request, { ...completeFields(body), ...moved });
    if (!changes) return { status: 200, body: request };
    return { status: 200, body: await changeOfferRequest(db, locked, changes) };
  },

  async deleteOfferRequest({ params }, { db }) {
    await deleteOfferRequest(db, params.id);
    return { status: 204 };
  },

  async convertOfferRequest({ params, body }, context) {
    return { status: 200, body: await convertOfferRequest(context, params.id, body) };
  },
};
