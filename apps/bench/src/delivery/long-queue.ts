import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkerReport } from '@pv-planning/webhook-delivery/testing';
import { sql } from 'kysely';
import type { DeliveryEffort } from '../effort.ts';
import { type Figure, figure } from '../measure/figure.ts';
import { startDispatchers } from './dispatchers.ts';
import type { Stage, StageCompany } from './stage.ts';
import { sum } from './sum.ts';

const parts = 10;

/** Minimum ratio of claim durations at the beginning to those at the end. */
const minRatio = 0.67;

/** Returns the mean duration of the claims between two reports; empty if there were none. */
function meanClaimMs(from: WorkerReport | undefined, to: WorkerReport): number[] {
  if (!from || to.claims === from.claims) return [];
  return [((to.claimSeconds - from.claimSeconds) * 1000) / (to.claims - from.claims)];
}

/** Measures the duration of claims on a long queue: at the end, compared with the beginning. */
export async function longQueue(
  stage: Stage,
  companies: readonly StageCompany[],
  { pending, seconds }: DeliveryEffort['longQueue'],
): Promise<Figure[]> {
  const endpoints = sum(companies.map(({ urls }) => urls.length));
  await stage.queue(companies, Math.ceil(pending / endpoints));
  await sql`vacuum analyze webhook_delivery, webhook_event`.execute(stage.database.kysely);
  const dispatcher = await startDispatchers(stage, { count: 1 });
  try {
    await sleep((seconds * 1000) / parts);
    const reports = [await dispatcher.report()];
    for (let part = 0; part < parts; part += 1) {
      await sleep((seconds * 1000) / parts);
      reports.push(await dispatcher.report());
    }
    const means = reports.flatMap((report, part) => meanClaimMs(reports[part - 1], report));
    return [
      figure(
        {
          name: `delivery: claim, ${pending.toLocaleString('en')} pending, last tenth compared with first`,
          unit: 'ms',
          better: 'less',
        },
        { ours: means.slice(-1), yardstick: means.slice(0, 1) },
        ({ median }) => ({ text: `≥ ${minRatio}`, reached: median >= minRatio }),
      ),
    ];
  } finally {
    await dispatcher.stop();
  }
}
