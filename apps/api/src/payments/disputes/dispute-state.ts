import type { Booking } from '@pv-planning/contract';
import type Stripe from 'stripe';

/** A dispute as reported by an event. */
export interface DisputeState extends Omit<NonNullable<Booking['dispute']>, 'closedAt'> {
  /** Deadline for a response of the company. Null if unknown. */
  respondUntil: string | null;
}

/** A closed inquiry takes no money, nor does a dispute that the provider has blocked itself. */
const decided: Readonly<Record<string, 'WON' | 'LOST'>> = {
  won: 'WON',
  warning_closed: 'WON',
  prevented: 'WON',
  lost: 'LOST',
};

/** The provider has prevented a dispute with a refund, by a rule of the company. */
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
