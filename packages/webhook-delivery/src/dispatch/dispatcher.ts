import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Tables } from '@pv-planning/database';
import type { Kysely } from 'kysely';
import type { ClientConfig } from 'pg';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { createLivingOwners } from '../queue/leases.ts';
import { assertLeaseOutlivesAttempt, type DeliveryRules, defaultRules } from '../queue/rules.ts';
import { purgeExpired } from '../retention/purge-expired.ts';
import { createSecretBox } from '../secrets/secret-box.ts';
import { createSecretOpener } from '../secrets/signing-secret.ts';
import { createAllowList } from '../target/address.ts';
import { createResolver, type NameServer } from '../target/vet-target.ts';
import { listenForWakeUps } from '../wake-up/wake-up.ts';
import { createEndpointWindows, placesOf, resize } from './capacity/endpoint-window.ts';
import { createInFlight } from './capacity/in-flight-slots.ts';
import { type Claim, type ClaimedWork, claimDeliveries } from './claim/claim.ts';
import { isDue } from './claim/due-companies.ts';
import { handBack } from './claim/hand-back.ts';
import { createClaimSpacing } from './loops/claim-spacing.ts';
import { createPoll } from './loops/poll.ts';
import { createSchedule } from './loops/schedule.ts';
import { createAttemptMetrics } from './metrics/attempt-metrics.ts';
import { registerQueueMetrics } from './metrics/queue-metrics.ts';
import { createResultQueue, maxConcurrentBatches } from './results/result-queue.ts';
import { tellsOfEndpoint } from './results/save-health.ts';
import { isRoutine } from './results/save-results.ts';
import { createAgents } from './send/agents.ts';
import { type AttemptResult, performAttempt } from './send/attempt.ts';
import { createClaimedTargets } from './send/claimed-target.ts';

const purgeEveryMs = 3_600_000;

/** Maximum number of companies whose deliveries are claimed concurrently, each on a connection of the pool. */
const claimsAtOnce = 3;

/** While much is queued for an endpoint, a claim waits until so many of its places are free, or half of them, or so long. */
const placesWorthClaiming = 32;
const gatherMs = 5;

/** Maximum number of connections of a dispatcher: to claim, to record, and one each to poll, to measure queues and to purge. */
export const dispatcherConnections = claimsAtOnce + maxConcurrentBatches + 3;

export interface DispatcherOptions {
  kysely: Kysely<Tables>;
  /** 32 bytes; the key that encrypts the endpoints' secrets. */
  secretKey: Uint8Array;
  /** Networks in CIDR notation to allow in addition to public addresses, also over http. For development and tests. */
  allowTargets?: readonly string[];
  /** The DNS server to use instead of those of the system. */
  resolver?: NameServer;
  /** Certificates (PEM) to trust instead of the well-known authorities. */
  ca?: string;
  /**
   * To PostgreSQL itself and not to a pooler, for a connection on which it hears of events that other processes record, and whose
   * end tells other dispatchers that this process has died. Without it, events wait for a poll and leases of a killed process for
   * their time.
   */
  connection?: () => ClientConfig;
  logger: Logger;
  /** The registry for the metrics, whose names begin with `webhook_`. Default: a new one. */
  registry?: Registry;
  rules?: Partial<DeliveryRules>;
}

export interface Dispatcher {
  start(): void;
  /** Call after a commit that recorded events, with their company, to send them immediately. */
  wake(companyId?: string): void;
  /** Completes and records attempts in flight, which takes little longer than one attempt, and releases other claims. */
  stop(): Promise<void>;
  /** Prometheus metrics of this dispatcher and of the queues in the database. */
  readonly registry: Registry;
}

/**
 * Creates a dispatcher, which sends due deliveries. Any number of dispatchers, in any number of processes, can share one database.
 * Throws `RangeError` if the lease is not longer than an attempt or the key does not have 32 bytes.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { kysely: database, connection, logger, registry = new Registry() } = options;
  const rules = { ...defaultRules, ...options.rules };
  assertLeaseOutlivesAttempt(rules);
  const agents = createAgents(options.ca);
  const context = {
    rules,
    openSecret: createSecretOpener(createSecretBox(options.secretKey)),
    targets: createClaimedTargets(
      {
        allowed: createAllowList(options.allowTargets ?? []),
        resolver: createResolver(options.resolver),
        dnsTimeoutMs: rules.dnsTimeoutMs,
      },
      agents,
    ),
  };
  const id = randomInt(1, 2 ** 31);
  let isPresent = false;
  const owners = createLivingOwners(database, id);
  const windows = createEndpointWindows(rules);
  const inFlight = createInFlight(rules);
  const spacing = createClaimSpacing();
  const metrics = createAttemptMetrics(registry, { inFlight: inFlight.count, windows });
  registerQueueMetrics(registry, { database, logger });
  const resultQueue = createResultQueue({ database, rules, logger, saved: metrics.recorded });
  const schedule = createSchedule(claimNext);
  const poll = createPoll({
    database,
    owners,
    full: windows.noteFull,
    rules,
    found(companyIds) {
      for (const companyId of companyIds) schedule.want(companyId);
      claimNext();
      purgeWhenDue();
    },
    failed: (error) => logger.error({ err: error }, 'due webhook deliveries could not be looked for'),
  });
  /** Companies for which a claim is under way. */
  const claiming = new Map<string, Promise<void>>();
  /** Companies woken while a claim for them is under way. */
  const woken = new Set<string>();
  /** Companies for which places of the process or of the company, and not of an endpoint, did not suffice. */
  const crowded = new Set<string>();
  /** Attempts until they are recorded. */
  const attempts = new Set<Promise<void>>();
  let running = false;
  let listener: ReturnType<typeof listenForWakeUps> | undefined;
  let purging: Promise<void> = Promise.resolve();
  let nextPurge = 0;

  /** Claims for as many of the companies wanted as may be claimed for at once. */
  function claimNext(): void {
    while (running && claiming.size < claimsAtOnce && inFlight.room() > 0) {
      const companyId = schedule.take((wanted) => !claiming.has(wanted));
      if (companyId === undefined) break;
      // Companies that are woken while this claim is under way need places too.
      const shares = Math.max(schedule.size() + 1, claimsAtOnce - claiming.size);
      const share = Math.ceil(inFlight.room() / shares);
      const limit = Math.min(share, inFlight.room(companyId));
      if (limit <= 0) {
        crowded.add(companyId);
        continue;
      }
      crowded.delete(companyId);
      windows.noteFull(companyId);
      inFlight.reserve(companyId, limit);
      const claim = claimAndSend(companyId, limit).then(() => {
        claiming.delete(companyId);
        if (woken.delete(companyId) && running) wake(companyId);
        claimNext();
      });
      claiming.set(companyId, claim);
    }
    if (schedule.size() === 0 && claiming.size === 0) poll.drained();
  }

  async function claimAndSend(companyId: string, limit: number): Promise<void> {
    let claimed = 0;
    try {
      const begun = performance.now();
      const work = await claimDeliveries(database, {
        companyId,
        limit,
        rules,
        places: windows.placesOf(companyId),
        owners: { self: isPresent ? id : -id, ...owners.alive() },
      });
      metrics.claimed(work, (performance.now() - begun) / 1000);
      if (running) {
        claimed = work.claims.length;
        spacing.claimed(companyId, claimed, begun);
        note(companyId, work, begun);
        for (const claim of work.claims) send(claim);
        if (work.failure) claimLater(companyId, work.failure);
        else if (work.endpoints.length === 0) await noteNothing(companyId);
      } else {
        await handBack(database, companyId, work.claims);
      }
    } catch (error) {
      claimLater(companyId, error);
    } finally {
      inFlight.free(companyId, limit - claimed, 0);
    }
  }

  function claimLater(companyId: string, error: unknown): void {
    logger.error({ err: error, companyId }, 'webhook deliveries could not be claimed');
    if (running) schedule.wantLater(companyId, rules.pollMs);
  }

  /** Draws the conclusions from a claim. */
  function note(companyId: string, { claims, endpoints, more }: ClaimedWork, begun: number): void {
    const now = performance.now();
    let worthAnother = more;
    for (const { endpointId, limit, recovering, backlog, rateWaitMs } of endpoints) {
      const window = windows.of(companyId, endpointId);
      window.limit = limit ?? Number.POSITIVE_INFINITY;
      window.backlog = backlog && rateWaitMs === null;
      if (recovering !== null) window.size = Math.min(window.size, recovering);
      window.rateFreeMs = rateWaitMs === null ? null : now + rateWaitMs;
    }
    for (const { endpoint } of claims) windows.of(companyId, endpoint.id).inFlight += 1;
    for (const { endpointId, backlog, rateWaitMs } of endpoints) {
      const window = windows.of(companyId, endpointId);
      if (backlog && rateWaitMs === null && window.inFlight < placesOf(window) && claims.length > 0)
        worthAnother = true;
    }
    poll.claimed(companyId, claims.length);
    if (worthAnother) schedule.want(companyId);
    const nextByRate = windows.nextByRate(companyId, begun);
    if (nextByRate !== null) schedule.wantLater(companyId, Math.max(0, nextByRate - now));
  }

  /** A claim has found nothing: it was the end of a backlog, unless another process holds what is due. */
  async function noteNothing(companyId: string): Promise<void> {
    if (!windows.expectsMore(companyId)) return;
    const full = windows.noteFull(companyId);
    if (!(await isDue(database, companyId, { ...owners.alive(), full })))
      windows.expectNoMore(companyId, full);
  }

  function send(claim: Claim): void {
    inFlight.begin(1);
    const attempt = performAttempt(claim, context)
      .then((result) => {
        // After a failure, and while the endpoint recovers, the next attempt depends on what is recorded.
        if (isRoutine(result)) freePlaces(result);
        return resultQueue.save(result).then(() => recorded(result));
      })
      .catch((error: unknown) => logger.error({ err: error }, 'webhook delivery failed inside'))
      .finally(() => attempts.delete(attempt));
    attempts.add(attempt);
  }

  /** Frees the places of an attempt that has its answer, and claims for those that wait for one. */
  function freePlaces(result: AttemptResult): void {
    const { claim, outcome, timings } = result;
    const { companyId, endpoint } = claim;
    inFlight.free(companyId, 1, 1);
    const window = windows.of(companyId, endpoint.id);
    const { resolved = 0, connected = 0, secured = 0, answered: answeredMs = result.durationMs } = timings;
    resize(
      window,
      {
        delivered: tellsOfEndpoint(result) ? outcome === 'delivered' : null,
        answerMs: answeredMs - Math.max(resolved, connected, secured),
      },
      rules,
    );
    window.inFlight -= 1;
    if (!running) return;
    if (crowded.size > 0) wantCrowded(companyId);
    const places = placesOf(window);
    if (window.backlog && window.inFlight < places) {
      const isWorthClaiming = places - window.inFlight >= Math.min(placesWorthClaiming, places / 2);
      if (isWorthClaiming) schedule.want(companyId);
      else schedule.wantLater(companyId, gatherMs);
    }
    if (schedule.size() > 0) claimNext();
  }

  /** A place of the process is free, and one of a company. */
  function wantCrowded(companyId: string): void {
    const next = crowded.has(companyId) ? companyId : [...crowded].find((other) => inFlight.room(other) > 0);
    if (next === undefined) return;
    crowded.delete(next);
    schedule.want(next);
  }

  function recorded(result: AttemptResult): void {
    const { claim, outcome, errorCode, durationMs, answer, internalError: err } = result;
    const { companyId, deliveryId, eventId, endpoint } = claim;
    const entry = { companyId, endpointId: endpoint.id, deliveryId, eventId, outcome, errorCode, durationMs };
    if (err) logger.error({ ...entry, err }, 'webhook attempt failed inside the service');
    else logger.debug({ ...entry, status: answer?.status }, 'webhook attempt');
    if (isRoutine(result)) return;
    freePlaces(result);
    // Recording held the endpoint locked.
    wake(companyId);
  }

  function purgeWhenDue(): void {
    if (performance.now() < nextPurge) return;
    nextPurge = performance.now() + purgeEveryMs;
    purging = purgeExpired(database, rules, () => running).catch((error: unknown) => {
      logger.error({ err: error }, 'expired webhook events could not be removed');
    });
  }

  function wake(companyId?: string): void {
    if (companyId === undefined) {
      poll.hurry();
      return;
    }
    if (claiming.has(companyId)) {
      woken.add(companyId);
      return;
    }
    const waitMs = spacing.waitMs(companyId);
    if (waitMs > 0) {
      schedule.wantLater(companyId, waitMs);
      return;
    }
    schedule.want(companyId);
    claimNext();
  }

  return {
    registry,
    start() {
      if (running) return;
      running = true;
      poll.start();
      if (!connection) return;
      const presence = {
        id,
        held(isHeld: boolean) {
          isPresent = isHeld;
        },
      };
      listener = listenForWakeUps({ connection, wake, presence, logger });
    },
    wake,
    async stop() {
      running = false;
      schedule.stop();
      await Promise.all([poll.stop(), ...claiming.values(), purging]);
      await Promise.race([
        Promise.all(attempts),
        delay(rules.timeoutMs + rules.responseBodyMs + rules.recordingMs, undefined, { ref: false }),
      ]);
      // Until here it held leases that were void without the lock of its connection.
      await listener?.stop();
      agents.destroy();
    },
  };
}
