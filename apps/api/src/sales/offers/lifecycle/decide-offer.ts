import type { Offer } from '@pv-planning/contract';
import { conflict } from '../../../kernel/contract/api-errors.ts';
import { stateAfter } from '../../../kernel/contract/state-tables.ts';
import type { Context, CustomerContext } from '../../../kernel/handler-context.ts';
import { requireLink } from '../../../kernel/links/link-records.ts';
import { storeDecision, storeWithdrawal } from '../records/offer-evidence.ts';
import type { OfferHeader } from '../records/offer-header.ts';
import { changeHeader, type LockedOffer, lockHeader, lockOffer } from '../records/offer-records.ts';
import type { StoredOffer } from '../records/show-offer.ts';
import { readKeptTerms } from '../terms/kept-terms.ts';
import { termsIn } from '../terms/offer-terms.ts';
import { moveLinkEnd } from './offer-link.ts';
import { type ExpectedVersion, moveOffer } from './offer-transition.ts';
import { requireValid } from './offer-validity.ts';

type Deciding = Pick<Context, 'db' | 'now' | 'raise' | 'actor'>;

interface Decision {
  action: 'accept' | 'decline';
  changes: Parameters<typeof moveOffer>[3];
  /** The version of the terms that was decided on. */
  termsVersion: string;
  /** As typed by the customer. */
  name?: string | undefined;
  startBeforeWithdrawalEnds?: boolean;
}

/**
 * Locks an offer.
 *
 * @throws 404 `not_found`, also if the customer's link was replaced while waiting for the lock; 409 `version_conflict`
 */
async function lockForDecision(
  { db, now, actor }: Deciding,
  id: string,
  { requireMatch }: ExpectedVersion,
): Promise<LockedOffer> {
  const locked = await lockOffer(db, id);
  if (actor.kind === 'customer') await requireLink(db, 'offer', actor, await now());
  requireMatch?.(locked.header);
  return locked;
}

/** Moves a locked offer, and stores the evidence of the decision. */
async function decide(
  context: Deciding,
  { header, lines, changedAt }: LockedOffer,
  { action, changes, name, ...decision }: Decision,
): Promise<StoredOffer> {
  const { db, actor } = context;
  const storedDecision = await storeDecision(db, actor, {
    offerId: header.id,
    state: stateAfter('offer', action, header.state) as Offer['state'],
    decidedAt: changedAt,
    offerPrice: header.offerPrice,
    name: name ?? null,
    ...decision,
  });
  const decided = { header: { ...header, storedDecision }, lines, changedAt };
  const moved = await moveOffer(context, decided, action, changes);
  await moveLinkEnd(db, moved.header);
  return moved;
}

interface Acceptance extends ExpectedVersion {
  /** The author of the decision: the team can enter the customer's. */
  by: NonNullable<Offer['acceptedBy']>;
  /** As typed by the customer. */
  name?: string;
  /** The version of the terms that the customer has read. */
  termsVersion?: string;
  /** Whether the customer demands that the work begins before the period for a withdrawal ends. */
  startBeforeWithdrawalEnds?: boolean | undefined;
}

/**
 * Accepts a published offer, and raises `offer.accepted`. The customer can accept until the end of `validTo`; the team can also
 * accept later.
 *
 * @throws 409 `offer_not_published`, `offer_closed`, `version_conflict`, `offer_is_indication`, `offer_expired`
 */
export async function acceptOffer(
  context: Deciding,
  id: string,
  { by, name, termsVersion, startBeforeWithdrawalEnds = false, ...version }: Acceptance,
): Promise<StoredOffer> {
  const locked = await lockForDecision(context, id, version);
  const { header, changedAt } = locked;
  stateAfter('offer', 'accept', header.state);
  const { version: current, text } = await readKeptTerms(context.db, header.id);
  if (termsVersion !== undefined && termsVersion !== current) throw conflict('version_conflict');
  if (by === 'CUSTOMER' && header.isIndicationPrice) throw conflict('offer_is_indication');
  if (by === 'CUSTOMER') requireValid(header.validTo, changedAt);
  const changes = { acceptedAt: changedAt, acceptedBy: by };
  const accepted = await decide(context, locked, {
    ...{ action: 'accept', changes, termsVersion: current, name },
    startBeforeWithdrawalEnds: startBeforeWithdrawalEnds && Boolean(termsIn(text).consumerTexts?.earlyStart),
  });
  const event = { ...accepted.header, state: 'ACCEPTED', acceptedAt: changedAt } as const;
  await context.raise('offer.accepted', event, changedAt);
  return accepted;
}

interface Refusal extends ExpectedVersion {
  reason: string | null;
}

/** Declines a published offer. @throws 409 `version_conflict`, `offer_not_published`, `offer_closed` */
export async function declineOffer(
  context: Deciding,
  id: string,
  { reason, ...version }: Refusal,
): Promise<StoredOffer> {
  const locked = await lockForDecision(context, id, version);
  stateAfter('offer', 'decline', locked.header.state);
  const { version: termsVersion } = await readKeptTerms(context.db, locked.header.id);
  const changes = { declinedAt: locked.changedAt, declineReason: reason };
  return decide(context, locked, { action: 'decline', changes, termsVersion });
}

/** The fields that the customer typed. */
interface Withdrawal {
  name: string | null;
  note: string | null;
}

/**
 * Records that the customer withdraws from the contract (Widerruf, § 356a BGB), and raises `offer.updated`. The offer stays
 * accepted. A repetition changes nothing.
 *
 * @returns the offer; null if the customer has withdrawn before
 * @throws 404 `not_found`, 409 `offer_not_accepted`
 */
export async function withdrawFromOffer(
  { db, now, raise, actor: customer }: Pick<CustomerContext, 'db' | 'now' | 'raise' | 'actor'>,
  id: string,
  withdrawal: Withdrawal,
): Promise<OfferHeader | null> {
  const { record: header, changedAt } = await lockHeader(db, id);
  await requireLink(db, 'offer', customer, await now());
  stateAfter('offer', 'withdraw', header.state);
  if (header.withdrawal) return null;
  await storeWithdrawal(db, customer, { offerId: header.id, withdrawnAt: changedAt, ...withdrawal });
  // Integrators keep copies of offers up to date by `updatedAt` and by events.
  const offer = await changeHeader(db, { header, changedAt }, {});
  await raise('offer.updated', offer, changedAt);
  return offer;
}
