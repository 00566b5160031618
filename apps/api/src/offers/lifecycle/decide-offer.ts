import type { Offer } from '@pv-planning/contract';
import { conflict } from '../../contract/api-errors.ts';
import { stateAfter } from '../../contract/state-tables.ts';
import type { Context } from '../../handler-context.ts';
import { storeDecision } from '../records/offer-evidence.ts';
import { type LockedOffer, lockOffer } from '../records/offer-records.ts';
import { offerTerms, termsVersionOf } from '../records/offer-terms.ts';
import { moveLinkEnd } from './offer-link.ts';
import { moveOffer } from './offer-transition.ts';
import { requireValid } from './offer-validity.ts';

type Deciding = Pick<Context, 'db' | 'raise' | 'actor'>;

interface Decision {
  action: 'accept' | 'decline';
  changes: Parameters<typeof moveOffer>[3];
  /** As typed by the customer. */
  name?: string | undefined;
}

/** Moves a locked offer. Stores evidence if the customer acts. */
async function decide(
  context: Deciding,
  { header, lines, changedAt }: LockedOffer,
  { action, changes, name }: Decision,
): Promise<Offer> {
  const { db, actor } = context;
  const customerDecision =
    actor.kind === 'customer'
      ? await storeDecision(db, actor, {
          offerId: header.id,
          decidedAt: changedAt,
          termsVersion: termsVersionOf(offerTerms(header, lines)),
          offerPrice: header.offerPrice,
          name: name ?? null,
        })
      : null;
  const offer = await moveOffer(
    context,
    { header: { ...header, customerDecision }, lines, changedAt },
    action,
    changes,
  );
  await moveLinkEnd(db, offer);
  return offer;
}

interface Acceptance {
  /** Whose word it is: the team can pass on the customer's. */
  by: NonNullable<Offer['acceptedBy']>;
  /** As typed by the customer. */
  name?: string;
  /** The version of the terms that the customer has read. */
  termsVersion?: string;
}

/**
 * Accepts a published offer, and raises `offer.accepted`. The customer can accept until the end of `validTo`; the team can also
 * accept later.
 *
 * @throws 409 `offer_not_published`, `offer_closed`, `version_conflict`, `offer_expired`
 */
export async function acceptOffer(
  context: Deciding,
  id: string,
  { by, name, termsVersion }: Acceptance,
): Promise<Offer> {
  const locked = await lockOffer(context.db, id);
  const { header, lines, changedAt } = locked;
  stateAfter('offer', 'accept', header.state);
  if (termsVersion !== undefined && termsVersion !== termsVersionOf(offerTerms(header, lines)))
    throw conflict('version_conflict');
  if (by === 'CUSTOMER') requireValid(header.validTo, changedAt);
  const changes = { acceptedAt: changedAt, acceptedBy: by };
  const offer = await decide(context, locked, { action: 'accept', changes, name });
  await context.raise('offer.accepted', { ...offer, state: 'ACCEPTED', acceptedAt: changedAt }, changedAt);
  return offer;
}

/** Declines a published offer. @throws 409 `offer_not_published`, `offer_closed` */
export async function declineOffer(context: Deciding, id: string, reason: string | null): Promise<Offer> {
  const locked = await lockOffer(context.db, id);
  stateAfter('offer', 'decline', locked.header.state);
  const changes = { declinedAt: locked.changedAt, declineReason: reason };
  return decide(context, locked, { action: 'decline', changes });
}
