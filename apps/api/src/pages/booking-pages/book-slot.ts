import type { Booking, OfferRequest } from '@pv-planning/contract';
import type { Body, OperationId, PageBookingCreated } from '@pv-planning/contract/pages';
import {
  invalidRequest,
  isApiError,
  notFound,
  type OperationRequest,
  type Steps,
} from '@pv-planning/server-kit';
import {
  type BookingTypeRow,
  lockBookingType,
} from '../../appointments/booking-types/booking-type-records.ts';
import { readBooking } from '../../appointments/bookings/booking-records.ts';
import {
  type BookingContact,
  type NewBooking,
  requireAddress,
  storeBooking,
} from '../../appointments/bookings/insert-booking.ts';
import { bookingLink } from '../../appointments/bookings/link/booking-link.ts';
import { isProven } from '../../appointments/bookings/link/bookings-of-mailbox.ts';
import { lockPlanners } from '../../appointments/bookings/placement/place-booking.ts';
import { requireEarlyStart } from '../../appointments/bookings/withdrawal/withdrawal-period.ts';
import { customerName } from '../../crm/customers/customer-name.ts';
import { requireName } from '../../crm/customers/customer-records.ts';
import { oneLineAddress } from '../../crm/customers/one-line-address.ts';
import { unknownReferences } from '../../kernel/contract/api-errors.ts';
import type { PagesContract } from '../../kernel/contract/pages-contract.ts';
import type { CustomerContext } from '../../kernel/handler-context.ts';
import { requireAnonymousMail } from '../../kernel/mails/anonymous-mails.ts';
import { utc } from '../../kernel/records/stored-values.ts';
import { NotBegunError, payForSlot } from '../../payments/checkout/begin-checkout.ts';
import { latestPayment, requirePayable } from '../../payments/checkout/payable.ts';
import { insertOfferRequest, readOfferRequest } from '../../sales/offer-requests/offer-request-records.ts';
import { shownBooking } from './customer-booking.ts';
import { keepSlot, keptLongerMs, type WantedBooking } from './kept-slots.ts';
import { asOpenBookingType, type OpenBookingType } from './open-booking-types.ts';
import { type Proof, proofOf, readProof } from './proof.ts';

type PageRequest<O extends OperationId> = OperationRequest<PagesContract, O>;

interface Appointment {
  source: WantedBooking['source'];
  startsAt: string;
  plannerId: string | null | undefined;
  contact: BookingContact & { email: string };
  language: Booking['language'] | undefined;
  note?: string | null | undefined;
  startBeforeWithdrawalEnds: boolean | undefined;
  offerRequestId?: string;
  /** JSON Pointers of fields in the body. */
  paths: { address: string; plannerId: string; startBeforeWithdrawalEnds: string };
}

const required = (path: string, message: string) =>
  invalidRequest({ in: 'body', path, code: 'required', message });

/** Locks a type that customers can book at a source. Undefined if there is none. */
export async function lockOpenType(
  { db }: Pick<CustomerContext, 'db'>,
  slug: string,
  source: WantedBooking['source'],
): Promise<OpenBookingType<BookingTypeRow> | undefined> {
  const type = await asOpenBookingType(db, await lockBookingType(db, slug));
  return type?.sources.includes(source) ? type : undefined;
}

/**
 * Returns the booking that a customer without a link wants to make.
 *
 * @throws 400 `invalid_request`, `unknown_reference`
 * @throws 429 `rate_limited` if the customer has got too many mails, and cannot confirm the booking by one
 */
async function wantedBooking(
  context: CustomerContext,
  type: OpenBookingType<BookingTypeRow>,
  { plannerId, contact, language = 'de', note = null, paths, startsAt, ...booking }: Appointment,
): Promise<WantedBooking> {
  requireAddress(type, contact.address, paths.address);
  const chosen = plannerId?.toLowerCase();
  if (chosen !== undefined && !type.planners.some(({ id }) => id === chosen))
    throw unknownReferences([
      { path: paths.plannerId, message: 'is not one of the planners of the booking type' },
    ]);
  const now = await context.now();
  if (!context.confirmsBookings) await requireAnonymousMail(context.db, contact.email, now);
  const wanted = { ...booking, startsAt: utc(startsAt), customerId: null };
  await requireEarlyStart(
    context.db,
    { ...wanted, priceCents: type.priceCents },
    latestPayment(type, wanted.startsAt, now, keptLongerMs),
    paths.startBeforeWithdrawalEnds,
  );
  return {
    ...wanted,
    type,
    view: 'customer',
    plannerId: chosen,
    contact,
    language,
    note,
  };
}

const nothingYet = { token: null, booking: null, checkoutUrl: null, holdUntil: null, confirmUntil: null };

/** Books a free slot whose planners are locked. @throws 409 `slot_unavailable` */
export async function bookAtOnce(
  context: CustomerContext,
  booking: NewBooking,
  memberIds: readonly string[],
): Promise<PageBookingCreated> {
  const stored = await storeBooking(context, booking, memberIds);
  const { token } = await bookingLink(context, stored);
  return { ...nothingYet, token, booking: await shownBooking(context.db, stored) };
}

/**
 * Books a free slot, or keeps it until the customer has confirmed the appointment.
 *
 * @throws 409 `slot_unavailable`, `member_inactive`, `too_many_appointments`; 429 `too_many_confirmation_mails`
 */
async function bookOrKeep(context: CustomerContext, booking: WantedBooking): Promise<PageBookingCreated> {
  const { type, contact } = booking;
  const memberIds = await lockPlanners(context, type, booking.plannerId);
  const proof = await proofFor(context, type, contact.email);
  return proof
    ? bookAtOnce(context, { ...booking, ...proof }, memberIds)
    : { ...nothingYet, confirmUntil: await keepSlot(context, booking, memberIds) };
}

/** See `proofOf`. A service without mails requires no confirmation. */
async function proofFor(
  context: CustomerContext,
  type: BookingTypeRow,
  email: string,
): Promise<Proof | undefined> {
  return context.confirmsBookings ? proofOf(context, type, email) : { emailProof: null, clientNetwork: null };
}

/**
 * Keeps a slot with a price until the customer has confirmed the appointment.
 *
 * @throws 409 `payment_not_available`; 429 `too_many_holds`; and as `bookOrKeep`
 */
async function keepPaid(context: CustomerContext, booking: WantedBooking): Promise<PageBookingCreated> {
  await requirePayable(context, booking);
  const memberIds = await lockPlanners(context, booking.type, booking.plannerId);
  return { ...nothingYet, confirmUntil: await keepSlot(context, booking, memberIds) };
}

export const hasPrice = ({ priceCents }: BookingTypeRow) => priceCents > 0;

/**
 * Adds the proof that the customer reads the mails. The decision whether one is needed follows the lock of the account, because
 * many requests may arrive at once. A checkout that was begun before needs no other proof.
 *
 * @throws {NotBegunError} if the customer must confirm the appointment first
 */
async function withProof(
  context: CustomerContext,
  booking: WantedBooking,
  previous: Booking | undefined,
): Promise<NewBooking> {
  if (!context.confirmsBookings) return booking;
  const { type, contact } = booking;
  await requirePayable(context, booking);
  const proof = await (previous ? readProof(context, contact.email) : proofOf(context, type, contact.email));
  if (!proof) throw new NotBegunError();
  return { ...booking, ...proof };
}

/** Books a slot on the page of the company, or holds it until it is paid. @throws 404 `not_found`, and as `payForSlot` */
export async function createPageBooking(
  { params: { slug }, body, idempotencyKey }: PageRequest<'createPageBooking'>,
  steps: Steps<CustomerContext>,
) {
  const operationId = 'createPageBooking';
  const source = 'BOOKING_PAGE';
  const { forename, surname, email, phone = null, address = null, ...wanted } = body;
  const names = { forename: forename.trim(), surname: surname.trim() };
  const { plannerId, language, startBeforeWithdrawalEnds, ...appointment } = wanted;
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
      startBeforeWithdrawalEnds,
      contact: { ...names, name: `${names.forename} ${names.surname}`, email, phone, address },
      paths: {
        address: '/address',
        plannerId: '/plannerId',
        startBeforeWithdrawalEnds: '/startBeforeWithdrawalEnds',
      },
    });
  const booked = await steps.finish(async (context) => {
    const type = await lockType(context);
    if (hasPrice(type)) return undefined;
    return { status: 200 as const, body: await bookOrKeep(context, await wantedOf(context, type)) };
  });
  if (booked) return booked;
  const paid = await payForSlot(
    steps,
    {
      operationId,
      idempotencyKey,
      prepare: async (context, previous) =>
        withProof(context, await wantedOf(context, await lockType(context)), previous),
    },
    async (_context, body) => ({ status: 200 as const, body }),
  );
  if (paid) return paid;
  return steps.finish(async (context) => {
    const body = await keepPaid(context, await wantedOf(context, await lockType(context)));
    return { status: 200 as const, body };
  });
}

type RequestedAppointment = NonNullable<Body<'submitRequest'>['appointment']>;

/** Locks the type of the appointment, before the number of the request is taken. @throws 400 `unknown_reference` */
async function lockRequestedType(
  context: CustomerContext,
  { typeSlug }: RequestedAppointment,
): Promise<OpenBookingType<BookingTypeRow>> {
  const type = await lockOpenType(context, typeSlug, 'BUILDER');
  if (type) return type;
  throw unknownReferences([
    { path: '/appointment/typeSlug', message: 'is not the slug of a booking type of the configurator' },
  ]);
}

/** Returns the booking that a customer of a configurator wants to make. */
async function wantedByRequest(
  context: CustomerContext,
  type: OpenBookingType<BookingTypeRow>,
  appointment: RequestedAppointment,
  request: Pick<OfferRequest, 'id' | 'contact' | 'address'>,
): Promise<WantedBooking> {
  const { email, phone, firstName, lastName } = request.contact;
  const name = customerName(request.contact);
  if (name === null) throw required('/contact', 'must have a name, because of the appointment');
  if (email === null) throw required('/contact/email', 'is required, because of the appointment');
  return wantedBooking(context, type, {
    source: 'BUILDER',
    startsAt: appointment.startsAt,
    plannerId: appointment.plannerId,
    language: appointment.language,
    note: appointment.note,
    startBeforeWithdrawalEnds: appointment.startBeforeWithdrawalEnds,
    contact: {
      name,
      email,
      phone,
      address: oneLineAddress(request.address),
      ...(firstName !== null && { forename: firstName }),
      ...(lastName !== null && { surname: lastName }),
    },
    offerRequestId: request.id,
    paths: {
      address: '/address',
      plannerId: '/appointment/plannerId',
      startBeforeWithdrawalEnds: '/appointment/startBeforeWithdrawalEnds',
    },
  });
}

const none = { appointmentRefusedUntil: null };

/** Creates an offer request of a configurator, and books its appointment or holds it until it is paid. See `payForSlot`. */
async function requestWithAppointment(
  insert: (context: CustomerContext) => Promise<OfferRequest>,
  appointment: RequestedAppointment,
  idempotencyKey: string | undefined,
  steps: Steps<CustomerContext>,
) {
  const submitWith = async (
    context: CustomerContext,
    type: OpenBookingType<BookingTypeRow>,
    book: (context: CustomerContext, booking: WantedBooking) => Promise<PageBookingCreated>,
  ) => {
    const request = await insert(context);
    const booked = await book(context, await wantedByRequest(context, type, appointment, request));
    return { status: 200 as const, body: { number: request.number, ...booked, ...none } };
  };
  const submitted = await steps.finish(async (context) => {
    const type = await lockRequestedType(context, appointment);
    return hasPrice(type) ? undefined : submitWith(context, type, bookOrKeep);
  });
  if (submitted) return submitted;
  const paid = await payForSlot(
    steps,
    {
      operationId: 'submitRequest',
      idempotencyKey,
      async prepare(context, previous) {
        const type = await lockRequestedType(context, appointment);
        // The request stays if the provider has failed; the customer tries again.
        const keptId = previous?.status === 'EXPIRED' ? previous.offerRequestId : null;
        const request = keptId === null ? await insert(context) : await readOfferRequest(context.db, keptId);
        return withProof(context, await wantedByRequest(context, type, appointment, request), previous);
      },
    },
    async ({ db }, checkout, bookingId) => {
      const { offerRequestId } = await readBooking(db, bookingId);
      if (offerRequestId === null) throw notFound();
      const { number } = await readOfferRequest(db, offerRequestId);
      return { status: 200 as const, body: { number, ...checkout, ...none } };
    },
  );
  if (paid) return paid;
  return steps.finish(async (context) =>
    submitWith(context, await lockRequestedType(context, appointment), keepPaid),
  );
}

/** Codes of the limits for an e-mail address or a network address. */
const limits = new Set(['rate_limited', 'too_many_confirmation_mails', 'too_many_holds']);

/** Creates an offer request of a configurator, without the appointment if a limit refuses it. */
export async function submitRequest(
  { body: { appointment, ...fields }, idempotencyKey }: PageRequest<'submitRequest'>,
  steps: Steps<CustomerContext>,
) {
  requireName(fields.contact, '/contact');
  const { email = null } = fields.contact;
  const insert = async ({ db }: CustomerContext) =>
    insertOfferRequest(db, {
      ...fields,
      source: 'CONFIGURATOR',
      emailVerified: email !== null && (await isProven(db, email)),
    });
  let waitSeconds: number | undefined;
  if (appointment)
    try {
      return await requestWithAppointment(insert, appointment, idempotencyKey, steps);
    } catch (error) {
      if (!isApiError(error) || !limits.has(error.code)) throw error;
      waitSeconds = Number(error.headers['Retry-After']);
    }
  return steps.finish(async (context) => {
    const { number } = await insert(context);
    const appointmentRefusedUntil =
      waitSeconds === undefined
        ? null
        : new Date(Date.parse(await context.now()) + waitSeconds * 1000).toISOString();
    return { status: 200 as const, body: { number, ...nothingYet, appointmentRefusedUntil } };
  });
}
