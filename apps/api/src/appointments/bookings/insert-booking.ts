import type { Booking } from '@pv-planning/contract';
import { type CompanyQueries, type CompanyTables, preparedQuery } from '@pv-planning/database';
import { invalidRequest } from '@pv-planning/server-kit';
import { type Insertable, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { conflict } from '../../kernel/contract/api-errors.ts';
import type { BookingTypeRow } from '../booking-types/booking-type-records.ts';
import { logChange } from './booking-log.ts';
import { type BookingContext, paidBooking, readBooking } from './booking-records.ts';
import { queueBookingMails } from './mails/queue-booking-mails.ts';
import { lockPlanners, placeBooking, type WantedSlot } from './placement/place-booking.ts';
import { textsVersionOf } from './texts-of-booking.ts';

/** The customer of an appointment: the name as shown, and the names as typed. */
export interface BookingContact {
  name: string;
  email: string | null;
  phone: string | null;
  /** One line. */
  address: string | null;
  /** Both only if the customer typed them. */
  forename?: string;
  surname?: string;
}

export interface NewBooking extends Omit<WantedSlot, 'durationMinutes' | 'memberIds' | 'movedBookingId'> {
  /** Locked by `lockBookingType`. */
  type: BookingTypeRow;
  source: Booking['source'];
  /** Default: that of the type. */
  durationMinutes?: number | undefined;
  /** Default: the planner whose turn it is. Null: nobody yet. */
  plannerId?: string | null | undefined;
  /** Default: the only site of the type, else the only site of the planner. */
  siteId?: string | null | undefined;
  contact: BookingContact;
  /** Locked against deletion. */
  customerId: string | null;
  language: Booking['language'];
  note: string | null;
  /** Default: that of the type. */
  priceCents?: number | undefined;
  /** Default: that of the type. */
  taxRate?: number | undefined;
  /** Whether the customer has paid the team. Default: false. */
  paidManually?: boolean | undefined;
  /** Locked against deletion. */
  offerRequestId?: string | null;
  /** The locked booking that this one follows. A follow-up is free. */
  followUpOf?: string;
  /**
   * Bookings by customers: the proof that the customer reads the mails, and the network of the request that made or confirmed the
   * booking.
   */
  emailProof?: 'link' | 'address' | null;
  clientNetwork?: string | null;
  /** Whether the customer has asked for the service before the period for a withdrawal ends. Default: false. */
  startBeforeWithdrawalEnds?: boolean | undefined;
  /** Default: a new one. */
  id?: string | undefined;
}

/** @throws 400 `invalid_request` for a type whose appointments take place at an address, without one */
export function requireAddress(
  { requiresAddress }: Pick<BookingTypeRow, 'requiresAddress'>,
  address: string | null,
  path: string,
): void {
  if (requiresAddress && address === null)
    throw invalidRequest({
      ...{ in: 'body', path, code: 'required' },
      message: 'is required, because the appointment takes place there',
    });
}

interface SitesQuery {
  typeId: string;
  plannerId?: string | undefined;
}

/** The sites of a booking type, and those of a planner. */
const sitesOf = preparedQuery((db, { typeId, plannerId }: SitesQuery) => {
  const ofType = db
    .selectFrom('bookingTypeSite')
    .select(['siteId', sql<'type' | 'planner'>`'type'`.as('owner')])
    .where('bookingTypeId', '=', typeId);
  if (plannerId === undefined) return ofType;
  const ofPlanner = db
    .selectFrom('memberSite')
    .select(['siteId', sql<'type' | 'planner'>`'planner'`.as('owner')])
    .where('memberId', '=', plannerId);
  return ofType.unionAll(ofPlanner);
});

const insertRow = preparedQuery((db, row: Insertable<CompanyTables['booking']>) =>
  db.insertInto('booking').values(row),
);

/** Returns the site of a new booking: the only one of its type, else the only one of its planner. */
async function defaultSite(
  db: CompanyQueries,
  { id: typeId }: Pick<BookingTypeRow, 'id'>,
  plannerId: string | null,
): Promise<string | null> {
  const sites = await sitesOf(db, { typeId, plannerId: plannerId ?? undefined });
  const { type = [], planner = [] } = Object.groupBy(sites, ({ owner }) => owner);
  const [site, ...others] = type.length > 0 ? type : planner;
  return site && others.length === 0 ? site.siteId : null;
}

/**
 * Books an appointment that is real at once: raises `booking.created`, and mails the customer; if a customer made it, the team,
 * too. Locks the members who could take it. The caller has locked the customer, the offer request and the booking type before.
 *
 * @throws 400 `invalid_request`
 * @throws 409 `booking_type_inactive`, `slot_unavailable`, `member_inactive`, `planner_unavailable`, `booking_not_payable`
 */
export async function insertBooking(context: BookingContext, booking: NewBooking): Promise<Booking> {
  const memberIds = await lockPlanners(context, booking.type, booking.plannerId);
  return storeBooking(context, booking, memberIds);
}

/** The part of `insertBooking` after the locks. @param memberIds those locked by `lockPlanners` */
export async function storeBooking(
  context: BookingContext,
  booking: NewBooking,
  memberIds: readonly string[],
): Promise<Booking> {
  const { raise } = context;
  const { paidManually = false, priceCents = booking.type.priceCents } = booking;
  if (paidManually && priceCents === 0) throw conflict('booking_not_payable', { values: { state: 'FREE' } });
  const stored = await insertPlaced(context, booking, memberIds, (createdAt) => ({
    status: 'CONFIRMED',
    ...(paidManually
      ? { paymentStatus: 'PAID', paymentMethod: 'manual', paidAt: createdAt }
      : { paymentStatus: priceCents === 0 ? 'FREE' : 'UNPAID' }),
  }));
  await raise('booking.created', stored, stored.createdAt);
  if (paidManually) await raise('booking.payment_paid', paidBooking(stored), stored.createdAt);
  await queueBookingMails(context, stored, { occasion: 'confirmed' }, stored.createdAt);
  return stored;
}

/** Time for which a slot is held before its checkout exists. Exceeds the time for creating a session. */
export const holdBeforeCheckoutMs = 180_000;

/**
 * Holds a slot until the customer has paid. It is not a real booking yet, so nobody is told.
 *
 * @throws as `insertBooking`
 */
export async function holdSlot(
  context: BookingContext,
  { paymentAccountId, ...booking }: NewBooking & { paymentAccountId: string },
): Promise<Booking> {
  const memberIds = await lockPlanners(context, booking.type, booking.plannerId);
  return insertPlaced(context, booking, memberIds, (createdAt) => ({
    status: 'PENDING_PAYMENT',
    paymentStatus: 'UNPAID',
    paymentAccountId,
    holdUntil: new Date(Date.parse(createdAt) + holdBeforeCheckoutMs).toISOString(),
  }));
}

type InitialState = Pick<Insertable<CompanyTables['booking']>, 'status' | 'paymentStatus'> &
  Partial<
    Pick<Insertable<CompanyTables['booking']>, 'holdUntil' | 'paymentAccountId' | 'paymentMethod' | 'paidAt'>
  >;

/** Places a new booking, stores it, and logs it. */
async function insertPlaced(
  context: BookingContext,
  booking: NewBooking,
  memberIds: readonly string[],
  initialState: (createdAt: string) => InitialState,
): Promise<Booking> {
  const { db, actor } = context;
  const { type, source, contact, customerId, language, note, offerRequestId = null, followUpOf } = booking;
  if (!type.active) throw conflict('booking_type_inactive', { values: { slug: type.slug } });
  const { durationMinutes = type.durationMinutes } = booking;
  const { priceCents = type.priceCents, taxRate = type.taxRate } = booking;
  const createdAt = await context.now();
  const { id = uuidv7(), emailProof = null, clientNetwork = null } = booking;
  const { startBeforeWithdrawalEnds = false } = booking;
  const candidates = booking.plannerId === null ? null : memberIds;
  const placement = await placeBooking(
    context,
    type,
    id,
    { ...booking, durationMinutes, memberIds: candidates },
    createdAt,
  );
  const { siteId = await defaultSite(db, type, placement.plannerId) } = booking;
  await insertRow(db, {
    ...contact,
    ...placement,
    ...initialState(createdAt),
    id,
    source,
    typeSlug: type.slug,
    typeName: type.name,
    location: type.location,
    siteId,
    priceCents,
    taxRate: priceCents === 0 ? null : taxRate,
    rescheduleNoticeMinutes: type.rescheduleNoticeMinutes,
    cancelNoticeMinutes: type.cancelNoticeMinutes,
    refundNoticeMinutes: type.refundNoticeMinutes,
    startBeforeWithdrawalEnds,
    consumerTextsVersion: await textsVersionOf(db, { priceCents, customerId }),
    customerId,
    language,
    note,
    offerRequestId,
    followUpOf: followUpOf ?? null,
    emailProof,
    clientNetwork,
    createdAt,
    updatedAt: createdAt,
  });
  const stored = await readBooking(db, id);
  await logChange(db, {
    bookingId: id,
    action: followUpOf === undefined ? 'create' : 'followUp',
    actor,
    previousStatus: null,
    status: stored.status,
    changedAt: createdAt,
  });
  return stored;
}
