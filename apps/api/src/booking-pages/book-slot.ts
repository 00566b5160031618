import type { Booking } from '@pv-planning/contract';
import type { Body, PageBookingCreated } from '@pv-planning/contract/pages';
import { invalidRequest, notFound } from '@pv-planning/server-kit';
import { lockBookingType } from '../booking-types/booking-type-records.ts';
import { asOpenBookingType, type OpenBookingType } from '../booking-types/open-booking-types.ts';
import { type BookingContact, insertBooking } from '../bookings/insert-booking.ts';
import { bookingLink } from '../bookings/link/booking-link.ts';
import { conflict, unknownReferences } from '../contract/api-errors.ts';
import { customerName } from '../customers/customer-name.ts';
import { requireName } from '../customers/customer-records.ts';
import { oneLineAddress } from '../customers/one-line-address.ts';
import type { CustomerContext } from '../handler-context.ts';
import { requireAnonymousMail } from '../mails/anonymous-mails.ts';
import { insertOfferRequest } from '../offer-requests/offer-request-records.ts';
import { utc } from '../records/stored-values.ts';
import { shownBooking } from './customer-booking.ts';

type Source = Exclude<Booking['source'], 'PLANNER'>;

interface Appointment {
  source: Source;
  startsAt: string;
  plannerId: string | null | undefined;
  contact: BookingContact & { email: string };
  language: Booking['language'] | undefined;
  note?: string | null | undefined;
  offerRequestId?: string;
  /** JSON Pointers of fields in the body. */
  paths: { address: string; plannerId: string };
}

const required = (path: string, message: string) =>
  invalidRequest({ in: 'body', path, code: 'required', message });

/** Locks a type that customers can book at a source. Undefined if there is none. */
async function lockOpenType(
  { db }: Pick<CustomerContext, 'db'>,
  slug: string,
  source: Source,
): Promise<OpenBookingType | undefined> {
  const type = await asOpenBookingType(db, await lockBookingType(db, slug));
  return type?.sources.includes(source) ? type : undefined;
}

/**
 * Books a slot of a type for a customer without a link.
 *
 * @throws 400 `invalid_request`, `unknown_reference`
 * @throws 409 `payment_not_available`, `slot_unavailable`, `member_inactive`
 * @throws 429 `rate_limited` if the customer has got too many mails
 */
async function bookSlot(
  context: CustomerContext,
  type: OpenBookingType,
  { plannerId, contact, language = 'de', note = null, paths, startsAt, ...booking }: Appointment,
): Promise<PageBookingCreated> {
  if (type.requiresAddress && contact.address === null)
    throw required(paths.address, 'is required, because the appointment takes place there');
  const chosen = plannerId?.toLowerCase();
  if (chosen !== undefined && !type.planners.some(({ id }) => id === chosen))
    throw unknownReferences([
      { path: paths.plannerId, message: 'is not one of the planners of the booking type' },
    ]);
  if (type.priceCents > 0) throw conflict('payment_not_available', { values: { slug: type.slug } });
  await requireAnonymousMail(context.db, contact.email, await context.now());
  const stored = await insertBooking(context, {
    ...booking,
    type,
    view: 'customer',
    startsAt: utc(startsAt),
    plannerId: chosen,
    contact,
    customerId: null,
    language,
    note,
  });
  const { token } = await bookingLink(context, stored);
  return { token, booking: await shownBooking(context.db, stored, type), checkoutUrl: null, holdUntil: null };
}

/** Books a slot on the page of the company. See `bookSlot`. @throws 404 `not_found` */
export async function createPageBooking(
  context: CustomerContext,
  slug: string,
  body: Body<'createPageBooking'>,
): Promise<PageBookingCreated> {
  const source = 'BOOKING_PAGE';
  const type = await lockOpenType(context, slug, source);
  if (!type) throw notFound();
  const { forename, surname, email, phone = null, address = null, ...wanted } = body;
  const names = { forename: forename.trim(), surname: surname.trim() };
  const name = `${names.forename} ${names.surname}`;
  const { plannerId, language, ...appointment } = wanted;
  return bookSlot(context, type, {
    ...appointment,
    source,
    plannerId,
    language,
    contact: { ...names, name, email, phone, address },
    paths: { address: '/address', plannerId: '/plannerId' },
  });
}

/** Creates an offer request of a configurator, and books its appointment. See `bookSlot`. */
export async function submitRequest(
  context: CustomerContext,
  { appointment, ...fields }: Body<'submitRequest'>,
) {
  requireName(fields.contact, '/contact');
  const request = await insertOfferRequest(context.db, { ...fields, source: 'CONFIGURATOR' });
  const { number } = request;
  if (!appointment) return { number, token: null, booking: null, checkoutUrl: null, holdUntil: null };
  const { email, phone, firstName, lastName } = request.contact;
  const name = customerName(request.contact);
  if (name === null) throw required('/contact', 'must have a name, because of the appointment');
  if (email === null) throw required('/contact/email', 'is required, because of the appointment');
  const source = 'BUILDER';
  const type = await lockOpenType(context, appointment.typeSlug, source);
  if (!type)
    throw unknownReferences([
      { path: '/appointment/typeSlug', message: 'is not the slug of a booking type of the configurator' },
    ]);
  const booked = await bookSlot(context, type, {
    source,
    startsAt: appointment.startsAt,
    plannerId: appointment.plannerId,
    language: appointment.language,
    note: appointment.note,
    contact: {
      name,
      email,
      phone,
      address: oneLineAddress(request.address),
      ...(firstName !== null && { forename: firstName }),
      ...(lastName !== null && { surname: lastName }),
    },
    offerRequestId: request.id,
    paths: { address: '/address', plannerId: '/appointment/plannerId' },
  });
  return { number, ...booked };
}
