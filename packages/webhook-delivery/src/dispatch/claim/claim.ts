import type { Tables } from '@pv-planning/database';
import type { SignatureMode } from '@pv-planning/webhooks';
import { CompiledQuery, type Kysely } from 'kysely';
import { v4 as uuidv4 } from 'uuid';
import type { DeliveryTrigger } from '../../queue/delivery-trigger.ts';
import { type LeaseOwners, unknownOwners } from '../../queue/leases.ts';
import type { DeliveryRules } from '../../queue/rules.ts';
import { type ClaimKind, claimStatements } from './claim-statement.ts';
import { giveUp } from './give-up.ts';
import { renewQueue } from './renew-queue.ts';

/** An endpoint as it stood when its deliveries were claimed. */
export interface ClaimedEndpoint {
  id: string;
  url: string;
  signatureMode: SignatureMode;
  /** Sealed. */
  secret: string;
  /** Sealed; null when none or when its overlap has ended. */
  previousSecret: string | null;
  stateChangedAt: string;
  /** Nothing but successes lately: another success changes nothing of it. */
  healthy: boolean;
}

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

/** What a claim found out about an endpoint that had something due. */
export interface EndpointReport {
  endpointId: string;
  /** Maximum number of attempts in flight that its owner allows; null for no limit of the owner's. */
  limit: number | null;
  /** Maximum number of attempts in flight while it recovers; null otherwise. */
  recovering: number | null;
  /** It may have more that is due, for which it had no place or no share. */
  backlog: boolean;
  /** Milliseconds after which its rate allows another attempt; null unless only the rate holds it back. */
  rateWaitMs: number | null;
}

export interface ClaimedWork {
  claims: Claim[];
  endpoints: EndpointReport[];
  /** Leases of others that had lapsed. */
  lostLeases: number;
  /** There is more to do at once. */
  more: boolean;
  /** What kept it from claiming all that it might have. */
  failure?: unknown;
}

export interface ClaimOrder {
  companyId: string;
  limit: number;
  rules: DeliveryRules;
  /** Free places and attempts in flight of endpoints; others have the places of a new one. */
  places?: Readonly<Record<string, readonly [number, number]>>;
  owners?: LeaseOwners;
}

interface EndpointRow {
  id: string;
  url: string;
  signatureMode: SignatureMode;
  secret: string;
  previousSecret: string | null;
  previousSecretUntil: string | null;
  stateChangedAt: string;
  consecutiveFailures: number;
  sendWindow: number;
  maxInFlight: number | null;
  /** Its queue is still to be renewed before anything is sent. */
  renewable: boolean;
  asked: boolean | null;
  bound: number;
  rate: number | null;
  rateWaitMs: number | null;
  databaseMs: number;
  deliveries: DeliveryRow[] | null;
}

/** Delivery, lease, event, its time and body, trigger, attempts, attempts that do not count, lost leases before, lost one. */
type DeliveryRow = [string, string, string, string, string, DeliveryTrigger, number, number, number, boolean];

/**
 * Takes up to `limit` due deliveries of one company under a lease, least recently served endpoints first. What somebody asked for
 * comes before the rest. Only of endpoints whose places, limits and rate allow another attempt.
 */
export async function claimDeliveries(database: Kysely<Tables>, order: ClaimOrder): Promise<ClaimedWork> {
  const { companyId, limit, rules } = order;
  const first = await claim(database, 'due', order, []);
  const steps = [first];
  const renewed: string[] = [];
  let more = false;
  let failure: unknown;
  try {
    for (const { endpointId, renewable } of first.found) {
      if (!renewable) continue;
      if (await renewQueue(database, { companyId, endpointId, rules })) renewed.push(endpointId);
      else more = true;
    }
    let rest = leftOf(order, first);
    if (first.found.some(({ asked }) => asked) && rest.limit > 0) {
      const second = await claim(database, 'asked', rest, []);
      steps.push(second);
      more ||= second.taken > 0;
      rest = leftOf(rest, second);
    }
    if (renewed.length > 0 && rest.limit > 0) steps.push(await claim(database, 'due', rest, renewed));
    const hopeless = steps.flatMap((step) => step.hopeless);
    if (hopeless.length > 0) await giveUp(database, companyId, hopeless);
  } catch (error) {
    failure = error;
  }
  return {
    claims: steps.flatMap(({ claims }) => claims),
    endpoints: steps.flatMap(({ found }) => found),
    lostLeases: steps.reduce((sum, { lostLeases }) => sum + lostLeases, 0),
    more: more || renewed.length > 0 || steps.reduce((sum, { taken }) => sum + taken, 0) >= limit,
    failure,
  };
}

interface Found extends EndpointReport {
  renewable: boolean;
  asked: boolean;
  /** Deliveries leased. */
  taken: number;
}

interface ClaimStep {
  claims: Claim[];
  found: Found[];
  taken: number;
  lostLeases: number;
  /** Leases of deliveries to give up. */
  hopeless: { id: string; leaseToken: string }[];
}

/** What of an order is left after a step of it. */
function leftOf(order: ClaimOrder, { claims, found }: ClaimStep): ClaimOrder {
  const { limit, rules, places = {} } = order;
  const placesLeft = found.map(({ endpointId, taken }) => {
    const [free, inFlight] = places[endpointId] ?? [rules.startInFlight, 0];
    return [endpointId, [free - taken, inFlight + taken] as const] as const;
  });
  return { ...order, limit: limit - claims.length, places: { ...places, ...Object.fromEntries(placesLeft) } };
}

async function claim(
  database: Kysely<Tables>,
  kind: ClaimKind,
  { companyId, limit, rules, places = {}, owners = unknownOwners }: ClaimOrder,
  renewed: readonly string[],
): Promise<ClaimStep> {
  const values = [
    companyId,
    limit,
    JSON.stringify(places),
    Math.abs(owners.self),
    owners.self,
    rules.leaseMs,
    uuidv4(),
    owners.alive,
    owners.since,
    renewed,
    rules.startInFlight,
    rules.maxInFlightPerEndpoint,
  ];
  const { rows } = await database.executeQuery<EndpointRow>(CompiledQuery.raw(claimStatements[kind], values));
  const monotonicMs = performance.now();
  const lost = rows.flatMap(({ deliveries }) =>
    (deliveries ?? []).filter(([, , , , , , , , , isLost]) => isLost),
  );
  const hopeless = lost
    .filter(([, , , , , , , , losses]) => losses + 1 >= rules.maxLosses)
    .map(([id, leaseToken]) => ({ id, leaseToken }));
  const givenUp = new Set(hopeless.map(({ id }) => id));
  const taken = rows.reduce((sum, { deliveries }) => sum + (deliveries?.length ?? 0), 0);
  return {
    claims: rows.flatMap((row) =>
      claimsOf(row, { companyId, monotonicMs, rules }).filter(({ deliveryId }) => !givenUp.has(deliveryId)),
    ),
    found: rows.map((row) => foundOf(row, kind, taken >= limit, rules)),
    taken,
    lostLeases: lost.length,
    hopeless,
  };
}

function foundOf(
  { id, sendWindow, maxInFlight, renewable, asked, bound, rate, rateWaitMs, deliveries }: EndpointRow,
  kind: ClaimKind,
  limitReached: boolean,
  { startInFlight }: DeliveryRules,
): Found {
  const taken = deliveries?.length ?? 0;
  // The share of what a claim may take is no limit of the endpoint, but leaves something all the same.
  const backlog = limitReached || (taken >= bound && !(kind === 'due' && asked));
  const waitMs = rate === null || rateWaitMs === null ? 0 : rateWaitMs + (1000 * taken) / rate;
  return {
    endpointId: id,
    limit: maxInFlight,
    recovering: sendWindow < startInFlight ? sendWindow : null,
    backlog,
    rateWaitMs: backlog && waitMs > 0 ? waitMs : null,
    renewable,
    asked: kind === 'due' && asked === true,
    taken,
  };
}

function claimsOf(
  row: EndpointRow,
  { companyId, monotonicMs, rules }: { companyId: string; monotonicMs: number; rules: DeliveryRules },
): Claim[] {
  const { id, url, signatureMode, secret, stateChangedAt, databaseMs } = row;
  const overlaps = row.previousSecretUntil !== null && Date.parse(row.previousSecretUntil) > databaseMs;
  const endpoint: ClaimedEndpoint = {
    id,
    url,
    signatureMode,
    secret,
    previousSecret: overlaps ? row.previousSecret : null,
    stateChangedAt,
    healthy: row.consecutiveFailures === 0 && row.sendWindow >= rules.startInFlight,
  };
  const claimedAt = { databaseMs, monotonicMs };
  return (row.deliveries ?? []).map(
    ([deliveryId, leaseToken, eventId, eventCreatedAt, body, trigger, attempts, budgetFrom]) => ({
      companyId,
      deliveryId,
      leaseToken,
      endpoint,
      eventId,
      eventCreatedAt,
      body,
      trigger,
      attemptNumber: attempts + 1,
      failureNumber: Math.max(1, attempts + 1 - budgetFrom),
      claimedAt,
    }),
  );
}
