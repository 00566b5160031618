import type { Offer } from '@pv-planning/contract';
import { stateAfter } from '../../../kernel/contract/state-tables.ts';
import type { Context } from '../../../kernel/handler-context.ts';
import type { OfferHeader } from '../records/offer-header.ts';
import { changeHeader, type LockedOffer } from '../records/offer-records.ts';
import type { StoredOffer } from '../records/show-offer.ts';

/** The version of an offer that the caller expects. */
export interface ExpectedVersion {
  /** Rejects a version that does not match the `If-Match` header. */
  requireMatch?: ((version: OfferHeader) => void) | undefined;
}

/**
 * Moves a locked offer to its next state, and raises `offer.state_changed`.
 *
 * @param changes the other fields that change
 * @throws 409 with the code of the contract's state table
 */
export async function moveOffer(
  { db, raise }: Pick<Context, 'db' | 'raise'>,
  locked: LockedOffer,
  action: 'publish' | 'accept' | 'decline',
  changes: Parameters<typeof changeHeader>[2],
): Promise<StoredOffer> {
  const { header, lines, changedAt } = locked;
  const state = stateAfter('offer', action, header.state) as Offer['state'];
  const moved = await changeHeader(db, locked, { ...changes, state });
  await raise('offer.state_changed', { ...moved, previousState: header.state }, changedAt);
  return { header: moved, lines };
}
