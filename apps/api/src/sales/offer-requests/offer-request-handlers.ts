import type { Handlers } from '@pv-planning/server-kit';
import { isProven } from '../../appointments/bookings/link/bookings-of-mailbox.ts';
import { requireName } from '../../crm/customers/customer-records.ts';
import type { PublicContract } from '../../kernel/contract/public-contract.ts';
import type { Context } from '../../kernel/handler-context.ts';
import { changedFields } from '../../kernel/records/changed-fields.ts';
import { requireReferences } from '../../kernel/references/references.ts';
import { listOfferRequests } from './list-offer-requests.ts';
import {
  changeOfferRequest,
  completeFields,
  insertOfferRequest,
  lockOfferRequest,
  offerRequestReferences,
  readOfferRequest,
  statusChange,
} from './offer-request-records.ts';

/** `workflows/` converts and deletes requests. */
type OfferRequestHandlers = Pick<
  Handlers<PublicContract, Context>,
  'listOfferRequests' | 'createOfferRequest' | 'getOfferRequest' | 'updateOfferRequest'
>;

export const offerRequestHandlers: OfferRequestHandlers = {
  listOfferRequests: ({ query, page }, { db }) => listOfferRequests(db, query, page),

  async createOfferRequest({ body }, { db }) {
    requireName(body.contact, '/contact');
    await requireReferences(db, offerRequestReferences(body));
    return { status: 201, body: await insertOfferRequest(db, body) };
  },

  async getOfferRequest({ params }, { db }) {
    return { status: 200, body: await readOfferRequest(db, params.id) };
  },

  async updateOfferRequest({ params, body, requireMatch }, { db }) {
    const locked = await lockOfferRequest(db, params.id);
    const request = locked.record;
    if (body.contact) requireName(body.contact, '/contact');
    await requireReferences(db, offerRequestReferences(body));
    requireMatch(request);
    const newStatus = body.status && statusChange(body.status, locked);
    const email = body.contact ? (body.contact.email ?? null) : request.contact.email;
    const verification = email !== request.contact.email && {
      emailVerified: email !== null && (await isProven(db, email)),
    };
    const changes = changedFields(request, { ...completeFields(body), ...newStatus, ...verification });
    if (!changes) return { status: 200, body: request };
    return { status: 200, body: await changeOfferRequest(db, locked, changes) };
  },
};
