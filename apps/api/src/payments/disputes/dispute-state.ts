import type { Booking } from '@pv-planning/contract';
import type Stripe from 'stripe';

/** What an event of the provider says of a dispute. */
export interface DisputeState extends Omit<NonNullable<Booking['dispute']>, 'closedAt'> {
  /** Until when the company can respond. Null if the provider does not say it. */
  respondUntil: string | null;
}

/** An inquiry that is closed takes no money, nor does a dispute that the provider has blocked with what it knows of the payment. */
const decided: Readonly<Record<string, 'WON' | 'LOST'>> = {
  won: 'WON',
  warning_closed: 'WON',
  prevented: 'WON',
  lost: 'LOST',
};

/** By a rule of the company, the provider has prevented a dispute by giving the money back. */
const isResolved = ({ status, payment_method_details }: Stripe.Dispute) =>
  status === 'prevented' && payment_method_details?.card?.case_type === 'resolution';

const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString();

export function disputeState(dispute: Stripe.Dispute): DisputeState {
  const { status, amount, reason, created } = dispute;
  const dueBy = dispute.evidence_details?.due_by ?? null;
  return {
    status: isResolved(dispute) ? 'LOST' : (decided[status] ?? 'OPEN'),
    amountCents: amount,
    reason,
    openedAt: timeOf(created),
    respondUntil: dueBy === null ? null : timeOf(dueBy),
  };
}
