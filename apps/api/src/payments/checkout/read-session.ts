import type Stripe from 'stripe';
import { providerFailure } from '../../kernel/payment-accounts/provider-failure.ts';
import { expandedObjects, type SessionState, sessionState } from './session-state.ts';

/** Returns a session. An open one expires if `isOver`: its hold has ended. @throws errors of the SDK */
async function retrieveSession(
  stripe: Stripe,
  id: string,
  isOver: boolean,
): Promise<Stripe.Checkout.Session> {
  const retrieve = () => stripe.checkout.sessions.retrieve(id, { expand: expandedObjects });
  const session = await retrieve();
  if (session.status !== 'open' || !isOver) return session;
  try {
    return await stripe.checkout.sessions.expire(id);
  } catch (error) {
    // It was completed in the meantime.
    if (providerFailure(error).kind === 'refused') return retrieve();
    throw error;
  }
}

/**
 * Returns the state of a session. An open one expires if `isOver`.
 *
 * @throws errors of the SDK
 */
export async function readSession(stripe: Stripe, id: string, isOver: boolean): Promise<SessionState> {
  try {
    return sessionState(await retrieveSession(stripe, id, isOver));
  } catch (error) {
    const { kind, code } = providerFailure(error);
    if (kind === 'refused' && code === 'resource_missing') return { kind: 'unknown' };
    throw error;
  }
}
