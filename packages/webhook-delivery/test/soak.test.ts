import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { defaultRules } from '../src/index.ts';
import { benchAndReceiver } from './support/bench-and-receiver.ts';
import { soak } from './support/settings.ts';
import { eventually } from './support/workbench.ts';

const { bench, receiver } = await benchAndReceiver({ realTime: true });

/** An hour at full size, ten minutes of it with a transaction that prevents vacuuming. */
const minutes = Number(process.env.SOAK_MINUTES ?? 60);
const seconds = soak ? minutes * 60 : 1;
const rate = soak ? 200 : 40;
const periods = soak ? 12 : 2;

async function totals(registry: Registry) {
  const text = await registry.metrics();
  const value = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1] ?? 0);
  return {
    claims: value('webhook_claim_seconds_count'),
    claimSeconds: value('webhook_claim_seconds_sum'),
    delivered: value('webhook_attempts_total\\{outcome="delivered",error=""\\}'),
  };
}

test(`${rate} events a second for ${seconds} s with dead rows that cannot be vacuumed: claims stay quick, all events arrive once`, async () => {
  const companies: string[] = [];
  for (let count = 0; count < 25; count++) {
    const { companyId } = await bench.subscribe(receiver.url);
    companies.push(companyId);
  }
  const { registry } = bench.dispatch({ rules: defaultRules });
  const pin = Promise.withResolvers<void>();
  const pinned = bench.database.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      await sql`select count(*) from webhook_delivery`.execute(transaction);
      await pin.promise;
    });

  const begun = performance.now();
  const means: number[] = [];
  let recorded = 0;
  let last = await totals(registry);
  const recording = new Set<Promise<unknown>>();
  for (let period = 1; period <= periods; period++) {
    const end = begun + (seconds * 1000 * period) / periods;
    while (performance.now() < end) {
      const due = Math.floor(((performance.now() - begun) / 1000) * rate);
      for (; recorded < due; recorded++) {
        const work = bench
          .record(companies[recorded % companies.length] ?? '')
          .finally(() => recording.delete(work));
        recording.add(work);
      }
      await delay(5);
    }
    const now = await totals(registry);
    // On a stalled machine, a period may have no claims.
    const claims = Math.max(now.claims - last.claims, 1);
    const mean = ((now.claimSeconds - last.claimSeconds) / claims) * 1000;
    means.push(mean);
    const { rows } = await sql<{ queued: string; dead: string }>`
      select (select count(*) from webhook_delivery) as queued, n_dead_tup as dead
      from pg_stat_user_tables where relname = 'webhook_delivery'
    `.execute(bench.database.kysely);
    const passed = ((performance.now() - begun) / 1000).toFixed(0);
    console.log(
      `${passed} s: ${now.delivered - last.delivered} delivered, claim ${mean.toFixed(1)} ms, queued ${rows[0]?.queued}, dead rows ${rows[0]?.dead}`,
    );
    last = now;
    if (soak && period === Math.ceil((periods * 10) / minutes)) pin.resolve();
  }
  pin.resolve();
  await Promise.all([pinned, ...recording]);
  await eventually(() => expect(receiver.requests.length).toBeGreaterThanOrEqual(recorded));
  const distinct = new Set(receiver.arrived()).size;
  console.log(`${recorded} recorded, ${receiver.requests.length} arrivals, ${distinct} different`);
  expect(distinct).toBe(recorded);
  expect(receiver.requests).toHaveLength(recorded);
  if (soak) for (const mean of means) expect(mean).toBeLessThan(100);
});
