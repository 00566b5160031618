import { setTimeout as delay } from 'node:timers/promises';
import type { Tables } from '@pv-planning/database';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { registerQueueMetrics } from '../queue-metrics.ts';
import { purgeExpired } from '../retention.ts';
import { assertLeaseOutlivesAttempt, type DeliveryRules, defaultRules } from '../rules.ts';
import { createSecretBox } from '../secret-box.ts';
import { createSecretOpener } from '../signing-secret.ts';
import { createAllowList } from '../target/address.ts';
import { createResolver, type NameServer } from '../target/vet-target.ts';
import { createAttemptMetrics } from './attempt-metrics.ts';
import { type Claim, claimDeliveries } from './claim/claim.ts';
import { handBack } from './claim/hand-back.ts';
import { createUnderWay } from './in-flight.ts';
import { createTurns } from './limit-concurrency.ts';
import { batchesAtOnce, createFinisher } from './record/record-queue.ts';
import { createAgenda } from './schedule.ts';
import { createAgents } from './send/agents.ts';
import { performAttempt } from './send/attempt.ts';
import { createSignal } from './wake-up-signal.ts';

const purgeEveryMs = 3_600_000;

/** Maximum number of companies whose deliveries are claimed concurrently, each on a connection of the pool. */
const claimsAtOnce = 3;

/** Maximum number of connections of a dispatcher: to claim, to record, and one each to measure queues and to purge. */
export const dispatcherConnections = claimsAtOnce + batchesAtOnce + 2;

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
  const { kysely: database, logger, registry = new Registry() } = options;
  const rules = { ...defaultRules, ...options.rules };
  assertLeaseOutlivesAttempt(rules);
  const context = {
    rules,
    openSecret: createSecretOpener(createSecretBox(options.secretKey)),
    vetting: {
      allowed: createAllowList(options.allowTargets ?? []),
      resolver: createResolver(options.resolver),
      dnsTimeoutMs: rules.dnsTimeoutMs,
    },
    agents: createAgents(options.ca),
  };
  const underWay = createUnderWay(rules, wake);
  const metrics = createAttemptMetrics(registry, underWay.count);
  registerQueueMetrics(registry, { database, logger });
  const finisher = createFinisher({ database, rules, logger, metrics });
  const agenda = createAgenda(database, rules);
  const signal = createSignal();
  const inTurn = createTurns(claimsAtOnce);
  let running = false;
  let loop: Promise<void> = Promise.resolve();
  let purging: Promise<void> = Promise.resolve();
  let nextPurge = 0;

  async function work(): Promise<void> {
    while (running) {
      try {
        await claimAndSend();
      } catch (error) {
        logger.error({ err: error }, 'webhook deliveries could not be claimed');
        await signal.sleep(rules.pollMs);
      }
      purgeWhenDue();
      if (!running) return;
      const waitMs = underWay.room() > 0 ? agenda.waitMs() : rules.pollMs;
      if (waitMs > 0) await signal.sleep(waitMs);
    }
  }

  async function claimAndSend(): Promise<void> {
    if (underWay.room() <= 0) return;
    const companies = await agenda.take();
    const share = Math.ceil(underWay.room() / companies.length);
    const claims = companies.map((id) => inTurn(() => claimAndSendOf(id, share)));
    let claimed = 0;
    for (const count of await Promise.allSettled(claims)) {
      if (count.status === 'rejected') throw count.reason;
      claimed += count.value;
    }
    agenda.served(claimed);
  }

  async function claimAndSendOf(companyId: string, share: number): Promise<number> {
    if (underWay.room() <= 0) agenda.want(companyId);
    const limit = Math.min(share, underWay.room(companyId));
    // Nothing is lost when a company has no room: each attempt that ends wakes it.
    if (limit <= 0 || !running) return 0;
    const begun = performance.now();
    const work = await claimDeliveries(database, { companyId, limit, rules });
    metrics.claimed(work, (performance.now() - begun) / 1000);
    const { claims, more } = work;
    if (running) for (const claim of claims) underWay.add(companyId, deliver(claim).catch(logFault));
    else await handBack(database, companyId, claims);
    if (more) agenda.want(companyId);
    return claims.length;
  }

  async function deliver(claim: Claim): Promise<void> {
    const result = await performAttempt(claim, context);
    await finisher.record(result);
    const { companyId, deliveryId, eventId, endpoint } = claim;
    const { outcome, errorCode, durationMs, answer, internalError: err } = result;
    const entry = { companyId, endpointId: endpoint.id, deliveryId, eventId, outcome, errorCode, durationMs };
    if (err) logger.error({ ...entry, err }, 'webhook attempt failed inside the service');
    else logger.debug({ ...entry, status: answer?.status }, 'webhook attempt');
  }

  function logFault(error: unknown): void {
    logger.error({ err: error }, 'webhook delivery failed inside');
  }

  function purgeWhenDue(): void {
    if (performance.now() < nextPurge) return;
    nextPurge = performance.now() + purgeEveryMs;
    purging = purgeExpired(database, rules, () => running).catch((error: unknown) => {
      logger.error({ err: error }, 'expired webhook events could not be removed');
    });
  }

  function wake(companyId?: string): void {
    agenda.want(companyId);
    signal.raise();
  }

  return {
    registry,
    start() {
      if (running) return;
      running = true;
      loop = work();
    },
    wake,
    async stop() {
      running = false;
      signal.raise();
      await Promise.all([loop, purging]);
      await Promise.race([
        underWay.ended(),
        delay(rules.timeoutMs + rules.responseBodyMs + rules.recordingMs, undefined, { ref: false }),
      ]);
      context.agents.destroy();
    },
  };
}
