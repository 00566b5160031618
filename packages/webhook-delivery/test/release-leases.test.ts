import { setTimeout as delay } from 'node:timers/promises';
import type { Tables } from '@pv-planning/database';
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import type { Claim } from '../src/dispatch/claim/claim.ts';
import { claimDeliveries } from '../src/dispatch/claim/claim-deliveries.ts';
import { createLeaseReleases } from '../src/dispatch/claim/release-leases.ts';
import { defaultRules } from '../src/index.ts';
import { benchAndReceiver } from './support/bench-and-receiver.ts';
import { eventually } from './support/workbench.ts';

const { bench, receiver } = await benchAndReceiver();

async function queueTwo(): Promise<string> {
  const { companyId } = await bench.subscribe(receiver.url);
  await bench.recordMany(companyId, 2);
  return companyId;
}

async function lease(database: Kysely<Tables>, companyId: string): Promise<Claim[]> {
  const { claims } = await claimDeliveries(database, { companyId, limit: 10, rules: defaultRules });
  expect(claims).toHaveLength(2);
  return claims;
}

async function leases(companyId: string): Promise<number> {
  const { rows } = await sql`
    select from webhook_delivery where company_id = ${companyId}::bigint and lease_token is not null
  `.execute(bench.database.kysely);
  return rows.length;
}

/** Counts the tries. The first ones fail with the given codes. */
function releasing(codes: readonly string[] = []) {
  const { kysely } = bench.database;
  let tries = 0;
  const database: QueryExecutorProvider = {
    getExecutor() {
      const code = codes[tries];
      tries += 1;
      if (code !== undefined) throw Object.assign(new Error('failed'), { code });
      return kysely.getExecutor();
    },
  };
  const [released, failed] = [vi.fn(), vi.fn()];
  const leaseReleases = createLeaseReleases({ database, rules: defaultRules, released, failed });
  return { leaseReleases, released, failed, tries: () => tries };
}

test('a release that fails is repeated', async () => {
  const companyId = await queueTwo();
  const claims = await lease(bench.database.kysely, companyId);
  const { leaseReleases, released, failed } = releasing(['ECONNREFUSED', '40P01']);
  leaseReleases.releaseLeases(companyId, claims);
  await eventually(() => expect(released).toHaveBeenCalledExactlyOnceWith(companyId));
  expect(await leases(companyId)).toBe(0);
  expect(failed).not.toHaveBeenCalled();
});

test('leases whose commit becomes visible late are released', async () => {
  const companyId = await queueTwo();
  const { leaseReleases, released, tries } = releasing();
  await bench.database.kysely.transaction().execute(async (transaction) => {
    leaseReleases.releaseLeases(companyId, await lease(transaction, companyId));
    await eventually(() => expect(tries()).toBe(2));
    // Long enough for the statement of this try.
    await delay(100);
  });
  await eventually(() => expect(released).toHaveBeenCalledExactlyOnceWith(companyId));
  expect(await leases(companyId)).toBe(0);
});

test('a stop retries once and does not wait for an unavailable database', async () => {
  const companyId = await queueTwo();
  const claims = await lease(bench.database.kysely, companyId);
  const { leaseReleases, failed, tries } = releasing(Array(1_000).fill('ECONNREFUSED'));
  leaseReleases.releaseLeases(companyId, claims);
  await eventually(() => expect(tries()).toBe(1));
  await leaseReleases.stop();
  expect(tries()).toBe(2);
  expect(failed).toHaveBeenCalledOnce();
});
