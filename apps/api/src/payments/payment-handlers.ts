import type { PageHandlers, ResourceHandlers } from '../kernel/handler-context.ts';
import { utc } from '../kernel/records/stored-values.ts';
import { cancelInSteps } from './cancel/cancel-steps.ts';
import { receiveEvent } from './inbox/receive-event.ts';
import { settleInSteps } from './settle/settle-steps.ts';

export const paymentHandlers = {
  cancelBooking({ params, body, requireMatch, idempotencyKey }, steps) {
    const { reason = null, messageToCustomer = null, refund = true } = body;
    return cancelInSteps(
      steps,
      {
        bookingId: () => params.id,
        idempotencyKey,
        cancellation: () => ({ reason, messageToCustomer, requireMatch }),
        wantsRefund: () => refund,
      },
      async (_context, booking) => ({ status: 200 as const, body: booking }),
    );
  },

  settleBooking({ params, body: { paidAt }, requireMatch }, steps) {
    const settlement = { bookingId: params.id, paidAt: paidAt && utc(paidAt), requireMatch };
    return settleInSteps(steps, settlement, (booking) => ({ status: 200 as const, body: booking }));
  },
} satisfies ResourceHandlers;

/** The payment provider reports events by the API of the pages. */
export const providerEventHandlers = {
  async receivePaymentEvent({ body, headers }, context) {
    const signature = headers['stripe-signature'];
    await receiveEvent(context, { body, signature: typeof signature === 'string' ? signature : '' });
    return { status: 200, body: { received: true } };
  },
} satisfies Partial<PageHandlers>;
