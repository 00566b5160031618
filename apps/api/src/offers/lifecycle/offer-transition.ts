import type { Offer } from '@pv-planning/contract';
import { stateAfter } from '../../contract/state-tables.ts';
import type { Context } from '../../handler-context.ts';
import { changeHeader, type LockedOffer } from '../records/offer-records.ts';
import { shownOffer } from '../records/show-offer.ts';

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
): Promise<Offer> {
  const { header, lines, changedAt } = locked;
  const state = stateAfter('offer', action, header.state) as Offer['state'];
  const offer = shownOffer(await changeHeader(db, locked, { ...changes, state }), lines);
  await raise('offer.state_changed', { ...offer, previousState: header.state }, changedAt);
  return offer;
}
