import type { Booking, OfferRequest } from '@pv-planning/contract';
import type { Body, OperationId, PageBookingCreated } from '@pv-planning/contract/pages';
import {
  type Finished,
  invalidRequest,
  notFound,
  type OperationRequest,
  type Steps,
} from '@pv-planning/server-kit';
import { type BookingTypeRow, lockBookingType } from '../booking-types/booking-type-records.ts';
import { asOpenBookingType, type OpenBookingType } from '../booking-types/open-booking-types.ts';
import { readBooking } from '../bookings/booking-records.ts';
import { requireAddress } from '../bookings/contact/required-address.ts';
import { type BookingContact, insertBooking, type NewBooking } from '../bookings/insert-booking.ts';
import { bookingLink } from '../bookings/link/booking-link.ts';
import { badGateway, unknownReferences } from '../contract/api-errors.ts';
import type { PagesContract } from '../contract/pages-contract.ts';
import { customerName } from '../customers/customer-name.ts';
import { requireName } from '../customers/customer-records.ts';
import { oneLineAddress } from '../customers/one-line-address.ts';
import type { CustomerContext } from '../handler-context.ts';
import { requireAnonymousMail } from '../mails/anonymous-mails.ts';
import { insertOfferRequest, readOfferRequest } from '../offer-requests/offer-request-records.ts';
import { asked } from '../payment-accounts/provider-failure.ts';
import {
  abandonCheckout,
  beginCheckout,
  type OpenCheckout,
  openCheckout,
} from '../payments/checkout/begin-checkout.ts';
import { createSession } from '../payments/checkout/create-session.ts';
import { utc } from '../records/stored-values.ts';
import { shownBooking } from './customer-booking.ts';

type Source = Exclude<Booking['source'], 'PLANNER'>;

type PageRequest<O extends OperationId> = OperationRequest<PagesContract, O>;

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
): Promise<OpenBookingType<BookingTypeRow> | undefined> {
  const type = await asOpenBookingType(db, await lockBookingType(db, slug));
  return type?.sources.includes(source) ? type : undefined;
}

/**
 * Returns the booking that a customer without a link wants to make.
 *
 * @throws 400 `invalid_request`, `unknown_reference`
 * @throws 429 `rate_limited` if the customer has got too many mails
 */
async function wantedBooking(
  context: CustomerContext,
  type: OpenBookingType<BookingTypeRow>,
  { plannerId, contact, language = 'de', note = null, paths, startsAt, ...booking }: Appointment,
): Promise<NewBooking> {
  requireAddress(type, contact.address, paths.address);
  const chosen = plannerId?.toLowerCase();
  if (chosen !== undefined && !type.planners.some(({ id }) => id === chosen))
    throw unknownReferences([
      { path: paths.plannerId, message: 'is not one of the planners of the booking type' },
    ]);
  await requireAnonymousMail(context.db, contact.email, await context.now());
  return {
    ...booking,
    type,
    view: 'customer',
    startsAt: utc(startsAt),
    plannerId: chosen,
    contact,
    customerId: null,
    language,
    note,
  };
}

/** Books a slot that costs nothing. @throws 409 `slot_unavailable`, `member_inactive` */
async function bookAtOnce(context: CustomerContext, booking: NewBooking): Promise<PageBookingCreated> {
  const stored = await insertBooking(context, booking);
  const { token } = await bookingLink(context, stored);
  return {
    token,
    booking: await shownBooking(context.db, stored, booking.type),
    checkoutUrl: null,
    holdUntil: null,
  };
}

const hasPrice = ({ priceCents }: BookingTypeRow) => priceCents > 0;

interface Request {
  operationId: string;
  idempotencyKey: string | undefined;
  /** See `beginCheckout`. */
  prepare(context: CustomerContext, previous: Booking | undefined): Promise<NewBooking>;
}

/**
 * Books a slot that is paid at the payment provider: it is held until then. No connection is held while the provider is asked.
 *
 * @throws 409 `payment_not_available`, `slot_unavailable`, `member_inactive`; 429 `rate_limited`; 502 `payment_provider_error`, after
 *   which the same request continues
 */
async function payForSlot<Result>(
  { step, finish }: Steps<CustomerContext>,
  { operationId, idempotencyKey: key, prepare }: Request,
  respond: (context: CustomerContext, checkout: OpenCheckout, bookingId: string) => Promise<Result>,
): Promise<Finished<Exclude<Result, undefined>>> {
  if (key === undefined) throw new Error(`${operationId} requires an idempotency key.`);
  const { hold, stripe } = await step(async (context) => {
    const begun = await beginCheckout(context, {
      operationId,
      key,
      prepare: (previous) => prepare(context, previous),
    });
    return { hold: begun, stripe: context.paymentAccounts.clientOf(begun.account) };
  });
  const created = await asked(createSession(await stripe, { ...hold, accountId: hold.account.id }));
  if (created.failure) {
    const { failure } = created;
    await step((context) => abandonCheckout(context, hold, failure));
    throw badGateway('payment_provider_error');
  }
  const opened = await finish(async (context) => {
    const checkout = await openCheckout(context, hold, created.value);
    return checkout && respond(context, checkout, hold.bookingId);
  });
  // The hold has ended before the provider answered.
  if (!opened) throw badGateway('payment_provider_error');
  return opened as Finished<Exclude<Result, undefined>>;
}

/** Books a slot on the page of the company, or holds it until it is paid. @throws 404 `not_found`, and as `payForSlot` */
export async function createPageBooking(
  { params: { slug }, body, idempotencyKey }: PageRequest<'createPageBooking'>,
  steps: Steps<CustomerContext>,
) {
  const source = 'BOOKING_PAGE';
  const { forename, surname, email, phone = null, address = null, ...wanted } = body;
  const names = { forename: forename.trim(), surname: surname.trim() };
  const { plannerId, language, ...appointment } = wanted;
  const lockType = async (context: CustomerContext) => {
    const type = await lockOpenType(context, slug, source);
    if (!type) throw notFound();
    return type;
  };
  const wantedOf = (context: CustomerContext, type: OpenBookingType<BookingTypeRow>) =>
    wantedBooking(context, type, {
      ...appointment,
      source,
      plannerId,
      language,
      contact: { ...names, name: `${names.forename} ${names.surname}`, email, phone, address },
      paths: { address: '/address', plannerId: '/plannerId' },
    });
  const booked = await steps.finish(async (context) => {
    const type = await lockType(context);
    if (hasPrice(type)) return undefined;
    return { status: 200 as const, body: await bookAtOnce(context, await wantedOf(context, type)) };
  });
  if (booked) return booked;
  return payForSlot(
    steps,
    {
      operationId: 'createPageBooking',
      idempotencyKey,
      prepare: async (context) => wantedOf(context, await lockType(context)),
    },
    async (_context, body) => ({ status: 200 as const, body }),
  );
}

type RequestedAppointment = NonNullable<Body<'submitRequest'>['appointment']>;

/** Returns the booking that a customer of a configurator wants to make. */
async function wantedByRequest(
  context: CustomerContext,
  appointment: RequestedAppointment,
  request: Pick<OfferRequest, 'id' | 'contact' | 'address'>,
): Promise<NewBooking> {
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
  return wantedBooking(context, type, {
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
}

const withoutAppointment = { token: null, booking: null, checkoutUrl: null, holdUntil: null };

/** Creates an offer request of a configurator, and books its appointment or holds it until it is paid. See `payForSlot`. */
export async function submitRequest(
  { body: { appointment, ...fields }, idempotencyKey }: PageRequest<'submitRequest'>,
  steps: Steps<CustomerContext>,
) {
  requireName(fields.contact, '/contact');
  const insert = ({ db }: CustomerContext) => insertOfferRequest(db, { ...fields, source: 'CONFIGURATOR' });
  const submitted = await steps.finish(async (context) => {
    if (!appointment) {
      const { number } = await insert(context);
      return { status: 200 as const, body: { number, ...withoutAppointment } };
    }
    const type = await lockOpenType(context, appointment.typeSlug, 'BUILDER');
    if (type && hasPrice(type)) return undefined;
    const request = await insert(context);
    const booked = await bookAtOnce(context, await wantedByRequest(context, appointment, request));
    return { status: 200 as const, body: { number: request.number, ...booked } };
  });
  if (submitted || !appointment) return submitted as NonNullable<typeof submitted>;
  return payForSlot(
    steps,
    {
      operationId: 'submitRequest',
      idempotencyKey,
      async prepare(context, previous) {
        // The request stays if the provider has failed; the customer tries again.
        const keptId = previous?.status === 'EXPIRED' ? previous.offerRequestId : null;
        const request = keptId === null ? await insert(context) : await readOfferRequest(context.db, keptId);
        return wantedByRequest(context, appointment, request);
      },
    },
    async ({ db }, checkout, bookingId) => {
      const { offerRequestId } = await readBooking(db, bookingId);
      if (offerRequestId === null) throw notFound();
      const { number } = await readOfferRequest(db, offerRequestId);
      return { status: 200 as const, body: { number, ...checkout } };
    },
  );
}
