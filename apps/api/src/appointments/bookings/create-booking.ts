import type { Body, Booking } from '@pv-planning/contract';
import { mailLanguage } from '@pv-planning/mail';
import { invalidRequest } from '@pv-planning/server-kit';
import { unknownReference, unknownReferences } from '../../kernel/contract/api-errors.ts';
import { utc, uuid } from '../../kernel/records/stored-values.ts';
import { referencesIn, unknownAmong } from '../../kernel/references/references.ts';
import { type BookingTypeRow, lockBookingType } from '../booking-types/booking-type-records.ts';
import type { BookingContext } from './booking-records.ts';
import { shareContact } from './contact/customer-contact.ts';
import { teamsAddress } from './contact/required-address.ts';
import { insertBooking } from './insert-booking.ts';

type BookingCreate = Body<'createBooking'>;

const bookingReferences = referencesIn({ customerId: 'customer', siteId: 'site', plannerId: 'member' });

/** @throws 400 `invalid_request` for a price without a VAT rate, and for the reverse */
function requireTaxRate(type: BookingTypeRow, body: Pick<BookingCreate, 'priceCents' | 'taxRate'>): void {
  const { priceCents = type.priceCents, taxRate = type.taxRate } = body;
  const at = { in: 'body', path: '/taxRate' } as const;
  if (priceCents > 0 && taxRate === null)
    throw invalidRequest({
      ...at,
      code: 'required',
      message: 'is required, because the booking type is free and has no VAT rate: 0 means none',
    });
  if (priceCents === 0 && body.taxRate !== undefined)
    throw invalidRequest({
      ...at,
      code: 'contradiction',
      message: 'must be absent, because the appointment is free',
    });
}

/**
 * Enters an appointment on a customer's behalf. See `insertBooking`.
 *
 * @throws 400 `unknown_reference`, `invalid_request`
 * @throws 409 `booking_type_inactive`, `slot_unavailable`, `member_inactive`, `planner_unavailable`, `booking_not_payable`
 */
export async function createBooking(context: BookingContext, body: BookingCreate): Promise<Booking> {
  const { db } = context;
  const { typeSlug, customerId = null, customer, allowOutsideAvailability, ...fields } = body;
  if (customerId === null && customer === undefined)
    throw invalidRequest({
      in: 'body',
      path: '',
      code: 'required',
      message: 'must have customer, or customerId of a customer record, or both',
    });
  const unknown = (await unknownAmong(db, bookingReferences(body))).map(({ path }) => ({ path }));
  if (unknown.length > 0) throw unknownReferences(unknown);
  const known = customerId === null ? undefined : await shareContact(db, customerId);
  if (customerId !== null && !known) throw unknownReference('/customerId');
  const type = await lockBookingType(db, typeSlug);
  if (!type) throw unknownReferences([{ path: '/typeSlug', message: 'is not the slug of a booking type' }]);
  requireTaxRate(type, fields);
  const contact = customer ?? known?.contact;
  if (!contact) throw new Error('A booking has no contact.');
  const { name, email = null, phone = null } = contact;
  const address = teamsAddress(type, {
    path: '/customer/address',
    given: customer?.address,
    known: known?.contact.address ?? null,
    note: fields.note,
  });
  return insertBooking(context, {
    type,
    source: 'PLANNER',
    view: 'team',
    startsAt: utc(fields.startsAt),
    durationMinutes: fields.durationMinutes,
    plannerId: fields.plannerId && uuid(fields.plannerId),
    ignoreHours: allowOutsideAvailability,
    siteId: fields.siteId,
    contact: { name, email, phone, address },
    customerId,
    language: fields.language ?? mailLanguage(known?.language),
    note: fields.note ?? null,
    priceCents: fields.priceCents,
    taxRate: fields.taxRate,
    paidManually: fields.settled,
  });
}
