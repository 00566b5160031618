import { setTimeout as delay } from 'node:timers/promises';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { DeliveryRules } from '../../queue/rules.ts';
import type { Claim } from './claim.ts';

/** Identifies a delivery that this dispatcher has leased. */
export type DeliveryLease = Pick<Claim, 'eventId' | 'leaseToken'>;

/** Releases the leases of deliveries that were not sent, so that other processes need not wait for the leases to expire. */
export interface LeaseReleases {
  /** Returns immediately. Accepts leases whose transaction may have been rolled back or may still commit. */
  releaseLeases(companyId: string, leases: readonly DeliveryLease[]): void;
  /** Retries pending releases once more. */
  stop(): Promise<void>;
}

export interface LeaseReleasesOptions {
  database: QueryExecutorProvider;
  rules: Pick<DeliveryRules, 'leaseMs'>;
  /** Called when deliveries of the company have been released. */
  released: (companyId: string) => void;
  /** Called with the error of the last try. */
  failed: (companyId: string, error: unknown) => void;
}

/** Also repeated if no lease was found: the server may still execute a COMMIT whose connection was lost. */
const retryMs = 1_000;

export function createLeaseReleases({
  database,
  rules,
  released,
  failed,
}: LeaseReleasesOptions): LeaseReleases {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  async function releaseUntilDone(companyId: string, leases: readonly DeliveryLease[]): Promise<void> {
    const expiryMs = performance.now() + rules.leaseMs;
    for (;;) {
      const isLast = stopping.signal.aborted || performance.now() > expiryMs;
      try {
        if ((await releaseLeases(database, companyId, leases)) > 0) return released(companyId);
        if (isLast) return;
      } catch (error) {
        if (isLast) return failed(companyId, error);
      }
      await delay(retryMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  return {
    releaseLeases(companyId, leases) {
      if (leases.length === 0) return;
      const releasing = releaseUntilDone(companyId, leases).finally(() => running.delete(releasing));
      running.add(releasing);
    },
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

/** Returns the number of deliveries that still had their leases. */
export async function releaseLeases(
  database: QueryExecutorProvider,
  companyId: string,
  leases: readonly DeliveryLease[],
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update webhook_delivery set lease_token = null
    where company_id = ${companyId}::bigint and event_id = any(${leases.map(({ eventId }) => eventId)}::uuid[])
      and lease_token = any(${leases.map(({ leaseToken }) => leaseToken)}::uuid[])
  `.execute(database);
  return Number(numAffectedRows);
}
