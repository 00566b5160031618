import type {
  OfferCreate,
  OfferRequest,
  OfferRequestConversion,
  OfferRequestConverted,
  OfferRequestProject,
  Project,
  Roof,
  RoofCreate,
  RoofNotTaken,
} from '@pv-planning/contract';
import { type CompanyQueries, StaleReadError } from '@pv-planning/database';
import { invalidRequest } from '@pv-planning/server-kit';
import { adoptBookings } from '../appointments/bookings/owners-of-bookings.ts';
import { createCustomer } from '../crm/customers/create-customer.ts';
import { customers, shareCustomer } from '../crm/customers/customer-records.ts';
import { customerChanges } from '../crm/customers/customer-rules.ts';
import { createProject, newProjectReferences } from '../crm/projects/create-project.ts';
import { conflict } from '../kernel/contract/api-errors.ts';
import { stateAfter } from '../kernel/contract/state-tables.ts';
import type { Context } from '../kernel/handler-context.ts';
import type { Locked } from '../kernel/records/record-table.ts';
import { referencesIn, requireReferences } from '../kernel/references/references.ts';
import { inPartOfBody } from '../kernel/sql/database-errors.ts';
import {
  changeOfferRequest,
  lockOfferRequest,
  readOfferRequest,
} from '../sales/offer-requests/offer-request-records.ts';
import { insertPreparedOffer, prepareOffer, requireProducts } from '../sales/offers/lifecycle/new-offer.ts';
import { offerReferences } from '../sales/offers/records/offer-records.ts';
import { withStatusOfOffers } from './follow-offers.ts';

const customerReference = referencesIn({ customerId: 'customer' });

/** Creates a customer from the contact of a request. Returns the id. */
async function customerFromContact(
  context: Pick<Context, 'db' | 'raise'>,
  { contact, address, siteId, plannerId }: OfferRequest,
): Promise<string> {
  const type = contact.companyName?.trim() ? 'COMPANY' : 'PRIVATE';
  return (await createCustomer(context, { type, ...contact, address, siteId, plannerId })).id;
}

/** Copies the address of the request to a customer without one, and raises `customer.updated`. Returns the id. */
async function withAddress(
  { db, raise }: Pick<Context, 'db' | 'raise'>,
  customerId: string,
  { address }: OfferRequest,
): Promise<string> {
  if (address === null) return customerId;
  // No other transaction waits for this request while it holds the row: it would have locked the customer first.
  const locked = await customers.lock(db, customerId);
  if (locked.record.address !== null) return customerId;
  const changed = await customers.change(db, locked, customerChanges(locked.record, { address }) ?? {});
  await raise('customer.updated', changed, changed.updatedAt);
  return customerId;
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

/** Returns the other roofs, with their missing fields. */
function incompleteRoofs({ roofs }: OfferRequest): RoofNotTaken[] {
  return roofs.flatMap(({ roofType, azimuth, tilt }, index) => {
    const missing: RoofNotTaken['missing'] = [
      ...(roofType === null ? (['roofType'] as const) : []),
      ...(azimuth === null && roofType !== 'FLAT' ? (['azimuth'] as const) : []),
      ...(tilt === null ? (['tilt'] as const) : []),
    ];
    return missing.length > 0 ? [{ index, missing }] : [];
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

type Draft = NonNullable<OfferRequestConversion['offer']>;

/**
 * Requires that exactly one roof has each name in the lines of a draft.
 *
 * @throws 400 `invalid_request`
 */
function requireRoofNames(
  { modules = [], subconstructions = [] }: Draft,
  roofs: readonly RoofCreate[],
): void {
  const names = roofs.map(({ name }) => name);
  const problems = Object.entries({ modules, subconstructions }).flatMap(([group, lines]) =>
    lines.flatMap(({ roofName }, index) => {
      const count = names.filter((name) => name === roofName).length;
      if (count === 1) return [];
      const known = names.length === 0 ? 'the project has no roofs' : `the roofs are ${names.join(', ')}`;
      const message =
        count === 0
          ? `must be the name of a roof of the project: ${known}`
          : `must be the name of one roof: ${count} roofs have it`;
      return [{ in: 'body' as const, path: `/offer/${group}/${index}/roofName`, code: 'roof', message }];
    }),
  );
  if (problems.length > 0) throw invalidRequest(...problems);
}

/** Replaces the names of roofs in lines by the ids of the new roofs. */
function onRoofs<Line extends { roofName: string }>(
  lines: readonly Line[] | undefined,
  roofs: readonly Roof[],
) {
  const ids = new Map(roofs.map(({ id, name }) => [name, id]));
  return lines?.map(({ roofName, ...line }) => ({ ...line, roofId: String(ids.get(roofName)) }));
}

/** Creates a draft for the new project of a request. */
async function createDraft(
  context: Pick<Context, 'db' | 'raise'>,
  { modules, subconstructions, ...draft }: Draft,
  { id: projectId, roofs }: Project,
  offerRequestId: string,
): Promise<void> {
  const onRoof = { modules: onRoofs(modules, roofs), subconstructions: onRoofs(subconstructions, roofs) };
  const prepared = await prepareOffer(
    context.db,
    { ...draft, ...onRoof, projectId, offerRequestId } as OfferCreate,
    '/offer',
  );
  await insertPreparedOffer(context, prepared);
}

/** A converted request, and the roofs that the project did not take from it. */
interface Conversion {
  request: OfferRequest;
  roofsNotTaken: OfferRequestConverted['roofsNotTaken'];
}

/**
 * Creates a project with its roofs and, if requested, a draft offer, for the customer in the body, the customer of the request, or
 * a new customer. Bookings of the request without a customer get this one. The request can be locked before the new records, because no other transaction can see the new records.
 *
 * @throws 400 `unknown_reference`, `invalid_request`, and the codes of `createOffer`
 * @throws 404 `not_found`
 * @throws 409 `version_conflict`, `offer_request_closed`, `already_exists`, and the codes of `createOffer`
 */
export async function convertOfferRequest(
  context: Context,
  id: string,
  body: OfferRequestConversion,
  requireMatch: (request: OfferRequest) => void,
): Promise<Conversion> {
  const { db } = context;
  const locked = await lockWithCustomer(db, id, body);
  const request = locked.record;
  const planned = { ...projectDefaults(request), ...body.project };
  await requireReferences(db, [
    ...customerReference(body),
    ...newProjectReferences(body.project, '/project'),
    ...offerReferences(body.offer ?? {}, '/offer'),
  ]);
  // Unknown ids in the lines are reported before conflicts; the lines are calculated with the new project.
  await requireProducts(db, body.offer ?? {}, '/offer');
  requireRoofNames(body.offer ?? {}, planned.roofs ?? []);
  requireMatch(request);
  const status = stateAfter('offerRequest', 'convert', request.status) as OfferRequest['status'];
  if (request.convertedAt !== null) throw conflict('offer_request_closed');
  const known = body.customerId ?? request.customerId;
  const customerId =
    known === null || known === undefined
      ? await customerFromContact(context, request)
      : await withAddress(context, known, request);
  const project = await inPartOfBody('/project', createProject(context, { ...planned, customerId }));
  if (body.offer) await inPartOfBody('/offer', createDraft(context, body.offer, project, request.id));
  const [converted = { status }] = body.offer ? await withStatusOfOffers(db, [{ ...request, status }]) : [];
  const links = { customerId, projectId: project.id, convertedAt: locked.changedAt };
  await changeOfferRequest(db, locked, { status: converted.status, ...links });
  await adoptBookings(db, { offerRequestId: request.id, customerId });
  const roofsNotTaken = body.project.roofs ? [] : incompleteRoofs(request);
  return { request: await readOfferRequest(db, request.id), roofsNotTaken };
}
