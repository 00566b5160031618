import type { Booking } from '@pv-planning/contract';
import type { Body, CustomerBooking } from '@pv-planning/contract/pages';
import { isApiError, type OperationRequest, type Steps } from '@pv-planning/server-kit';
import { isUnproven } from '../../appointments/bookings/link/bookings-of-mailbox.ts';
import { type ChangeLimits, changeLimits } from '../../appointments/bookings/link/change-limits.ts';
import type { Expectation } from '../../appointments/bookings/locked-booking.ts';
import { rescheduleBooking } from '../../appointments/bookings/reschedule-booking.ts';
import {
  recordWithdrawal,
  storeWithdrawal,
} from '../../appointments/bookings/withdrawal/record-withdrawal.ts';
import {
  requireEarlyMove,
  storeEarlyStart,
} from '../../appointments/bookings/withdrawal/withdrawal-period.ts';
import { conflict } from '../../kernel/contract/api-errors.ts';
import type { PagesContract } from '../../kernel/contract/pages-contract.ts';
import type { CustomerContext } from '../../kernel/handler-context.ts';
import { requireLink } from '../../kernel/links/link-records.ts';
import { requireAnonymousMail } from '../../kernel/mails/anonymous-mails.ts';
import { utc } from '../../kernel/records/stored-values.ts';
import { cancelInSteps } from '../../payments/cancel/cancel-steps.ts';
import { shownBooking, typeOfBooking } from './customer-booking.ts';
import { requireFewMoves } from './move-limit.ts';

/**
 * Requires that the customer's link still opens the locked booking (it may have been replaced since its look-up), and that the
 * deadline for the change has not passed.
 *
 * @returns a check that throws 404 `not_found`; 409 `change_too_late`, `slot_unavailable` for a booking that cannot be moved at all
 */
function requireChange(
  context: CustomerContext,
  until: keyof ChangeLimits,
): NonNullable<Expectation['requireAllowed']> {
  const { db, actor } = context;
  return async (booking, now) => {
    await requireLink(db, 'booking', actor, now);
    const { [until]: latest } = await changeLimits(db, booking, await typeOfBooking(db, booking));
    if (latest === null) throw conflict('slot_unavailable');
    if (latest < now) throw conflict('change_too_late', { values: { until: latest } });
  };
}

/**
 * Moves a booking to a slot that is offered to its customer. See `rescheduleBooking`. Every move is mailed, so that the customer's
 * calendar is updated.
 *
 * @throws 400 `invalid_request`; 409 `change_too_late`
 * @throws 429 `rate_limited` if the customer has got too many mails; `too_many_moves`
 */
export async function rescheduleByLink(
  context: CustomerContext,
  body: Body<'rescheduleByLink'>,
): Promise<CustomerBooking> {
  const startsAt = utc(body.startsAt);
  const { startBeforeWithdrawalEnds } = body;
  const requireInTime = requireChange(context, 'rescheduleUntil');
  const booking = await rescheduleBooking(context, context.actor.recordId, {
    startsAt,
    view: 'customer',
    async requireAllowed(locked, now) {
      await requireInTime(locked, now);
      if (startsAt === locked.startsAt) return;
      await requireFewMoves(context.db, locked, now);
      await requireEarlyMove(context.db, locked, { startsAt, startBeforeWithdrawalEnds });
      if (startBeforeWithdrawalEnds) await storeEarlyStart(context.db, locked.id);
      const email = locked.customer?.email ?? null;
      if (email !== null && (await isUnproven(context.db, locked)))
        await requireAnonymousMail(context.db, email, now);
    },
  });
  return shownBooking(context.db, booking);
}

/**
 * Cancels a booking for its customer, regardless of limits of mails. The payment is refunded before the refund deadline, or if the
 * customer has withdrawn from the contract. See `cancelInSteps`.
 *
 * @throws 409 `change_too_late`
 */
export function cancelByLink(
  { body: { reason = null }, idempotencyKey }: OperationRequest<PagesContract, 'cancelByLink'>,
  steps: Steps<CustomerContext>,
) {
  return cancelInSteps(
    steps,
    {
      bookingId: ({ actor }) => actor.recordId,
      idempotencyKey,
      cancellation: (context) => ({
        reason,
        messageToCustomer: null,
        requireAllowed: requireChange(context, 'cancelUntil'),
      }),
      async wantsRefund(context, { record, place, now }) {
        const { refundUntil } = await changeLimits(
          context.db,
          record,
          await typeOfBooking(context.db, record),
        );
        return place.withdrawnBeforeStart || (refundUntil !== null && now <= refundUntil);
      },
    },
    async (context, booking) => ({ status: 200 as const, body: await shownBooking(context.db, booking) }),
  );
}

/** Errors of the cancellation after which a withdrawal is recorded alone: cancelled by others, begun, or not refundable. */
const uncancelled = new Set([
  'cancel_in_progress',
  'booking_not_confirmed',
  'payment_provider_error',
  'refund_refused',
]);

/**
 * Withdraws from the contract about a booking for its customer. The declaration is recorded with the cancellation, or without one, whatever
 * the provider answers. See `storeWithdrawal` and `cancelInSteps`.
 *
 * @throws 404 `not_found`; 409 `booking_not_confirmed`, `withdrawal_not_possible`
 */
export async function withdrawByLink(
  { body: { email = null }, idempotencyKey }: OperationRequest<PagesContract, 'withdrawByLink'>,
  steps: Steps<CustomerContext>,
) {
  const respond = async ({ db }: CustomerContext, booking: Booking) => ({
    status: 200 as const,
    body: await shownBooking(db, booking),
  });
  const requireOwnLink = ({ db, actor }: CustomerContext, now: string) =>
    requireLink(db, 'booking', actor, now);
  try {
    return await cancelInSteps(
      steps,
      {
        bookingId: ({ actor }) => actor.recordId,
        idempotencyKey,
        cancellation: (context) => ({
          reason: 'Widerruf',
          messageToCustomer: null,
          async requireAllowed({ startsAt, withdrawnAt }, now) {
            await requireOwnLink(context, now);
            if (withdrawnAt !== null || now >= startsAt) throw conflict('booking_not_confirmed');
          },
        }),
        wantsRefund: () => true,
        prepare: (context, locked) => storeWithdrawal(context, locked, email),
      },
      respond,
    );
  } catch (error) {
    if (!isApiError(error) || !uncancelled.has(error.code)) throw error;
  }
  return steps.finish(async (context) =>
    respond(
      context,
      await recordWithdrawal(context, context.actor.recordId, email, {
        requireAllowed: (_booking, now) => requireOwnLink(context, now),
      }),
    ),
  );
}
