import { afterAll, expect, test } from 'vitest';
import { openBookingRounds } from './booking-rounds/booking-rounds.ts';
import { plantedLosses, plantLoss } from './booking-rounds/planted-losses.ts';

const bench = await openBookingRounds(Number(process.env.CRASH_SEED ?? 1));
afterAll(() => bench.close());

test('kill -9 of the service loses and doubles no booking and no cent, and a planted loss is found', async () => {
  const { acknowledged, compare, lost, doubled, overlaps, money, ...round } = await bench.round('node');
  expect({ lost, doubled, overlaps, money }).toEqual({ lost: [], doubled: [], overlaps: [], money: [] });
  expect(acknowledged).toBeGreaterThan(10);
  expect(round.payments).toBeGreaterThan(0);
  for (const kind of Object.keys(plantedLosses) as (keyof typeof plantedLosses)[]) {
    await plantLoss(bench.dataDir, kind);
    expect((await compare())[kind]).toHaveLength(1);
  }
}, 300_000);
