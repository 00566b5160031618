import type { Tables } from '@pv-planning/database';
import type { Kysely } from 'kysely';
import { type StatementGroups, unbatched } from '../../sql/statement-groups.ts';
import type { ClaimedWork, ClaimOrder } from './claim.ts';
import { type ClaimStep, claimStep } from './claim-step.ts';
import { giveUp } from './give-up.ts';
import { renewQueue } from './renew-queue.ts';

/**
 * Leases up to `limit` due deliveries of one company, requested ones first, then those of the least recently served endpoints.
 * Skips endpoints whose slots, limits or rate do not allow another attempt.
 */
export async function claimDeliveries(
  database: Kysely<Tables>,
  order: ClaimOrder,
  { execute }: StatementGroups = unbatched(database),
): Promise<ClaimedWork> {
  const { companyId, limit, rules } = order;
  const first = await claimStep(execute, 'due', order);
  const steps = [first];
  const renewed: string[] = [];
  let more = false;
  let failure: unknown;
  try {
    for (const { endpointId, renewable } of first.endpoints) {
      if (!renewable) continue;
      if (await renewQueue(database, { companyId, endpointId, rules })) renewed.push(endpointId);
      else more = true;
    }
    let rest = remainderOf(order, first);
    if (first.endpoints.some(({ requested }) => requested) && rest.limit > 0) {
      const second = await claimStep(execute, 'requested', rest);
      steps.push(second);
      more ||= second.leased > 0;
      rest = remainderOf(rest, second);
    }
    if (renewed.length > 0 && rest.limit > 0) steps.push(await claimStep(execute, 'due', rest, renewed));
    const hopeless = steps.flatMap((step) => step.hopeless);
    if (hopeless.length > 0) await giveUp(database, companyId, hopeless);
  } catch (error) {
    failure = error;
  }
  const leased = steps.reduce((sum, step) => sum + step.leased, 0);
  return {
    claims: steps.flatMap(({ claims }) => claims),
    endpoints: steps.flatMap(({ endpoints }) => endpoints),
    lostLeases: steps.reduce((sum, { lostLeases }) => sum + lostLeases, 0),
    more: more || renewed.length > 0 || leased >= limit,
    failure,
  };
}

/** Returns the part of an order that remains after a step. */
function remainderOf(order: ClaimOrder, { claims, endpoints }: ClaimStep): ClaimOrder {
  const { limit, rules, slots = {} } = order;
  const remaining = endpoints.map(({ endpointId, leased }) => {
    const { free, inFlight } = slots[endpointId] ?? { free: rules.startInFlight, inFlight: 0 };
    return [endpointId, { free: free - leased, inFlight: inFlight + leased }] as const;
  });
  return { ...order, limit: limit - claims.length, slots: { ...slots, ...Object.fromEntries(remaining) } };
}
