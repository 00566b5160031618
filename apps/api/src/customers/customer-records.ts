import type { Customer, CustomerCreate, CustomerUpdate, Query } from '@pv-planning/contract';
import { type CompanyQueries, type CompanyTables, preparedQuery } from '@pv-planning/database';
import { invalidRequest, notFound, type Page } from '@pv-planning/server-kit';
import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely';
import { type ListEnvelope, pagesOf } from '../records/pages.ts';
import { idOrNone, recordId } from '../records/record-id.ts';
import { singleRow } from '../records/single-row.ts';
import { converted, now, utc, uuid, wholeAddress } from '../records/stored-values.ts';
import { containing } from '../records/text-search.ts';

/** Fields that name other records. */
export const customerReferences = { siteId: 'site', plannerId: 'member' } as const;

const columns = [
  'id',
  'customerNumber',
  'type',
  'salutation',
  'title',
  'firstName',
  'lastName',
  'companyName',
  'email',
  'phone',
  'mobile',
  'address',
  'billingAddress',
  'vatId',
  'taxNumber',
  'dateOfBirth',
  'registerCourt',
  'registerNumber',
  'leadSource',
  'privacyConsentAt',
  'marketingConsent',
  'marketingConsentAt',
  'language',
  'siteId',
  'plannerId',
  'externalId',
  'notes',
  'tags',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof Customer)[];

/** The body as it is stored: whole addresses, times in UTC, UUIDs in small letters. */
export function storedCustomer<Body extends CustomerCreate | CustomerUpdate>(body: Body): Body {
  return converted<CustomerCreate | CustomerUpdate>(body, {
    address: wholeAddress,
    billingAddress: wholeAddress,
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

/** A customer can be told from others by at least one of these. @throws 400 `invalid_request` */
export function requireName(customer: Pick<CustomerCreate, (typeof nameFields)[number]>): void {
  if (nameFields.some((field) => customer[field])) return;
  throw invalidRequest({
    in: 'body',
    path: '',
    code: 'required',
    message: `must have a value in at least one of ${nameFields.join(', ')}`,
  });
}

function projectCount({ selectFrom }: ExpressionBuilder<CompanyTables, 'customer'>) {
  return selectFrom('project')
    .select(({ fn, cast }) => cast<number>(fn.countAll(), 'integer').as('projectCount'))
    .whereRef('project.customerId', '=', 'customer.id')
    .as('projectCount');
}

type CustomerQuery = SelectQueryBuilder<CompanyTables, 'customer', object>;

/** What a customer holds, in lists and single reads alike. */
function customers(query: CustomerQuery) {
  // The columns hold what the contract let in.
  return query.select(columns).select(projectCount).$castTo<Customer>();
}

const customerById = preparedQuery((db, { id }: { id: string }) =>
  customers(db.selectFrom('customer').where('customer.id', '=', id)),
);

/** @throws 404 `not_found` */
export async function readCustomer(db: CompanyQueries, id: string): Promise<Customer> {
  const [customer] = await customerById(db, { id: recordId(id) });
  if (!customer) throw notFound();
  return customer;
}

const insertedCustomer = preparedQuery((db, customer: CustomerCreate & Pick<Customer, 'type'>) =>
  db.insertInto('customer').values(customer).returning(columns).returning(projectCount).$castTo<Customer>(),
);

export async function insertCustomer(db: CompanyQueries, body: CustomerCreate): Promise<Customer> {
  return singleRow(await insertedCustomer(db, { type: 'PRIVATE', ...storedCustomer(body) }));
}

const changedCustomer = preparedQuery((db, { id, ...changes }: CustomerUpdate & { id: string }) =>
  db
    .updateTable('customer')
    .set({ ...changes, updatedAt: now })
    .where('customer.id', '=', id)
    .returning(columns)
    .returning(projectCount)
    .$castTo<Customer>(),
);

/** Writes changes that were converted to what is stored, and answers with the whole customer. */
export async function changeCustomer(
  db: CompanyQueries,
  id: string,
  changes: CustomerUpdate,
): Promise<Customer> {
  return singleRow(await changedCustomer(db, { ...changes, id }));
}

const lockById = preparedQuery((db, { id }: { id: string }) =>
  db.selectFrom('customer').select('id').where('id', '=', id).forNoKeyUpdate(),
);

/** The customer, its row locked until the end of the transaction. @throws 404 `not_found` */
export async function lockCustomer(db: CompanyQueries, id: string): Promise<Customer> {
  await lockById(db, { id: recordId(id) });
  return readCustomer(db, id);
}

const customerPages = pagesOf((db, filters: Query<'listCustomers'>) => {
  const { email, externalId, q, siteId, updatedFrom } = filters;
  let matches = db.selectFrom('customer');
  if (email !== undefined) matches = matches.where(({ eb, fn }) => eb(fn('lower', ['email']), '=', email));
  if (externalId !== undefined) matches = matches.where('externalId', '=', externalId);
  if (q !== undefined) matches = matches.where('searchText', 'ilike', q);
  if (siteId !== undefined) matches = matches.where('siteId', '=', siteId);
  if (updatedFrom !== undefined) matches = matches.where('updatedAt', '>=', updatedFrom);
  return { matches, items: customers(matches) };
});

export function listedCustomers(
  db: CompanyQueries,
  query: Query<'listCustomers'>,
  page: Page,
): Promise<ListEnvelope<Customer>> {
  const filters = converted(query, {
    email: (address) => address.toLowerCase(),
    q: containing,
    siteId: idOrNone,
    updatedFrom: utc,
  });
  return customerPages(db, filters, page);
}
