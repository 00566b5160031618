import type { OfferCreate } from '@pv-planning/contract';
import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { missingContacts } from '../../../company/texts/missing-contacts.ts';
import { unknownReference } from '../../../kernel/contract/api-errors.ts';
import type { Context } from '../../../kernel/handler-context.ts';
import { nextNumber } from '../../../kernel/identifiers/record-numbers.ts';
import { dbNow } from '../../../kernel/records/change-time.ts';
import { requireReferences } from '../../../kernel/references/references.ts';
import { writeLines } from '../lines/line-records.ts';
import { autoAddedProducts, loadLineSources } from '../lines/line-sources.ts';
import { mergeLines } from '../lines/merge-lines.ts';
import type { Line } from '../model/line.ts';
import { groupNames, type LineGroup } from '../model/line-groups.ts';
import { type LinesByGroup, requestedLines, withoutLines } from '../model/requested-lines.ts';
import { type OfferSums, requireSums } from '../pricing/offer-sums.ts';
import { priceSite } from '../pricing/price-site.ts';
import {
  hasWithdrawal,
  lacksPartner,
  type OfferHeader,
  type RelatedFields,
} from '../records/offer-header.ts';
import { insertOffer, offerReferences, storedOffer } from '../records/offer-records.ts';
import { selectSite } from '../records/offer-site.ts';
import type { StoredOffer } from '../records/show-offer.ts';

/** The fields of its project from which a new offer takes its own. */
type ProjectFields = Pick<OfferHeader, 'customerId' | 'siteId' | 'plannerId'>;

/** Locks the customer of a project against deletion. Customers are locked before their projects. */
const shareCustomerOf = preparedQuery((db, { projectId }: { projectId: string }) =>
  db
    .selectFrom('customer')
    .select('id')
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('project').select('customerId').where('id', '=', projectId).$asScalar(),
    )
    .forKeyShare(),
);

/** Locks the project against deletion, and reads the fields that an offer takes from it. */
const readSharedProject = preparedQuery((db, { id }: { id: string }) =>
  db
    .selectFrom(
      db
        .selectFrom('project')
        .select(['id', 'customerId', 'siteId', 'plannerId', 'buildingUse', 'existingSystems'])
        .select(['designTempMin', 'designTempMax'])
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
      'existingSystems',
      'customer.type as customerType',
    ])
    .select(({ selectFrom }) => selectFrom('company').select(missingContacts).$asScalar().as('companyLacks'))
    .select(({ selectFrom }) =>
      selectFrom('company').select(lacksPartner).$asScalar().as('companyLacksPartner'),
    )
    .select(({ selectFrom }) =>
      selectFrom('companyTexts').select(hasWithdrawal).$asScalar().as('companyHasWithdrawal'),
    )
    .select((project) => selectSite(project as never).as('site'))
    .select(dbNow.as('clock'))
    .$castTo<ProjectFields & RelatedFields & { clock: string }>(),
);

/** The fields of a new offer that are stored as sent. */
type OfferFields = Omit<OfferCreate, LineGroup | 'includeAutoAdded'>;

/** Defaults for omitted fields. The defaults for `siteId` and `plannerId` come from the project. */
const defaults: Required<Omit<OfferFields, 'projectId' | 'siteId' | 'plannerId'>> = {
  offerRequestId: null,
  externalId: null,
  name: null,
  isIndicationPrice: false,
  validTo: null,
  introText: null,
  closingText: null,
  yieldKwh: null,
  selfConsumptionPercent: null,
  autarkyPercent: null,
  yieldSource: null,
  vatMode: 'PV_ZERO',
};

/** The project of a new offer, locked against deletion and against changes of its roofs. */
interface SharedProject {
  /** The time of the new offer. */
  createdAt: string;
  project: ProjectFields;
  related: RelatedFields;
}

/**
 * Locks the customer and the project of a new offer.
 *
 * @param path JSON Pointer of the id in the body
 * @throws 400 `unknown_reference` if the project was deleted after its id was checked
 */
export async function shareProjectOfNewOffer(
  db: CompanyQueries,
  projectId: string,
  path: string,
): Promise<SharedProject> {
  await shareCustomerOf(db, { projectId });
  const [found] = await readSharedProject(db, { id: projectId });
  if (!found) throw unknownReference(path);
  const { clock: createdAt, customerId, siteId, plannerId, ...related } = found;
  return { createdAt, project: { customerId, siteId, plannerId }, related };
}

/**
 * Requires the products of the lines of an offer that is prepared later.
 *
 * @param at JSON Pointer of the object with the lines
 * @throws 400 `unknown_reference`
 */
export async function requireProducts(db: CompanyQueries, body: LinesByGroup, at: string): Promise<void> {
  await loadLineSources(db, requestedLines(body, at), { projectId: null, siteId: null });
}

/** A valid new offer that is not stored yet. Its customer and project are locked. */
export interface PreparedOffer {
  fields: Required<OfferFields> & Partial<Pick<OfferHeader, 'duplicateOfId'>>;
  customerId: string;
  related: RelatedFields;
  lines: readonly Line[];
  sums: OfferSums;
  createdAt: string;
}

/**
 * Locks the customer and the project of a new offer, and calculates its lines and sums.
 *
 * @param at JSON Pointer of the offer in the body of the request, for error details
 * @throws 400 `unknown_reference`, `invalid_request`, `dangling_ref`, `price_required`, `amount_too_large`
 * @throws 409 `material_archived`, `service_archived`
 */
export async function prepareOffer(
  db: CompanyQueries,
  input: OfferCreate,
  at: string,
): Promise<PreparedOffer> {
  await requireReferences(db, offerReferences(input, at));
  const { includeAutoAdded = true, ...body } = withoutLines(storedOffer(input));
  const { projectId } = body;
  const { createdAt, project, related } = await shareProjectOfNewOffer(db, projectId, `${at}/projectId`);
  const { customerId, siteId, plannerId } = project;
  const fields: Required<OfferFields> = { siteId, plannerId, ...defaults, ...body };
  const pricesAt = await priceSite(db, fields.siteId ?? siteId);
  const inputs = requestedLines(input, at);
  const sources = await loadLineSources(db, inputs, { projectId, siteId: pricesAt });
  const settings = { vatMode: fields.vatMode, createdAt };
  const lines = mergeLines({
    before: [],
    inputs,
    replaced: groupNames,
    sources,
    autoAdded: includeAutoAdded ? await autoAddedProducts(db, pricesAt) : [],
    changedAt: createdAt,
    at,
  });
  return { fields, customerId, related, lines, sums: requireSums(lines, settings), createdAt };
}

/** Stores a new offer as a draft, and raises `offer.created`. @throws 409 `already_exists` */
export async function insertPreparedOffer(
  { db, raise }: Pick<Context, 'db' | 'raise'>,
  { fields, customerId, related, lines, sums, createdAt }: PreparedOffer,
): Promise<StoredOffer> {
  const header = await insertOffer(
    db,
    {
      ...fields,
      number: await nextNumber(db, 'AN', createdAt),
      customerId,
      state: 'DRAFT',
      createdAt,
      updatedAt: createdAt,
    },
    sums,
    related,
  );
  const stored = await writeLines(db, { header, lines: [], changedAt: createdAt }, lines);
  await raise('offer.created', header, header.createdAt);
  return { header, lines: stored ?? [] };
}
