import type { Booking } from '@pv-planning/contract';
import type Stripe from 'stripe';

/** What an event of the provider says of a dispute. */
export type DisputeState = Omit<NonNullable<Booking['dispute']>, 'closedAt'>;

/** An inquiry that is closed, or a dispute that was prevented, takes no money. */
const decided: Readonly<Record<string, 'WON' | 'LOST'>> = {
  won: 'WON',
  warning_closed: 'WON',
  prevented: 'WON',
  lost: 'LOST',
};

export function disputeState({ status, amount, reason, created }: Stripe.Dispute): DisputeState {
  return {
    status: decided[status] ?? 'OPEN',
    amountCents: amount,
    reason,
    openedAt: new Date(created * 1000).toISOString(),
  };
}
