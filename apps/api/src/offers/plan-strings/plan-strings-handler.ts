import type { StringPlanningResult } from '@pv-planning/contract';
import type { Handlers } from '@pv-planning/server-kit';
import type { PublicContract } from '../../contract/public-contract.ts';
import type { Context } from '../../records/context.ts';
import { shareProject } from '../change-offer.ts';
import { lockOffer, readOffer, requireState } from '../offer-records.ts';
import { shownOffer } from '../show-offer.ts';
import { storeStrings } from '../store-strings.ts';
import { planStringsOf } from './plan-strings.ts';

export const planStringsHandlers: Pick<Handlers<PublicContract, Context>, 'planOfferStrings'> = {
  async planOfferStrings({ params, body }, context) {
    await shareProject(context.db, params.id);
    return { status: 200, body: await (body.apply ? planAndApply : plan)(context, params.id) };
  },
};

async function plan({ db }: Context, id: string): Promise<StringPlanningResult> {
  const { strings: _strings, ...planned } = await planStringsOf(db, await readOffer(db, id));
  return { ...planned, applied: false };
}

/** @throws 409 `offer_not_draft` */
async function planAndApply(context: Context, id: string): Promise<StringPlanningResult> {
  const locked = await lockOffer(context.db, id);
  requireState(locked.header, 'changeLines');
  const { strings, ...planned } = await planStringsOf(context.db, shownOffer(locked.header, locked.lines));
  if (strings) await storeStrings(context, locked, strings);
  return { ...planned, applied: strings !== null };
}
