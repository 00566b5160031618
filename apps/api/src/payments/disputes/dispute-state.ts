import type { Booking } from '@pv-planning/contract';
import type Stripe from 'stripe';

/** What an event of the provider says of a dispute. */
export interface DisputeState extends Omit<NonNullable<Booking['dispute']>, 'closedAt'> {
  /** Until when the company can respond. Null if the provider does not say it. */
  respondUntil: string | null;
}

/** An inquiry that is closed, or a dispute that was prevented, takes no money. */
const decided: Readonly<Record<string, 'WON' | 'LOST'>> = {
  won: 'WON',
  warning_closed: 'WON',
  prevented: 'WON',
  lost: 'LOST',
};

const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString();

export function disputeState({ status, amount, reason, created, ...dispute }: Stripe.Dispute): DisputeState {
  const dueBy = dispute.evidence_details?.due_by ?? null;
  return {
    status: decided[status] ?? 'OPEN',
    amountCents: amount,
    reason,
    openedAt: timeOf(created),
    respondUntil: dueBy === null ? null : timeOf(dueBy),
  };
}
