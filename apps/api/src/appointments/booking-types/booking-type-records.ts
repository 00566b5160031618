import type { BookingType, Query } from '@pv-planning/contract';
import { type CompanyQueries, type CompanyTables, preparedQuery } from '@pv-planning/database';
import { notFound } from '@pv-planning/server-kit';
import { type ExpressionBuilder, sql } from 'kysely';
import { schemaValidator } from '../../kernel/contract/contract-schemas.ts';
import { idOrNone } from '../../kernel/identifiers/record-id.ts';
import type { CompanyLinks } from '../../kernel/links/links.ts';
import { pagesOf, type SingleValues } from '../../kernel/lists/list-pages.ts';
import { findReadyAccount, takesPayments } from '../../kernel/payment-accounts/account-records.ts';
import type { PaymentAccounts } from '../../kernel/payment-accounts/payment-accounts.ts';
import { recordSelection } from '../../kernel/records/record-selection.ts';
import { converted } from '../../kernel/records/stored-values.ts';

type Builder = ExpressionBuilder<CompanyTables, 'bookingType'>;

const empty = ({ val }: Builder) => val<string[]>([]);

/** The ids of a type's planners or sites, in order. */
function plannerIds(builder: Builder) {
  const ids = builder
    .selectFrom('bookingTypeMember')
    .select(({ fn }) => fn.agg<string[]>('array_agg', ['memberId']).orderBy('memberId').as('ids'))
    .whereRef('bookingTypeMember.companyId', '=', 'bookingType.companyId')
    .whereRef('bookingTypeMember.bookingTypeId', '=', 'bookingType.id');
  return builder.fn.coalesce(ids, empty(builder));
}

function siteIds(builder: Builder) {
  const ids = builder
    .selectFrom('bookingTypeSite')
    .select(({ fn }) => fn.agg<string[]>('array_agg', ['siteId']).orderBy('siteId').as('ids'))
    .whereRef('bookingTypeSite.companyId', '=', 'bookingType.companyId')
    .whereRef('bookingTypeSite.bookingTypeId', '=', 'bookingType.id');
  return builder.fn.coalesce(ids, empty(builder));
}

/** Minimum amount of the payment provider. */
const minimumCents = 50;

export const bookingTypeSelection = recordSelection('bookingType', 'BookingType', {
  plannerIds,
  siteIds,
  // The same for all companies.
  currency: () => sql<'EUR'>`'EUR'`,
  bookable: (builder) =>
    sql<boolean>`active and (price_cents = 0 or price_cents >= ${sql.lit(minimumCents)} and ${takesPayments(builder)})`,
});

const bySlug = preparedQuery((db, { slug }: { slug: string }) =>
  bookingTypeSelection.of(db.selectFrom('bookingType')).where('slug', '=', slug),
);

/** Finds a booking type. Any text can be passed. */
export async function findBookingType(db: CompanyQueries, slug: string): Promise<BookingType | undefined> {
  const [found] = schemaValidator('Slug')(slug) ? await bySlug(db, { slug }) : [];
  return found;
}

/** A booking type with the fields of its row. Its planners and sites are rows of their own. */
export type BookingTypeRow = Omit<BookingType, 'plannerIds' | 'siteIds' | 'currency' | 'bookable'>;

const rowColumns = bookingTypeSelection.columns as (keyof BookingTypeRow)[];

const rowBySlug = (db: CompanyQueries, slug: string) =>
  db.selectFrom('bookingType').select(rowColumns).where('slug', '=', slug).$castTo<BookingTypeRow>();

const lockWithPlanners = preparedQuery((db, { slug }: { slug: string }) =>
  rowBySlug(db, slug).where('assignment', '<>', sql.lit('NONE')).forShare(),
);
const lockExclusively = preparedQuery((db, { slug }: { slug: string }) =>
  rowBySlug(db, slug).forNoKeyUpdate(),
);

/**
 * Locks a booking type, with its planners and sites, against changes, until the end of the transaction. Bookings of a type without
 * planners also wait for each other. Any text can be passed as slug.
 */
export async function lockBookingType(db: CompanyQueries, slug: string): Promise<BookingTypeRow | undefined> {
  if (!schemaValidator('Slug')(slug)) return undefined;
  const [withPlanners] = await lockWithPlanners(db, { slug });
  if (withPlanners) return withPlanners;
  const [locked] = await lockExclusively(db, { slug });
  return locked;
}

/** @throws 404 `not_found` */
export async function readBookingType(db: CompanyQueries, slug: string): Promise<BookingType> {
  const found = await findBookingType(db, slug);
  if (!found) throw notFound();
  return found;
}

const pages = pagesOf((db, { active, siteId }: SingleValues<Query<'listBookingTypes'>>) => {
  let matches = db.selectFrom('bookingType');
  if (active !== undefined) matches = matches.where('active', '=', active);
  if (siteId !== undefined) matches = matches.where((builder) => isOfferedAt(builder, siteId));
  return { matches, items: bookingTypeSelection.of(matches) };
});

/** A type without sites is offered at all sites. */
function isOfferedAt({ or, and, not, exists, selectFrom }: Builder, siteId: string) {
  const sites = selectFrom('bookingTypeSite')
    .select('bookingTypeSite.siteId')
    .whereRef('bookingTypeSite.companyId', '=', 'bookingType.companyId')
    .whereRef('bookingTypeSite.bookingTypeId', '=', 'bookingType.id');
  const site = selectFrom('site')
    .select('site.id')
    .whereRef('site.companyId', '=', 'bookingType.companyId')
    .where('site.id', '=', siteId);
  return or([
    exists(sites.where('bookingTypeSite.siteId', '=', siteId)),
    and([not(exists(sites)), exists(site)]),
  ]);
}

/** Settings of this service that payments depend on. */
export interface PayingService {
  links: Pick<CompanyLinks, 'isPublic'>;
  paymentAccounts: Pick<PaymentAccounts, 'accepts'>;
}

/**
 * Returns a function that also requires a public address, to which customers return after paying, and an account that this service
 * accepts.
 */
export async function bookableIn(context: { db: CompanyQueries } & PayingService) {
  const canPay = context.links.isPublic() && (await findReadyAccount(context)) !== undefined;
  return <Type extends Pick<BookingType, 'bookable' | 'priceCents'>>(type: Type): Type => ({
    ...type,
    bookable: type.bookable && (type.priceCents === 0 || canPay),
  });
}

export function listedBookingTypes(
  db: CompanyQueries,
  query: Query<'listBookingTypes'>,
  page: Parameters<typeof pages>[2],
) {
  return pages(db, converted(query, { siteId: idOrNone }), page);
}
