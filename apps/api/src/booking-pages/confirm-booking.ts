import type { Confirmation, PageBookingCreated } from '@pv-planning/contract/pages';
import type { OperationRequest, Steps } from '@pv-planning/server-kit';
import { findBookingType } from '../booking-types/booking-type-records.ts';
import { findBooking } from '../bookings/booking-records.ts';
import { bookingLink } from '../bookings/link/booking-link.ts';
import { lockPlanners } from '../bookings/placement/place-booking.ts';
import { conflict } from '../contract/api-errors.ts';
import type { PagesContract } from '../contract/pages-contract.ts';
import type { CustomerContext } from '../handler-context.ts';
import { verifyOfferRequest } from '../offer-requests/offer-request-records.ts';
import { findCheckout } from '../payments/checkout/checkout-records.ts';
import { bookAtOnce, hasPrice, lockOpenType, payForSlot } from './book-slot.ts';
import { readPageCompany } from './company-page.ts';
import { shownBooking } from './customer-booking.ts';
import {
  confirmedBooking,
  findKeptSlot,
  lockKeptSlot,
  releaseKeptSlot,
  type WantedBooking,
} from './kept-slots.ts';
import { requireFewAppointments } from './proof.ts';

const over = {
  ...{ state: 'EXPIRED', confirmUntil: null, typeName: null, startsAt: null, endsAt: null, location: null },
  ...{ priceCents: null, currency: 'EUR', taxRate: null, language: 'de' },
} as const satisfies Omit<Confirmation, 'company'>;

/** Returns the appointment that a mailed link confirms. It has nothing that was typed. */
export async function readConfirmation(context: CustomerContext): Promise<Confirmation> {
  const { db, actor } = context;
  const company = await readPageCompany(db);
  const kept = await findKeptSlot(context, actor.recordId);
  if (kept) {
    const { keptUntil: confirmUntil, startsAt, language, typeSlug } = kept;
    const type = await findBookingType(db, typeSlug);
    if (!type || confirmUntil <= (await context.now())) return { ...over, language, company };
    const { name: typeName, durationMinutes, location, priceCents, taxRate } = type;
    const endsAt = new Date(Date.parse(startsAt) + durationMinutes * 60_000).toISOString();
    return {
      ...{ state: 'OPEN', confirmUntil, typeName, startsAt, endsAt, location },
      ...{ priceCents, currency: over.currency, taxRate, language, company },
    };
  }
  const booking = await findBooking(db, actor.recordId);
  if (!booking) return { ...over, company };
  const { typeName, startsAt, endsAt, location, priceCents, taxRate, language } = booking;
  return {
    ...{ state: 'CONFIRMED', confirmUntil: null, typeName, startsAt, endsAt, location },
    ...{ priceCents: priceCents ?? 0, currency: over.currency, taxRate, language, company },
  };
}

const expired = () => conflict('confirmation_expired');

/**
 * Returns what became of an appointment that was confirmed before. Undefined while its checkout is begun.
 *
 * @throws 409 `confirmation_expired` if it was not, or was not paid in time
 */
async function alreadyConfirmed(context: CustomerContext): Promise<PageBookingCreated | undefined> {
  const { db, actor } = context;
  const booking = await findBooking(db, actor.recordId);
  if (!booking || booking.status === 'EXPIRED') throw expired();
  const isPending = booking.status === 'PENDING_PAYMENT';
  const checkout = isPending ? await findCheckout(db, booking.id) : undefined;
  const checkoutUrl = checkout?.url ?? null;
  if (checkout && checkoutUrl === null && !checkout.isProcessing) return undefined;
  const { token } = await bookingLink(context, booking);
  const type = booking.typeSlug === null ? undefined : await findBookingType(db, booking.typeSlug);
  return {
    ...{ token, checkoutUrl, confirmUntil: null },
    booking: isPending ? null : await shownBooking(db, booking, type),
    holdUntil: checkoutUrl === null ? null : (checkout?.expiresAt ?? null),
  };
}

/**
 * Locks what a customer confirms, and its type. The kept slot is locked first, so that confirming twice makes one booking.
 *
 * @throws 409 `confirmation_expired`, `slot_unavailable`, `too_many_appointments`
 */
async function lockConfirmed(context: CustomerContext): Promise<WantedBooking | undefined> {
  const { db, actor } = context;
  const kept = await lockKeptSlot(context, actor.recordId);
  if (!kept) return undefined;
  const now = await context.now();
  if (kept.keptUntil <= now) throw expired();
  const type = await lockOpenType(context, kept.typeSlug, kept.source);
  if (!type) throw conflict('slot_unavailable', { values: { reason: 'it is not offered' } });
  await requireFewAppointments(db, kept.contact.email, now, { isOnlyConfirmed: true });
  return confirmedBooking(kept, type);
}

/** Turns a kept slot into the place of the booking. Its offer request is that of somebody who reads the mails, if it still exists. */
async function prepareConfirmed(context: CustomerContext, wanted: WantedBooking): Promise<WantedBooking> {
  const { db, actor } = context;
  await releaseKeptSlot(db, actor.recordId);
  const { offerRequestId = null } = wanted;
  if (offerRequestId === null) return wanted;
  const verified = await verifyOfferRequest(db, offerRequestId, await context.now());
  return { ...wanted, offerRequestId: verified ? offerRequestId : null };
}

/**
 * Books the appointment of a mailed link, or holds its slot until it is paid. Repeating it returns the same booking.
 *
 * @throws as `lockConfirmed`; 409 `member_inactive`, `payment_not_available`; 502 `payment_provider_error`
 */
export async function confirmBooking(
  _request: OperationRequest<PagesContract, 'confirmBooking'>,
  steps: Steps<CustomerContext>,
) {
  let recordId = '';
  const confirmed = await steps.finish(async (context) => {
    recordId = context.actor.recordId;
    const wanted = await lockConfirmed(context);
    if (wanted && hasPrice(wanted.type)) return undefined;
    const body = wanted
      ? await bookAtOnce(
          context,
          await prepareConfirmed(context, wanted),
          await lockPlanners(context, wanted.type, wanted.plannerId),
        )
      : await alreadyConfirmed(context);
    return body && { status: 200 as const, body };
  });
  if (confirmed) return confirmed;
  return payForSlot(
    steps,
    {
      operationId: 'confirmBooking',
      idempotencyKey: recordId,
      async prepare(context) {
        const wanted = await lockConfirmed(context);
        if (!wanted) throw expired();
        return prepareConfirmed(context, wanted);
      },
    },
    async (_context, body) => ({ status: 200 as const, body }),
  );
}
