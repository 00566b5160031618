import type { Tables } from '@pv-planning/database';
import type { Kysely } from 'kysely';
import type { DeliveryTrigger } from '../../delivery-trigger.ts';
import type { DeliveryRules } from '../../rules.ts';
import { type LeasedDelivery, leaseDueDeliveries } from './lease.ts';
import { type LostLease, recordLostLeases } from './lost-lease.ts';
import { type ClaimedEndpoint, lockReadyEndpoints, type ReadyEndpoint } from './ready-endpoints.ts';
import { renewQueue } from './renew-queue.ts';

/** One delivery that belongs to this process until its lease ends. */
export interface Claim {
  companyId: string;
  deliveryId: string;
  /** Identifies the lease and the attempt made under it. */
  leaseToken: string;
  endpoint: ClaimedEndpoint;
  eventId: string;
  eventCreatedAt: string;
  /** The exact text to sign and send. */
  body: string;
  trigger: DeliveryTrigger;
  attemptNumber: number;
  /** Which failure this attempt would be within the attempts that still count, at least the first. */
  failureNumber: number;
  /** The database's clock at claiming, Unix milliseconds, and this process's monotonic clock at the same time. */
  claimedAt: { databaseMs: number; monotonicMs: number };
}

export interface ClaimedWork {
  claims: Claim[];
  /** Leases of others that had lapsed. */
  lostLeases: number;
  /** There is more to do at once. */
  more: boolean;
}

/**
 * Takes up to `limit` due deliveries of one company under a lease, least recently served endpoints first.
 * The endpoints are locked in a statement of their own: only a statement that begins after that sees what
 * another process claimed for them a moment ago, and so keeps to the number of attempts under way.
 */
export async function claimDeliveries(
  database: Kysely<Tables>,
  { companyId, limit, rules }: { companyId: string; limit: number; rules: DeliveryRules },
): Promise<ClaimedWork> {
  return database.transaction().execute(async (transaction) => {
    const ready = await lockReadyEndpoints(transaction, companyId, limit);
    const monotonicMs = performance.now();
    const lease = (endpoints: readonly ReadyEndpoint[], askedOnly: boolean, most: number) =>
      leaseDueDeliveries(transaction, {
        companyId,
        endpointIds: endpoints.map(({ id }) => id),
        limit: most,
        askedOnly,
        leaseMs: rules.leaseMs,
      });

    const renewed: ReadyEndpoint[] = [];
    const open = ready.filter((endpoint) => endpoint.open);
    for (const endpoint of open) {
      const { id: endpointId, releasePending } = endpoint;
      if (!releasePending || (await renewQueue(transaction, { companyId, endpointId, rules }))) {
        renewed.push(endpoint);
      }
    }
    const asked = ready.filter((endpoint) => endpoint.asked);
    const rows = await lease(asked, true, limit);
    rows.push(...(await lease(renewed, false, limit - rows.length)));

    const lost = rows.filter(isLost);
    const givenUp = await recordLostLeases(transaction, { companyId, leases: lost, rules });
    const claims = rows
      .filter(({ id }) => !givenUp.has(id))
      .flatMap((row) => toClaim(row, { companyId, ready, monotonicMs }));
    return {
      claims,
      lostLeases: lost.length,
      more: rows.length >= limit || renewed.length < open.length,
    };
  });
}

const isLost = (row: LeasedDelivery): row is LeasedDelivery & LostLease => row.lapsedToken !== null;

function toClaim(
  row: LeasedDelivery,
  {
    companyId,
    ready,
    monotonicMs,
  }: { companyId: string; ready: readonly ReadyEndpoint[]; monotonicMs: number },
): Claim[] {
  const endpoint = ready.find(({ id }) => id === row.endpointId);
  if (!endpoint) return [];
  const { id: deliveryId, leaseToken, eventId, eventCreatedAt, body, trigger } = row;
  return [
    {
      companyId,
      deliveryId,
      leaseToken,
      endpoint,
      eventId,
      eventCreatedAt,
      body,
      trigger,
      attemptNumber: row.attempts + 1,
      failureNumber: Math.max(1, row.attempts + 1 - row.budgetFrom),
      claimedAt: { databaseMs: endpoint.databaseMs, monotonicMs },
    },
  ];
}
