import { type Connections, createSecretBox, type ProcessSession } from '@pv-planning/database';
import { slotRules } from '@pv-planning/fair-slots';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { createOutbox, type Outbox } from '../outbox/outbox.ts';
import { assertLeaseOutlivesAttempt, type DeliveryRules, defaultRules } from '../queue/rules.ts';
import { purgeExpired } from '../retention/purge-expired.ts';
import { createSecretOpener } from '../secrets/signing-secret.ts';
import { createStatementGroups, groupConnections } from '../sql/statement-groups.ts';
import { createAllowList } from '../target/address.ts';
import { createResolver, type NameServer } from '../target/vet-target.ts';
import { listenForWakeUps } from '../wake-up/listen-for-wake-ups.ts';
import { createCapacity } from './capacity/capacity.ts';
import type { Claim } from './claim/claim.ts';
import { claimDeliveries } from './claim/claim-deliveries.ts';
import { dueCompanies, isDue } from './claim/due-companies.ts';
import { createLeaseReleases } from './claim/release-leases.ts';
import { createAttemptsInFlight } from './loops/attempts-in-flight.ts';
import { createClaimLoop } from './loops/claim-loop.ts';
import { createImmediateSending } from './loops/immediate-sending.ts';
import { createPollLoop } from './loops/poll-loop.ts';
import { createPurgeLoop } from './loops/purge-loop.ts';
import { createAttemptMetrics } from './metrics/attempt-metrics.ts';
import { registerQueueMetrics } from './metrics/queue-metrics.ts';
import { createResultQueue } from './results/result-queue.ts';
import type { OnNotice } from './results/save-health.ts';
import { createClaimSchedule } from './schedule/claim-schedule.ts';
import { createAgents } from './send/agents.ts';
import { performAttempt } from './send/attempt.ts';
import { createClaimedTargets } from './send/claimed-target.ts';

/**
 * Maximum number of connections of a dispatcher: for groups of claims and of results, for results with failures, and one each to
 * poll, to measure queues and to purge.
 */
export const dispatcherConnections = 2 * groupConnections + slotRules.failedAttempts.slots + 3;

export interface DispatcherOptions {
  connections: Pick<Connections, 'kysely' | 'executeTogether'>;
  /** 32 bytes; the key that encrypts the endpoints' secrets. */
  secretKey: Uint8Array;
  /** The previous key, which still decrypts secrets. */
  formerSecretKey?: Uint8Array | undefined;
  /** Networks in CIDR notation to allow in addition to public addresses, even over http. For development and tests. */
  allowTargets?: readonly string[];
  /** The DNS server to use instead of the system's DNS servers. */
  resolver?: NameServer;
  /** Certificates (PEM) to trust instead of the well-known authorities. */
  ca?: string;
  /**
   * The session of the process, in which the dispatcher listens for notifications of other processes, and which shows them that this
   * process is alive. If it has no connection, events recorded by other processes wait for the next poll, and the deliveries of a killed
   * process wait until its leases expire. Stop it after the dispatcher.
   */
  session: ProcessSession;
  logger: Logger;
  /** The registry for the metrics, whose names begin with `webhook_`. Default: a new one. */
  registry?: Registry;
  rules?: Partial<DeliveryRules>;
  /** Called when an endpoint fails repeatedly or is disabled. */
  onNotice?: OnNotice;
}

export interface Dispatcher {
  start(): void;
  /** Call after a commit that recorded events, with their company, to send them immediately. */
  wake(companyId?: string): void;
  /** Records the events of one transaction of this process, and sends their deliveries after its commit. */
  outbox(companyId: string): Outbox;
  /**
   * Completes attempts in flight and saves their results, which takes little longer than one attempt. Transactions that have recorded
   * events may still be committed: their deliveries are released for other dispatchers.
   */
  drain(): Promise<void>;
  /** Drains, and releases the leases of other claims. Call it when no transaction is left. */
  stop(): Promise<void>;
  /** Prometheus metrics of this dispatcher and of the queues in the database. */
  readonly registry: Registry;
}

/**
 * Creates a dispatcher, which sends due deliveries. Any number of dispatchers, in any number of processes, can share one database.
 * Throws `RangeError` if the lease is not longer than an attempt or the key is not 32 bytes long.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { connections, session, logger, registry = new Registry() } = options;
  const rules = { ...defaultRules, ...options.rules };
  assertLeaseOutlivesAttempt(rules);
  const { kysely: database } = connections;
  const claimGroups = createStatementGroups(connections);
  const resultGroups = createStatementGroups(connections);
  const agents = createAgents(options.ca);
  const openSecret = createSecretOpener(createSecretBox(options.secretKey, options.formerSecretKey));
  const vetting = {
    allowed: createAllowList(options.allowTargets ?? []),
    resolver: createResolver(options.resolver),
    dnsTimeoutMs: rules.dnsTimeoutMs,
  };
  const targets = createClaimedTargets(vetting, agents);
  const { owners } = session;
  registerQueueMetrics(registry, { database, logger });

  const capacity = createCapacity(rules);
  const metrics = createAttemptMetrics(registry, capacity);
  const schedule = createClaimSchedule(capacity);
  const leaseReleases = createLeaseReleases({
    database,
    rules,
    released: schedule.wake,
    failed: (companyId, error) =>
      logger.error({ err: error, companyId }, 'failed to hand webhook deliveries back'),
  });
  const results = createResultQueue({
    database,
    groups: resultGroups,
    rules,
    onNotice: options.onNotice,
    logger,
    saved: metrics.saved,
  });
  const attempts = createAttemptsInFlight({
    attempt: (claim) => performAttempt(claim, { rules, openSecret, targets }),
    results,
    capacity,
    schedule,
    logger,
  });
  const purge = createPurgeLoop({
    purge: (goOn) => purgeExpired(database, rules, goOn),
    failed: (error) => logger.error({ err: error }, 'failed to purge expired webhook events'),
  });
  const poll = createPollLoop({
    dueCompanies: (limit) => dueCompanies(database, limit, { ...owners(), full: capacity.markFull() }),
    rules,
    found(companyIds) {
      schedule.found(companyIds);
      purge.runIfDue();
    },
    failed: (error) => logger.error({ err: error }, 'failed to poll for due webhook deliveries'),
  });
  const claims = createClaimLoop({
    schedule,
    capacity,
    claim: (order) => claimDeliveries(database, { ...order, rules, owners: owners() }, claimGroups),
    isDue: (companyId, full) => isDue(claimGroups, companyId, { ...owners(), full }),
    attempts,
    leaseReleases,
    poll,
    rules,
    claimed: metrics.claimed,
    failed: (companyId, error) =>
      logger.error({ err: error, companyId }, 'failed to claim webhook deliveries'),
  });
  const immediateParts = {
    rules,
    owners,
    capacity,
    schedule,
    send(claim: Claim) {
      metrics.leased(claim);
      attempts.send(claim);
    },
    leaseReleases,
  };

  let draining: Promise<void> | undefined;
  let stopListening = () => {};

  function wake(companyId?: string): void {
    if (companyId === undefined) poll.poll();
    else schedule.wake(companyId);
  }

  function drain(): Promise<void> {
    stopListening();
    draining ??= Promise.all([claims.stop(), poll.stop(), purge.stop()]).then(() =>
      attempts.drained(rules.timeoutMs + rules.responseBodyMs + rules.savingMs),
    );
    return draining;
  }

  return {
    registry,
    start() {
      if (schedule.isRunning()) return;
      draining = undefined;
      claims.start();
      purge.start();
      poll.start();
      const stopWatching = session.watch(poll.poll);
      const endWakeUps = listenForWakeUps(session, wake);
      stopListening = () => {
        stopWatching();
        endWakeUps();
      };
    },
    wake,
    outbox: (companyId) =>
      createOutbox({
        companyId,
        wake: schedule.wake,
        immediate: createImmediateSending(companyId, immediateParts),
      }),
    drain,
    async stop() {
      await drain();
      await leaseReleases.stop();
      agents.destroy();
    },
  };
}
