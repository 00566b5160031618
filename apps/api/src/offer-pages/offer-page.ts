import type { OfferPage } from '@pv-planning/contract/pages';
import type { CompanyQueries } from '@pv-planning/database';
import { notFound } from '@pv-planning/server-kit';
import { readCompanyPresentation } from '../company/company-records.ts';
import { readLines } from '../offers/lines/read-lines.ts';
import type { Line } from '../offers/model/line.ts';
import type { OfferHeader } from '../offers/records/offer-header.ts';
import { readHeader } from '../offers/records/offer-records.ts';
import { offerTerms, termsVersionOf } from '../offers/records/offer-terms.ts';
import { roofsOf } from '../projects/roof-records.ts';

type PageRoof = OfferPage['roofs'][number];
type PageModules = PageRoof['modules'][number];

async function readPageCompany(db: CompanyQueries): Promise<OfferPage['company']> {
  const { name, address, phone, email, website, logo } = await readCompanyPresentation(db);
  return {
    name,
    address,
    phone,
    email,
    website,
    logo: logo && { contentType: logo.contentType, content: logo.content.toString('base64') },
  };
}

async function readPageCustomer(db: CompanyQueries, customerId: string): Promise<OfferPage['customer']> {
  const { companyName, firstName, lastName, address } = await db
    .selectFrom('customer')
    .select(['companyName', 'firstName', 'lastName'])
    .select(({ ref }) => ref('address').$castTo<OfferPage['customer']['address']>().as('address'))
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow(notFound);
  const person = [firstName, lastName].filter((name) => name !== null).join(' ');
  return { name: companyName ?? (person || null), address };
}

function shownModules({ name, quantity, product, ...line }: Line): PageModules {
  const { length = null, width = null } = (product ?? {}) as { length?: number; width?: number };
  const { orientation, rows, columns, offsetX, offsetY } = line;
  return {
    name,
    count: quantity,
    length,
    width,
    orientation: orientation as PageModules['orientation'],
    rows,
    columns,
    offsetX,
    offsetY,
  };
}

/** Returns the roofs with modules. */
async function readPageRoofs(
  db: CompanyQueries,
  { projectId }: OfferHeader,
  lines: readonly Line[],
): Promise<PageRoof[]> {
  const modules = lines.filter(({ lineGroup }) => lineGroup === 'modules');
  const onRoof = Map.groupBy(modules, ({ roofId }) => roofId);
  const roofs = await roofsOf(db, projectId);
  return roofs.flatMap(({ id, name, roofType, azimuth, tilt, width, length }) => {
    const fields = onRoof.get(id);
    return fields
      ? [{ name, roofType, azimuth, tilt, width, length, modules: fields.map(shownModules) }]
      : [];
  });
}

function shownDecision({
  acceptedAt,
  declinedAt,
  customerDecision,
  withdrawal,
}: OfferHeader): OfferPage['decision'] {
  const decidedAt = acceptedAt ?? declinedAt;
  if (decidedAt === null) return null;
  return {
    state: acceptedAt === null ? 'DECLINED' : 'ACCEPTED',
    decidedAt,
    name: customerDecision?.name ?? null,
    withdrawnAt: withdrawal?.withdrawnAt ?? null,
  };
}

/** Returns a published or decided offer as its customer sees it. @throws 404 `not_found` */
export async function readOfferPage(db: CompanyQueries, id: string): Promise<OfferPage> {
  const header = await readHeader(db, id);
  const lines = await readLines(db, id);
  const { publishedAt, state } = header;
  // A link exists only for offers that have been published.
  if (publishedAt === null || state === 'DRAFT') throw notFound();
  const terms = offerTerms(header, lines);
  return {
    ...terms,
    state,
    termsVersion: termsVersionOf(terms),
    publishedAt,
    decision: shownDecision(header),
    company: await readPageCompany(db),
    customer: await readPageCustomer(db, header.customerId),
    roofs: await readPageRoofs(db, header, lines),
  };
}
