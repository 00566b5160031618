import type { Customer, CustomerCreate, CustomerUpdate, Query } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { invalidRequest, type Page } from '@pv-planning/server-kit';
import { idOrNone, isRecordId } from '../../kernel/identifiers/record-id.ts';
import { type ListPage, pagesOf, type SingleValues } from '../../kernel/lists/list-pages.ts';
import { containing } from '../../kernel/lists/text-search.ts';
import { recordBatches } from '../../kernel/records/record-batches.ts';
import { recordSelection } from '../../kernel/records/record-selection.ts';
import { recordTable } from '../../kernel/records/record-table.ts';
import { completeAddress, converted, utc, uuid } from '../../kernel/records/stored-values.ts';
import { referencesIn } from '../../kernel/references/references.ts';

export const customerReferences = referencesIn({ siteId: 'site', plannerId: 'member' });

/** Converts a body to its stored form: addresses with all fields, times in UTC, lowercase UUIDs. */
export function storedCustomer<Body extends CustomerCreate | CustomerUpdate>(body: Body): Body {
  return converted<CustomerCreate | CustomerUpdate>(body, {
    address: completeAddress,
    billingAddress: completeAddress,
    privacyConsentAt: utc,
    marketingConsentAt: utc,
    plannerId: uuid,
  }) as Body;
}

const nameFields = [
  'firstName',
  'lastName',
  'companyName',
  'email',
] as const satisfies readonly (keyof Customer)[];

/**
 * Requires text in at least one field that identifies the customer. Blank text is not a name.
 *
 * @param path JSON Pointer of the customer in the body
 * @throws 400 `invalid_request`
 */
export function requireName(customer: Pick<CustomerCreate, (typeof nameFields)[number]>, path = ''): void {
  if (nameFields.some((field) => customer[field]?.trim())) return;
  throw invalidRequest({
    in: 'body',
    path,
    code: 'required',
    message: `must have a value that is not blank in at least one of ${nameFields.join(', ')}`,
  });
}

const selection = recordSelection('customer', 'Customer', {
  projectCount: ({ selectFrom }) =>
    selectFrom('project')
      .select(({ fn, cast }) => cast<number>(fn.countAll(), 'integer').as('count'))
      .whereRef('project.customerId', '=', 'customer.id')
      .$asScalar(),
  offerCount: ({ selectFrom }) =>
    selectFrom('offer')
      .select(({ fn, cast }) => cast<number>(fn.countAll(), 'integer').as('count'))
      .whereRef('offer.customerId', '=', 'customer.id')
      .$asScalar(),
});

export const customers = recordTable(selection, { projectCount: 0, offerCount: 0 });

export const customerBatches = recordBatches(selection);

/** Locks customers against deletion, if they exist. Customers are locked before their projects, offers and requests. */
export async function shareCustomers(db: CompanyQueries, ids: readonly string[]): Promise<void> {
  await db
    .selectFrom('customer')
    .select('id')
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids.filter(isRecordId)))))
    .orderBy('id')
    .forKeyShare()
    .execute();
}

/** Locks a customer against deletion, if it exists. */
export function shareCustomer(db: CompanyQueries, id: string): Promise<void> {
  return shareCustomers(db, [id]);
}

/** Locks a customer so that no other transaction can add a project, an offer or a request to it. */
export async function lockAgainstReferences(db: CompanyQueries, id: string): Promise<void> {
  await db.selectFrom('customer').select('id').where('id', '=', id).forUpdate().execute();
}

const customerPages = pagesOf((db, filters: SingleValues<Query<'listCustomers'>>) => {
  const { type, email, externalId, customerNumber, q, siteId } = filters;
  let matches = db.selectFrom('customer');
  if (type !== undefined) matches = matches.where('type', '=', type);
  if (email !== undefined) matches = matches.where(({ eb, fn }) => eb(fn('lower', ['email']), '=', email));
  if (externalId !== undefined) matches = matches.where('externalId', '=', externalId);
  if (customerNumber !== undefined) matches = matches.where('customerNumber', '=', customerNumber);
  if (q !== undefined) matches = matches.where('searchText', 'ilike', q);
  if (siteId !== undefined) matches = matches.where('siteId', '=', siteId);
  return { matches, items: selection.of(matches) };
});

export function listCustomers(
  db: CompanyQueries,
  query: Query<'listCustomers'>,
  page: Page,
): Promise<ListPage<Customer>> {
  const filters = converted(query, {
    email: (address) => address.toLowerCase(),
    q: containing,
    siteId: idOrNone,
  });
  return customerPages(db, filters, page);
}
