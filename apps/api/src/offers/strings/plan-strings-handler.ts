import { isDeepStrictEqual } from 'node:util';
import { type Handlers, rateLimited } from '@pv-planning/server-kit';
import type { PublicContract } from '../../contract/public-contract.ts';
import type { Context } from '../../handler-context.ts';
import { lockOffer, readOffer, requireState, shareProject } from '../records/offer-records.ts';
import { shownOffer } from '../records/show-offer.ts';
import { applyStrings } from './apply-strings.ts';
import type { OfferPlant } from './offer-plant.ts';
import { type OfferPlanning, planStringsOf, readPlant } from './plan-strings.ts';

/** How often an offer is planned that changes before its proposal is stored. */
const maxPlans = 3;
const retrySeconds = 5;

export const planStringsHandlers: Pick<Handlers<PublicContract, Context>, 'planOfferStrings'> = {
  /** Plans between its steps, because planning can take a long time. */
  async planOfferStrings({ params: { id }, body: { apply = false }, signal }, { step, finish }) {
    for (let plans = 1; plans <= maxPlans; plans += 1) {
      const { offer, plant } = await step((context) => readOfferPlant(context, id, apply), { read: true });
      const { strings, ...planned } = await planStringsOf(offer, plant, signal);
      const applied = apply && strings !== null;
      const finished = await finish(
        async (context) => {
          if (applied && !(await applyToPlant(context, id, { plant, strings }))) return undefined;
          return { status: 200 as const, body: { ...planned, applied } };
        },
        { read: !applied },
      );
      if (finished) return finished;
    }
    throw rateLimited(retrySeconds);
  },
};

/** @throws 409 `offer_not_draft` if the proposal is to be applied */
async function readOfferPlant({ snapshot }: Context, id: string, apply: boolean) {
  return snapshot(async (db) => {
    const offer = await readOffer(db, id);
    if (apply) requireState(offer, 'changeLines');
    return { offer, plant: await readPlant(db, offer) };
  });
}

/** Applies the strings that were planned for a plant. Returns false if the plant has changed since then. */
async function applyToPlant(
  context: Context,
  id: string,
  { plant, strings }: { plant: OfferPlant; strings: NonNullable<OfferPlanning['strings']> },
): Promise<boolean> {
  await shareProject(context.db, id);
  const locked = await lockOffer(context.db, id);
  const current = await readPlant(context.db, shownOffer(locked.header, locked.lines));
  if (!isDeepStrictEqual(current, plant)) return false;
  await applyStrings(context, locked, strings);
  return true;
}
