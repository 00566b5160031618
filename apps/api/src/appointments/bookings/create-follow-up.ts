import type { Body, Booking } from '@pv-planning/contract';
import { type CompanyQueries, StaleReadError } from '@pv-planning/database';
import { invalidRequest } from '@pv-planning/server-kit';
import { unknownReferences } from '../../kernel/contract/api-errors.ts';
import { utc, uuid } from '../../kernel/records/stored-values.ts';
import { referencesIn, requireReferences } from '../../kernel/references/references.ts';
import { lockBookingType } from '../booking-types/booking-type-records.ts';
import type { BookingContext } from './booking-records.ts';
import { shareContact } from './contact/customer-contact.ts';
import { teamsAddress } from './contact/required-address.ts';
import { type NewBooking, storeBooking } from './insert-booking.ts';
import { lockBooking, readPlace } from './locked-booking.ts';
import { lockPlanners } from './placement/place-booking.ts';

const followUpReferences = referencesIn({ siteId: 'site', plannerId: 'member' });

/** Locks an offer request against deletion. */
async function shareOfferRequest(db: CompanyQueries, id: string): Promise<void> {
  await db.selectFrom('offerRequest').select('id').where('id', '=', id).forKeyShare().execute();
}

/** Returns the member if active: follow-ups of former members go to somebody else. */
async function activeOrAny(db: CompanyQueries, memberId: string | null): Promise<string | undefined> {
  if (memberId === null) return undefined;
  const active = await db
    .selectFrom('member')
    .select('id')
    .where('id', '=', memberId)
    .where('active', '=', true)
    .executeTakeFirst();
  return active?.id;
}

/**
 * Enters the next appointment of a customer, which is free. See `insertBooking`.
 *
 * @throws 400 `unknown_reference`, `invalid_request`
 * @throws 404 `not_found`
 * @throws 409 `booking_not_followable`, `booking_type_inactive`, `slot_unavailable`, `member_inactive`, `planner_unavailable`
 */
export async function createFollowUp(
  context: BookingContext,
  id: string,
  body: Body<'createFollowUp'>,
): Promise<Booking> {
  const { db } = context;
  const before = await readPlace(db, id);
  await requireReferences(db, followUpReferences(body));
  const typeSlug = body.typeSlug ?? before.typeSlug;
  if (typeSlug === null)
    throw invalidRequest({
      in: 'body',
      path: '/typeSlug',
      code: 'required',
      message: 'is required because the booking that is followed has no type',
    });
  const shared = before.customerId === null ? undefined : await shareContact(db, before.customerId);
  if (before.offerRequestId !== null) await shareOfferRequest(db, before.offerRequestId);
  const type = await lockBookingType(db, typeSlug);
  if (!type) throw unknownReferences([{ path: '/typeSlug', message: 'is not the slug of a booking type' }]);
  const previousPlanner = type.assignment === 'NONE' ? undefined : await activeOrAny(db, before.plannerId);
  const plannerId = body.plannerId === undefined ? previousPlanner : body.plannerId && uuid(body.plannerId);
  const memberIds = await lockPlanners(context, type, plannerId);
  const { record, place } = await lockBooking(context, id, 'followUp');
  const { customerId, offerRequestId } = place;
  if (customerId !== before.customerId || offerRequestId !== before.offerRequestId)
    throw new StaleReadError('The customer or the offer request was deleted.');
  const { name, email = null, phone = null, address: known = null } = record.customer ?? {};
  const address = teamsAddress(type, {
    path: '/address',
    given: body.address,
    known: known ?? shared?.contact.address ?? null,
    note: body.note,
  });
  const booking: NewBooking = {
    type,
    source: 'PLANNER',
    view: 'team',
    startsAt: utc(body.startsAt),
    durationMinutes: body.durationMinutes,
    plannerId,
    ignoreHours: body.allowOutsideAvailability,
    siteId: body.siteId,
    contact: { name: name ?? '', email, phone, address },
    customerId,
    language: record.language,
    note: body.note ?? null,
    priceCents: 0,
    offerRequestId,
    followUpOf: record.id,
  };
  return storeBooking(context, booking, memberIds);
}
