import type {
  OfferRequest,
  OfferRequestConversion,
  OfferRequestProject,
  RoofCreate,
} from '@pv-planning/contract';
import { type CompanyQueries, StaleReadError } from '@pv-planning/database';
import { conflict } from '../contract/api-errors.ts';
import { stateAfter } from '../contract/state-tables.ts';
import { createCustomer } from '../customers/create-customer.ts';
import { shareCustomer } from '../customers/customer-records.ts';
import type { Context } from '../handler-context.ts';
import {
  changeOfferRequest,
  lockOfferRequest,
  readOfferRequest,
} from '../offer-requests/offer-request-records.ts';
import { insertPreparedOffer, prepareOffer } from '../offers/lifecycle/create-offer.ts';
import { loadLineSources } from '../offers/lines/line-sources.ts';
import { requestedLines } from '../offers/model/requested-lines.ts';
import { offerReferences } from '../offers/records/offer-records.ts';
import { createProject, newProjectReferences } from '../projects/create-project.ts';
import type { Locked } from '../records/record-table.ts';
import { referencesIn, requireReferences } from '../references/references.ts';
import { inPartOfBody } from '../sql/database-errors.ts';
import { withStatusOfOffers } from './follow-offers.ts';

const customerReference = referencesIn({ customerId: 'customer' });

/** Creates a customer from the contact of a request. Returns the id. */
async function customerFromContact(
  context: Pick<Context, 'db' | 'raise'>,
  { contact, siteId, plannerId }: OfferRequest,
): Promise<string> {
  const type = contact.companyName?.trim() ? 'COMPANY' : 'PRIVATE';
  return (await createCustomer(context, { type, ...contact, siteId, plannerId })).id;
}

/** Locks the customer for whom a request is converted, then the request. @throws 404 `not_found` */
async function lockWithCustomer(
  db: CompanyQueries,
  id: string,
  body: OfferRequestConversion,
): Promise<Locked<OfferRequest>> {
  const { customerId } = await readOfferRequest(db, id);
  const customerToShare = body.customerId ?? customerId;
  if (customerToShare !== null) await shareCustomer(db, customerToShare);
  const locked = await lockOfferRequest(db, id);
  if (locked.record.customerId !== customerId) throw new StaleReadError('The request has another customer.');
  return locked;
}

/** Returns the roofs whose description is complete enough for a project. */
function completeRoofs({ roofs }: OfferRequest): RoofCreate[] {
  return roofs.flatMap(({ roofType, azimuth, tilt, ...roof }, index) => {
    if (roofType === null || tilt === null || (azimuth === null && roofType !== 'FLAT')) return [];
    return [{ name: `Dach ${index + 1}`, roofType, azimuth, tilt, ...roof }];
  });
}

/** Returns the fields that a project takes from the request unless the body contains them. */
function projectDefaults(request: OfferRequest): OfferRequestProject {
  const { address, geo, siteId, plannerId, building, annualConsumptionKwh } = request;
  return {
    address,
    geo,
    siteId,
    plannerId,
    buildingType: building?.type ?? null,
    constructionYear: building?.year ?? null,
    annualConsumptionKwh,
    roofs: completeRoofs(request),
  };
}

/** Creates a draft for the new project of a request. */
async function createDraft(
  context: Pick<Context, 'db' | 'raise'>,
  draft: NonNullable<OfferRequestConversion['offer']>,
  links: { projectId: string; offerRequestId: string },
): Promise<void> {
  const prepared = await prepareOffer(context.db, { ...draft, ...links }, '/offer');
  await insertPreparedOffer(context, prepared);
}

/**
 * Creates a project with its roofs and, if requested, a draft offer, for the customer in the body, the customer of the request, or
 * a new customer. The request can be locked before the new records, because no other transaction can see the new records.
 *
 * @throws 400 `unknown_reference`, `invalid_request`, and the codes of `createOffer`
 * @throws 404 `not_found`
 * @throws 409 `offer_request_closed`, `already_exists`, and the codes of `createOffer`
 */
export async function convertOfferRequest(
  context: Context,
  id: string,
  body: OfferRequestConversion,
): Promise<OfferRequest> {
  const { db } = context;
  const locked = await lockWithCustomer(db, id, body);
  const request = locked.record;
  await requireReferences(db, [
    ...customerReference(body),
    ...newProjectReferences(body.project, '/project'),
    ...offerReferences(body.offer ?? {}, '/offer'),
  ]);
  // Unknown ids in the lines are reported before conflicts; the lines are calculated with the new project.
  await loadLineSources(db, requestedLines(body.offer ?? {}, '/offer'), { projectId: null, siteId: null });
  const status = stateAfter('offerRequest', 'convert', request.status) as OfferRequest['status'];
  if (request.convertedAt !== null) throw conflict('offer_request_closed');
  const customerId = body.customerId ?? request.customerId ?? (await customerFromContact(context, request));
  const planned = { ...projectDefaults(request), ...body.project, customerId };
  const { id: projectId } = await inPartOfBody('/project', createProject(context, planned));
  if (body.offer) {
    const draft = createDraft(context, body.offer, { projectId, offerRequestId: request.id });
    await inPartOfBody('/offer', draft);
  }
  const [converted = { status }] = body.offer ? await withStatusOfOffers(db, [{ ...request, status }]) : [];
  const links = { customerId, projectId, convertedAt: locked.changedAt };
  await changeOfferRequest(db, locked, { status: converted.status, ...links });
  return readOfferRequest(db, request.id);
}
