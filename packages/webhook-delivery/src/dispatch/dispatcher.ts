import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import type { Tables } from '@pv-planning/database';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { purgeExpired } from '../retention.ts';
import { assertLeaseOutlivesAttempt, type DeliveryRules, defaultRules } from '../rules.ts';
import { createSecretBox } from '../secret-box.ts';
import { createAllowList } from '../target/address.ts';
import { createResolver, type NameResolver } from '../target/vet-target.ts';
import { performAttempt } from './attempt.ts';
import { type Claim, claimDeliveries } from './claim.ts';
import { createFinisher } from './finisher.ts';
import { dueCompanies } from './ready-endpoints.ts';
import { releaseClaims } from './release.ts';
import { createSignal } from './signal.ts';

const companiesAtOnce = 20;
const purgeEveryMs = 3_600_000;

export interface DispatcherOptions {
  kysely: Kysely<Tables>;
  /** 32 bytes, those under which the endpoints' secrets were sealed. */
  secretKey: Uint8Array;
  /** Networks in CIDR notation whose addresses are receivers too, also over http. For development and tests. */
  allowTargets?: readonly string[];
  resolver?: NameResolver;
  /** Certificates (PEM) to trust instead of the well-known authorities. */
  ca?: string;
  logger: Logger;
  rules?: Partial<DeliveryRules>;
}

export interface Dispatcher {
  start(): void;
  /** Call after a commit that recorded events, with their company: they are sent at once. */
  wake(companyId?: string): void;
  /** Ends what is being sent and records it, at most one attempt long; hands back the rest. */
  stop(): Promise<void>;
}

/**
 * Sends what is due. Any number of dispatchers, in any number of processes, may work on one database.
 * Throws `RangeError` when the lease would not outlive an attempt or the key has not 32 bytes.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { kysely: database, logger } = options;
  const rules = { ...defaultRules, ...options.rules };
  assertLeaseOutlivesAttempt(rules);
  const agentOptions = {
    keepAlive: true,
    maxFreeSockets: 2,
    timeout: rules.timeoutMs + 5_000,
    scheduling: 'lifo',
  } as const;
  const context = {
    rules,
    secretBox: createSecretBox(options.secretKey),
    vetting: {
      allowed: createAllowList(options.allowTargets ?? []),
      resolver: options.resolver ?? createResolver(),
      dnsTimeoutMs: rules.dnsTimeoutMs,
    },
    agents: { http: new HttpAgent(agentOptions), https: new HttpsAgent(agentOptions), ca: options.ca },
  };
  const finisher = createFinisher({ database, rules, logger });
  const signal = createSignal();
  const underWay = new Set<Promise<void>>();
  const wanted = new Set<string>();
  let running = false;
  let loop: Promise<void> = Promise.resolve();
  let purging: Promise<void> = Promise.resolve();
  let nextPoll = 0;
  let nextPurge = 0;

  const room = () => rules.maxInFlight - underWay.size;

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
      if (room() <= 0) await signal.sleep(rules.pollMs);
      else if (wanted.size === 0) await signal.sleep(Math.max(0, nextPoll - performance.now()));
    }
  }

  async function claimAndSend(): Promise<void> {
    if (room() <= 0) return;
    const companies = await nextCompanies();
    const share = Math.ceil(room() / companies.length);
    for (const companyId of companies) {
      const limit = Math.min(share, room());
      if (!running) return;
      const claims = limit > 0 ? await claimDeliveries(database, { companyId, limit, rules }) : [];
      if (!running) return releaseClaims(database, companyId, claims);
      for (const claim of claims) track(deliver(claim));
      if (claims.length >= limit) wanted.add(companyId);
    }
  }

  /** Those woken for; every poll interval also those with anything due. */
  async function nextCompanies(): Promise<string[]> {
    const companies = [...wanted];
    wanted.clear();
    if (performance.now() < nextPoll) return companies;
    nextPoll = performance.now() + rules.pollMs;
    return [...new Set([...companies, ...(await dueCompanies(database, companiesAtOnce))])];
  }

  async function deliver(claim: Claim): Promise<void> {
    const result = await performAttempt(claim, context);
    await finisher.record(result);
    const { companyId, deliveryId, eventId, endpoint } = claim;
    const { outcome, errorCode, durationMs, answer, internalError: err } = result;
    const entry = { companyId, endpointId: endpoint.id, deliveryId, eventId, outcome, errorCode, durationMs };
    if (err) logger.error({ ...entry, err }, 'webhook attempt failed inside the service');
    else logger.debug({ ...entry, status: answer?.status }, 'webhook attempt');
    wake(companyId);
  }

  function track(delivery: Promise<void>): void {
    const tracked = delivery
      .catch((error: unknown) => logger.error({ err: error }, 'webhook delivery failed inside'))
      .finally(() => underWay.delete(tracked));
    underWay.add(tracked);
  }

  function purgeWhenDue(): void {
    if (performance.now() < nextPurge) return;
    nextPurge = performance.now() + purgeEveryMs;
    purging = purgeExpired(database, rules, () => running).catch((error: unknown) => {
      logger.error({ err: error }, 'expired webhook events could not be removed');
    });
  }

  function wake(companyId?: string): void {
    if (companyId === undefined) nextPoll = 0;
    else wanted.add(companyId);
    signal.raise();
  }

  return {
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
        Promise.all(underWay),
        delay(rules.timeoutMs + rules.responseBodyMs, undefined, { ref: false }),
      ]);
      context.agents.http.destroy();
      context.agents.https.destroy();
    },
  };
}
