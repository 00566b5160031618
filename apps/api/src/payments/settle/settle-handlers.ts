import type { ResourceHandlers } from '../../kernel/handler-context.ts';
import { utc } from '../../kernel/records/stored-values.ts';
import { settleInSteps } from './settle-steps.ts';

export const settleHandlers = {
  settleBooking({ params, body: { paidAt }, requireMatch }, steps) {
    const settlement = { bookingId: params.id, paidAt: paidAt && utc(paidAt), requireMatch };
    return settleInSteps(steps, settlement, (booking) => ({ status: 200 as const, body: booking }));
  },
} satisfies ResourceHandlers;
