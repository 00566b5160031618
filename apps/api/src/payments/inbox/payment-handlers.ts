import type { PageHandlers } from '../../kernel/handler-context.ts';
import { receiveEvent } from './receive-event.ts';

/** The payment provider reports what happened to payments. */
export const paymentHandlers = {
  async receivePaymentEvent({ body, headers }, context) {
    const signature = headers['stripe-signature'];
    await receiveEvent(context, { body, signature: typeof signature === 'string' ? signature : '' });
    return { status: 200, body: { received: true } };
  },
} satisfies Partial<PageHandlers>;
