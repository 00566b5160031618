import type { Charge, Dispute } from '../provider/objects.ts';
import { invalidRequest } from '../provider/provider-error.ts';
import { type Context, newId } from './context.ts';
import { raise } from './events.ts';

/** The customer's bank takes the money back. Refunds are refused unless the dispute is won. */
export function openDispute(context: Context, charge: Charge): Dispute {
  if (!charge.paid) throw invalidRequest(`Charge ${charge.id} has not succeeded.`);
  if (charge.disputed) throw invalidRequest(`Charge ${charge.id} was disputed before.`);
  const dispute: Dispute = {
    id: newId('dp'),
    object: 'dispute',
    amount: charge.amount,
    charge: charge.id,
    created: context.now(),
    currency: charge.currency,
    evidence_details: { due_by: context.now() + 7 * 86_400 },
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  };
  context.store.put(context.account, 'dispute', dispute);
  context.store.put(context.account, 'charge', { ...charge, disputed: true });
  raise(context, 'charge.dispute.created', dispute);
  return dispute;
}

export function closeDispute(context: Context, id: string, status: 'won' | 'lost'): Dispute {
  const dispute = context.store.get(context.account, 'dispute', id);
  if (!dispute) throw new Error(`No such dispute: ${id}`);
  if (dispute.status !== 'needs_response')
    throw invalidRequest(`Dispute ${id} is closed: ${dispute.status}.`);
  const ended: Dispute = { ...dispute, status };
  context.store.put(context.account, 'dispute', ended);
  raise(context, 'charge.dispute.closed', ended);
  return ended;
}
