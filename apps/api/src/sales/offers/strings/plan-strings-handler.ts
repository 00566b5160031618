import { isDeepStrictEqual } from 'node:util';
import type { Handlers } from '@pv-planning/server-kit';
import type { PublicContract } from '../../../kernel/contract/public-contract.ts';
import type { Context } from '../../../kernel/handler-context.ts';
import { keptChanging } from '../../../kernel/sql/database-errors.ts';
import type { OfferPlant } from '../model/offer-plant.ts';
import type { OfferHeader } from '../records/offer-header.ts';
import { lockOffer, readOffer, requireState, shareProject } from '../records/offer-records.ts';
import { shownOffer } from '../records/show-offer.ts';
import { applyStrings } from './apply-strings.ts';
import { type OfferPlanning, planStringsOf, readPlant } from './plan-strings.ts';

/** Maximum attempts for an offer that changes before its proposal is stored. */
const maxPlans = 3;

type RequireMatch = (version: OfferHeader) => void;

export const planStringsHandlers: Pick<Handlers<PublicContract, Context>, 'planOfferStrings'> = {
  /** Plans between its steps, because planning can take a long time. */
  async planOfferStrings(
    { params: { id }, body: { apply = false }, requireMatch, signal },
    { step, finish },
  ) {
    for (let plans = 1; plans <= maxPlans; plans += 1) {
      const { header, offer, plant } = await step(
        (context) => readOfferPlant(context, id, { apply, requireMatch }),
        { read: true },
      );
      const { strings, ...planned } = await planStringsOf(offer, plant, signal);
      const applied = apply && strings !== null;
      const finished = await finish(
        async (context) => {
          const version = applied
            ? await applyToPlant(context, id, { plant, strings, requireMatch })
            : header;
          return version && { status: 200 as const, body: { ...planned, applied }, version };
        },
        { read: !applied },
      );
      if (finished) return finished;
    }
    throw keptChanging();
  },
};

/** @throws 409 `version_conflict`; `offer_not_draft` if the proposal is to be applied */
async function readOfferPlant(
  { snapshot }: Context,
  id: string,
  { apply, requireMatch }: { apply: boolean; requireMatch: RequireMatch },
) {
  return snapshot(async (db) => {
    const { header, lines } = await readOffer(db, id);
    requireMatch(header);
    if (apply) requireState(header, 'changeLines');
    const offer = shownOffer(header, lines);
    return { header, offer, plant: await readPlant(db, offer) };
  });
}

interface PlannedStrings {
  plant: OfferPlant;
  strings: NonNullable<OfferPlanning['strings']>;
  requireMatch: RequireMatch;
}

/** Applies the strings that were planned for a plant. Returns the offer, or undefined if the plant has changed since then. */
async function applyToPlant(
  context: Context,
  id: string,
  { plant, strings, requireMatch }: PlannedStrings,
): Promise<OfferHeader | undefined> {
  await shareProject(context.db, id);
  const locked = await lockOffer(context.db, id);
  requireMatch(locked.header);
  const current = await readPlant(context.db, shownOffer(locked.header, locked.lines));
  if (!isDeepStrictEqual(current, plant)) return undefined;
  return applyStrings(context, locked, strings);
}
