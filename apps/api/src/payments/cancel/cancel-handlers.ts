import type { ResourceHandlers } from '../../kernel/handler-context.ts';
import { cancelInSteps } from './cancel-steps.ts';

export const cancelHandlers = {
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
} satisfies ResourceHandlers;
