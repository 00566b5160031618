import type { Offer, OfferCreate } from '@pv-planning/contract';
import { preparedQuery } from '@pv-planning/database';
import { unknownReference } from '../../contract/api-errors.ts';
import type { Context } from '../../handler-context.ts';
import { nextNumber } from '../../identifiers/record-numbers.ts';
import { dbNow } from '../../records/change-time.ts';
import { requireReferences } from '../../references/references.ts';
import { followOffers, requireOpenRequest } from '../../workflows/request-status.ts';
import { autoAddedProducts, loadLineSources } from '../lines/line-sources.ts';
import { plannedLines } from '../lines/merge-lines.ts';
import { storeLines } from '../lines/write-lines.ts';
import { groupNames } from '../model/line-groups.ts';
import { placedInputs } from '../model/requested-lines.ts';
import { priceSite } from '../pricing/price-site.ts';
import { insertOffer, offerReferences, requireSums, storedOffer } from '../records/offer-records.ts';
import { type OfferHeader, shownOffer } from '../records/show-offer.ts';

type ProjectFields = Pick<
  OfferHeader,
  'customerId' | 'siteId' | 'plannerId' | 'buildingUse' | 'customerType'
>;

/** Locks the customer of a project against deletion. Customers are locked before their projects. */
const sharedCustomer = preparedQuery((db, { projectId }: { projectId: string }) =>
  db
    .selectFrom('customer')
    .select('id')
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('project').select('customerId').where('id', '=', projectId).$asScalar(),
    )
    .forKeyShare(),
);

/** Locks the project against deletion, and reads what an offer takes from it. */
const sharedProject = preparedQuery((db, { id }: { id: string }) =>
  db
    .selectFrom(
      db
        .selectFrom('project')
        .select(['customerId', 'siteId', 'plannerId', 'buildingUse'])
        .where('id', '=', id)
        .forShare()
        .as('project'),
    )
    .innerJoin('customer', 'customer.id', 'project.customerId')
    .select([
      'project.customerId',
      'project.siteId',
      'project.plannerId',
      'buildingUse',
      'customer.type as customerType',
    ])
    .select(dbNow.as('clock'))
    .$castTo<ProjectFields & { clock: string }>(),
);

/**
 * Creates a draft with its lines, and raises `offer.created`.
 *
 * @param at JSON Pointer of the offer in the body of the request, for error details
 * @throws 400 `unknown_reference`, `invalid_request`, `dangling_ref`, `price_required`, `amount_too_large`
 * @throws 409 `offer_request_closed`, `material_archived`, `service_archived`, `already_exists`
 */
export async function createOffer(
  { db, raise }: Pick<Context, 'db' | 'raise'>,
  input: OfferCreate,
  at = '',
): Promise<Offer> {
  await requireReferences(db, offerReferences(input, at));
  const { projectId, includeAutoAdded = true, siteId, plannerId, ...body } = storedOffer(input);
  await sharedCustomer(db, { projectId });
  const [found] = await sharedProject(db, { id: projectId });
  // Deleted since its id was looked up.
  if (!found) throw unknownReference(`${at}/projectId`);
  const { clock, ...project } = found;
  const own = {
    siteId: siteId === undefined ? project.siteId : siteId,
    plannerId: plannerId === undefined ? project.plannerId : plannerId,
  };
  const prices = await priceSite(db, own.siteId ?? project.siteId);
  const inputs = placedInputs(body, at);
  const sources = await loadLineSources(db, inputs, { projectId, siteId: prices });
  const settings = { vatMode: body.vatMode ?? 'PV_ZERO', createdAt: clock } as const;
  const planned = plannedLines({
    offer: settings,
    before: [],
    inputs,
    replaced: groupNames,
    sources,
    autoAdded: includeAutoAdded ? await autoAddedProducts(db, prices) : [],
    changedAt: clock,
    at,
  });
  const sums = requireSums(planned, settings);
  if (body.offerRequestId) await requireOpenRequest(db, body.offerRequestId, `${at}/offerRequestId`);
  const header = await insertOffer(
    db,
    {
      number: await nextNumber(db, 'AN'),
      projectId,
      customerId: project.customerId,
      offerRequestId: body.offerRequestId ?? null,
      externalId: body.externalId ?? null,
      name: body.name ?? null,
      state: 'DRAFT',
      isIndicationPrice: body.isIndicationPrice === undefined ? false : body.isIndicationPrice,
      validTo: body.validTo ?? null,
      ...own,
      introText: body.introText ?? null,
      closingText: body.closingText ?? null,
      vatMode: settings.vatMode,
      createdAt: clock,
      updatedAt: clock,
    },
    sums,
    project,
  );
  const lines = await storeLines(db, { header, lines: [], changedAt: clock }, planned);
  const offer = shownOffer(header, lines ?? []);
  await raise('offer.created', offer, offer.createdAt);
  await followOffers(db, offer.offerRequestId);
  return offer;
}
