import { setTimeout as delay } from 'node:timers/promises';
import type { Booking } from '@pv-planning/contract';
import type { Confirmation, PageBookingCreated } from '@pv-planning/contract/pages';
import { isApiError, type OperationRequest, type Steps } from '@pv-planning/server-kit';
import { findBookingType } from '../../appointments/booking-types/booking-type-records.ts';
import { findBooking } from '../../appointments/bookings/booking-records.ts';
import { bookingLink } from '../../appointments/bookings/link/booking-link.ts';
import { lockPlanners } from '../../appointments/bookings/placement/place-booking.ts';
import { badGateway, conflict } from '../../kernel/contract/api-errors.ts';
import type { PagesContract } from '../../kernel/contract/pages-contract.ts';
import type { CustomerContext } from '../../kernel/handler-context.ts';
import { linkState } from '../../kernel/links/link-records.ts';
import { findBegun, NotBegunError, payForSlot } from '../../payments/checkout/begin-checkout.ts';
import { findCheckout } from '../../payments/checkout/checkout-records.ts';
import { requirePayable } from '../../payments/checkout/payable.ts';
import { verifyOfferRequest } from '../../sales/offer-requests/offer-request-records.ts';
import { bookAtOnce, hasPrice, lockOpenType } from './book-slot.ts';
import { readPageCompany } from './company-page.ts';
import { shownBooking } from './customer-booking.ts';
import {
  confirmedBooking,
  deleteKeptSlot,
  findKeptSlot,
  keepLonger,
  lockKeptSlot,
  stopKeeping,
  type WantedBooking,
} from './kept-slots.ts';
import { networkOfCustomer, requireFewConfirmed, requireTurn } from './proof.ts';

const over = {
  ...{ state: 'EXPIRED', confirmUntil: null, typeName: null, startsAt: null, endsAt: null, location: null },
  ...{ priceCents: null, currency: 'EUR', taxRate: null, language: 'de' },
} as const satisfies Omit<Confirmation, 'company'>;

const operationId = 'confirmBooking';

const expired = () => conflict('confirmation_expired');

/**
 * The booking that a mailed link has made. The first one has the id of the kept slot; later ones, after a failed payment, have
 * their own.
 */
async function findMade({ db, actor }: CustomerContext) {
  const begunId = await findBegun(db, { operationId, key: actor.recordId });
  const booking = await findBooking(db, begunId ?? actor.recordId);
  return { isFirst: booking === undefined, made: booking?.status === 'EXPIRED' ? undefined : booking };
}

/** Whether a mailed link still opens its booking: as long as the first link of the booking. */
async function isOpen({ db, now }: CustomerContext, { id: recordId }: Booking): Promise<boolean> {
  return (await linkState(db, { purpose: 'booking', recordId, version: 1 }, await now())) === 'open';
}

const stateOf = ({ status }: Booking): Confirmation['state'] =>
  status === 'PENDING_PAYMENT' || status === 'CANCELLED' ? status : 'CONFIRMED';

/** Returns the appointment of a mailed link, without typed texts. */
export async function readConfirmation(context: CustomerContext): Promise<Confirmation> {
  const { db, actor } = context;
  const company = await readPageCompany(db);
  const { made } = await findMade(context);
  if (made) {
    const { typeName, startsAt, endsAt, location, priceCents, taxRate, language } = made;
    if (!(await isOpen(context, made))) return { ...over, language, company };
    return {
      ...{ state: stateOf(made), confirmUntil: null, typeName, startsAt, endsAt, location },
      ...{ priceCents: priceCents ?? 0, currency: over.currency, taxRate, language, company },
    };
  }
  const kept = await findKeptSlot(context, actor.recordId);
  if (!kept) return { ...over, company };
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

/**
 * Returns a booking that was made before by the same link. Undefined while its checkout is begun.
 *
 * @throws 409 `confirmation_expired` if the link of the booking was replaced, or has ended
 */
async function madeBefore(
  context: CustomerContext,
  booking: Booking,
): Promise<PageBookingCreated | undefined> {
  const { db } = context;
  if (!(await isOpen(context, booking))) throw expired();
  const isPending = booking.status === 'PENDING_PAYMENT';
  const checkout = isPending ? await findCheckout(db, booking.id) : undefined;
  const checkoutUrl = checkout?.url ?? null;
  if (checkout && checkoutUrl === null && !checkout.isProcessing) return undefined;
  const { token } = await bookingLink(context, booking);
  return {
    ...{ token, checkoutUrl, confirmUntil: null },
    booking: isPending ? null : await shownBooking(db, booking),
    holdUntil: checkoutUrl === null ? null : (checkout?.expiresAt ?? null),
  };
}

type Confirmed = { made: Booking; wanted?: undefined } | { made?: undefined; wanted: WantedBooking };

/**
 * Locks the kept slot that a customer confirms, unless its booking is made already. The slot is locked first, so that confirming
 * twice makes one booking; then its offer request, whose mail address is now verified, and the customer of the request; then the
 * type.
 *
 * @throws 409 `confirmation_expired`, `slot_unavailable`, `too_many_appointments`
 */
async function lockConfirmed(context: CustomerContext): Promise<Confirmed> {
  const { db, actor } = context;
  const kept = await lockKeptSlot(context, actor.recordId);
  const { made, isFirst } = await findMade(context);
  if (made) return { made };
  const now = await context.now();
  if (!kept || kept.keptUntil <= now) throw expired();
  const request =
    kept.offerRequestId === null ? undefined : await verifyOfferRequest(db, kept.offerRequestId);
  const type = await lockOpenType(context, kept.typeSlug, kept.source);
  if (!type) throw conflict('slot_unavailable', { values: { reason: 'it is not offered' } });
  await requireFewConfirmed(db, kept.contact.email, now);
  return {
    wanted: {
      ...confirmedBooking(kept, type),
      clientNetwork: networkOfCustomer(context),
      id: isFirst ? actor.recordId : undefined,
      offerRequestId: request?.id ?? null,
      customerId: request?.customerId ?? null,
    },
  };
}

/**
 * A repeat polls for the checkout that another request begins: interval, maximum time, and the age of that request from which it
 * does not wait, because the process may have died. It then asks the provider itself with the same idempotency key, so that there
 * is one session in any case.
 */
const [lookEveryMs, lookForMs, longAgoMs] = [100, 2_000, 4_000];

/** Maximum attempts of a request to begin the checkout while concurrent requests fail to. */
const maxTries = 3;

/** Waits while another request begins the checkout, without connection and locks. @returns whether it is still unfinished */
async function isBegunByOther(steps: Steps<CustomerContext>): Promise<boolean> {
  /** Age of the other request; undefined if it has ended. */
  const begunAgoMs = async (context: CustomerContext) => {
    const { made } = await findMade(context);
    if (!made || (await madeBefore(context, made))) return undefined;
    return Date.parse(await context.now()) - Date.parse(made.createdAt);
  };
  for (let waitedMs = 0; waitedMs < lookForMs; waitedMs += lookEveryMs) {
    const agoMs = await steps.step(begunAgoMs, { read: true });
    if (agoMs === undefined) return false;
    if (agoMs >= longAgoMs) return true;
    await delay(lookEveryMs);
  }
  return true;
}

/**
 * Books the appointment of a mailed link, or holds its slot until it is paid. Repeating it returns the same booking, also while the
 * first request runs. If it was not paid, the link holds the slot again, as long as it can be confirmed. The slot stays kept for a
 * customer who must wait.
 *
 * @throws as `lockConfirmed`; 409 `member_inactive`, `payment_not_available`; 429 `too_many_confirmations`, `too_many_holds`; 502
 *   `payment_provider_error`
 */
export async function confirmBooking(
  _request: OperationRequest<PagesContract, 'confirmBooking'>,
  steps: Steps<CustomerContext>,
) {
  try {
    return await bookOnce(steps);
  } catch (error) {
    if (isApiError(error) && error.code === 'too_many_confirmations')
      // The transaction of the booking was rolled back.
      await steps.step((context) => keepLonger(context, context.actor.recordId), { undoes: true });
    throw error;
  }
}

async function bookOnce(steps: Steps<CustomerContext>) {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const continues = await isBegunByOther(steps);
    let recordId = '';
    const confirmed = await steps.finish(async (context) => {
      recordId = context.actor.recordId;
      const { made, wanted } = await lockConfirmed(context);
      if (wanted && hasPrice(wanted.type)) return undefined;
      const body = made ? await madeBefore(context, made) : await bookConfirmed(context, wanted);
      return body && { status: 200 as const, body };
    });
    if (confirmed) return confirmed;
    const paid = await payForSlot(
      steps,
      {
        operationId,
        idempotencyKey: recordId,
        continues,
        async prepare(context) {
          const { wanted } = await lockConfirmed(context);
          if (!wanted) throw new NotBegunError();
          await requirePayable(context, wanted);
          await requireTurnOf(context, wanted);
          await stopKeeping(context.db, recordId);
          return wanted;
        },
      },
      async (_context, body) => ({ status: 200 as const, body }),
    );
    if (paid) return paid;
  }
  throw badGateway('payment_provider_error');
}

/** A repetition after a failed payment does not count against the limit again. */
async function requireTurnOf(context: CustomerContext, { id, type, contact }: WantedBooking): Promise<void> {
  if (id !== undefined) await requireTurn(context, type, contact.email);
}

async function bookConfirmed(context: CustomerContext, wanted: WantedBooking): Promise<PageBookingCreated> {
  const memberIds = await lockPlanners(context, wanted.type, wanted.plannerId);
  await requireTurnOf(context, wanted);
  await deleteKeptSlot(context.db, context.actor.recordId);
  return bookAtOnce(context, wanted, memberIds);
}
