import { isDeepStrictEqual } from 'node:util';
import type { StringPlanningResult } from '@pv-planning/contract';
import { StaleReadError } from '@pv-planning/database';
import type { Handlers, OperationRequest } from '@pv-planning/server-kit';
import type { PublicContract } from '../../contract/public-contract.ts';
import type { Context } from '../../handler-context.ts';
import { lockOffer, readOffer, requireState, shareProject } from '../records/offer-records.ts';
import { shownOffer } from '../records/show-offer.ts';
import { applyStrings } from './apply-strings.ts';
import type { OfferPlant } from './offer-plant.ts';
import { planStringsOf, readPlant } from './plan-strings.ts';

export const planStringsHandlers: Pick<Handlers<PublicContract, Context>, 'planOfferStrings'> = {
  async planOfferStrings(request, context) {
    return { status: 200, body: await planStrings(context, request) };
  },
};

type Request = Pick<OperationRequest<PublicContract, 'planOfferStrings'>, 'params' | 'body' | 'signal'>;

/** Plans without locks, because planning can take a long time. @throws 409 `offer_not_draft` if the proposal is to be applied */
async function planStrings(
  context: Context,
  { params: { id }, body: { apply = false }, signal }: Request,
): Promise<StringPlanningResult> {
  const offer = await readOffer(context.db, id);
  if (apply) requireState(offer, 'changeLines');
  const plant = await readPlant(context.db, offer);
  const { strings, ...planned } = await planStringsOf(offer, plant, signal);
  const applied = apply && strings !== null;
  if (applied) await applyToPlant(context, id, plant, strings);
  return { ...planned, applied };
}

/** Applies the strings that were planned for a plant. @throws StaleReadError if the plant has changed since it was planned */
async function applyToPlant(
  context: Context,
  id: string,
  plant: OfferPlant,
  strings: Parameters<typeof applyStrings>[2],
): Promise<void> {
  await shareProject(context.db, id);
  const locked = await lockOffer(context.db, id);
  const current = await readPlant(context.db, shownOffer(locked.header, locked.lines));
  if (!isDeepStrictEqual(current, plant)) throw new StaleReadError('The plant has changed.');
  await applyStrings(context, locked, strings);
}
