import type { Booking, Query } from '@pv-planning/contract';
import { type CompanyQueries, type CompanyTables, preparedQuery } from '@pv-planning/database';
import { notFound, type Page } from '@pv-planning/server-kit';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Context } from '../../kernel/handler-context.ts';
import { idOrNone, isUuid, uuidOrNone } from '../../kernel/identifiers/record-id.ts';
import { type ListPage, pagesOf, type SingleValues } from '../../kernel/lists/list-pages.ts';
import { writtenForms } from '../../kernel/mails/mailbox.ts';
import { recordSelection } from '../../kernel/records/record-selection.ts';
import { converted, utc } from '../../kernel/records/stored-values.ts';

/** Parts of a handler's context for changes of bookings. */
export type BookingContext = Pick<Context, 'db' | 'raise' | 'now' | 'queueMails' | 'actor' | 'links'>;

type Builder = ExpressionBuilder<CompanyTables, 'booking'>;

/** Null if the personal data were deleted. */
const customer = () => sql<Booking['customer']>`case when name is not null then json_build_object(
  'name', name, 'email', email, 'phone', phone, 'forename', forename, 'surname', surname, 'address', address,
  'billingName', billing_name, 'billingAddress', billing_address) end`;

/** Null if the booking never went through the payment provider. */
const stripe = () => sql<Booking['stripe']>`case when checkout_session_id is not null then json_build_object(
  'customerId', stripe_customer_id, 'paymentIntentId', payment_intent_id, 'invoiceId', stripe_invoice_id) end`;

function planner({ selectFrom }: Builder) {
  return selectFrom('member')
    .select(
      sql<Booking['planner']>`json_build_object('id', member.id,
        'name', member.first_name || ' ' || member.last_name, 'email', member.email)`.as('planner'),
    )
    .whereRef('member.companyId', '=', 'booking.companyId')
    .whereRef('member.id', '=', 'booking.plannerId')
    .$castTo<Booking['planner']>();
}

export const bookingSelection = recordSelection('booking', 'Booking', {
  customer,
  planner,
  durationMinutes: () => sql<number>`(extract(epoch from ends_at - starts_at) / 60)::integer`,
  priceCents: ({ ref }) => ref('priceCents').$castTo<number | null>(),
  currency: () => sql<'EUR'>`'EUR'`,
  // Companies invoice in their accounting.
  invoice: () => sql<null>`null`,
  stripe,
});

const byId = preparedQuery((db, { id }: { id: string }) =>
  bookingSelection.of(db.selectFrom('booking')).where('id', '=', id),
);

/** Finds a booking. Any text can be passed. */
export async function findBooking(db: CompanyQueries, id: string): Promise<Booking | undefined> {
  const [found] = await byId(db, { id: uuidOrNone(id) });
  return found;
}

/** @throws 404 `not_found` */
export async function readBooking(db: CompanyQueries, id: string): Promise<Booking> {
  const found = await findBooking(db, id);
  if (!found) throw notFound();
  return found;
}

/** Returns a booking that was paid, with the fields of the event of its payment. */
export function paidBooking(booking: Booking) {
  const { paidAt, paymentMethod } = booking;
  if (paidAt === null || paymentMethod === null) throw new Error(`Booking ${booking.id} was not paid.`);
  return { ...booking, paidAt, paymentMethod };
}

/** Open and unpaid checkouts. Lists show them only if the filter asks for them. */
const notReal = ['PENDING_PAYMENT', 'EXPIRED'].map((status) => sql.lit(status));

type Filters = SingleValues<Omit<Query<'listBookings'>, 'plannerId'>> & {
  plannerId?: string | undefined;
  withoutPlanner?: true | undefined;
};

const pages = pagesOf(
  (db, filters: Filters) => {
    const { status, paymentStatus, source, typeSlug, plannerId, withoutPlanner } = filters;
    const { customerEmail, customerId, offerRequestId, siteId, startsFrom, startsTo } = filters;
    let matches = db.selectFrom('booking');
    matches =
      status === undefined
        ? matches.where('status', 'not in', notReal)
        : matches.where('status', '=', status);
    if (paymentStatus !== undefined) matches = matches.where('paymentStatus', '=', paymentStatus);
    if (source !== undefined) matches = matches.where('source', '=', source);
    if (typeSlug !== undefined) matches = matches.where('typeSlug', '=', typeSlug);
    if (plannerId !== undefined) matches = matches.where('plannerId', '=', plannerId);
    if (withoutPlanner) matches = matches.where('plannerId', 'is', null);
    if (customerEmail !== undefined) matches = matches.where(sql<string>`lower(email)`, '=', customerEmail);
    if (customerId !== undefined) matches = matches.where('customerId', '=', customerId);
    if (offerRequestId !== undefined) matches = matches.where('offerRequestId', '=', offerRequestId);
    if (siteId !== undefined) matches = matches.where('siteId', '=', siteId);
    if (startsFrom !== undefined) matches = matches.where('startsAt', '>=', startsFrom);
    if (startsTo !== undefined) matches = matches.where('startsAt', '<', startsTo);
    return { matches, items: bookingSelection.of(matches) };
  },
  { isId: isUuid },
);

/** The filter `plannerId=none` finds bookings without a planner. */
export function listedBookings(
  db: CompanyQueries,
  { plannerId, customerEmail, ...query }: Query<'listBookings'>,
  page: Page,
): Promise<ListPage<Booking>> {
  const filters = converted(query, {
    customerId: idOrNone,
    offerRequestId: idOrNone,
    siteId: idOrNone,
    startsFrom: utc,
    startsTo: utc,
  });
  const ofPlanner =
    plannerId === 'none'
      ? { withoutPlanner: true as const }
      : { plannerId: plannerId && uuidOrNone(plannerId) };
  const ofEmail = customerEmail && { customerEmail: writtenForms(customerEmail.toLowerCase()) };
  return pages(db, { ...filters, ...ofPlanner, ...ofEmail }, page);
}
