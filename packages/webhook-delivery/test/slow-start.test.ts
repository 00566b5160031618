import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import type { Dispatcher } from '../src/index.ts';
import { benchAndReceiver } from './support/bench-and-receiver.ts';
import { soak } from './support/settings.ts';
import { drained } from './support/workbench.ts';

const { bench, receiver } = await benchAndReceiver({ realTime: true });

const herd = soak ? 100_000 : 200;

async function recordingTimes(companyId: string, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let event = 0; event < count; event++) {
    const begun = performance.now();
    await bench.record(companyId);
    times.push(performance.now() - begun);
  }
  return times.toSorted((one, other) => one - other);
}

async function inFlight({ registry }: Dispatcher): Promise<number> {
  const metric = await registry.getSingleMetric('webhook_attempts_in_flight')?.get();
  return metric?.values[0]?.value ?? Number.NaN;
}

test(`an endpoint enabled with ${herd} events gets one event, then more with each success, within its owner's limit`, async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  const other = await bench.addCompany();
  await bench.endpoints.update(id, { maxInFlight: 8 });
  await bench.endpoints.pause(id);
  const ids = await bench.recordMany(companyId, herd);
  const waiting: ServerResponse[] = [];
  let answered = 0;
  const seen: { underWay: number; answered: number }[] = [];
  // Responds when the window is full or no delivery is left.
  receiver.answer(async (response) => {
    waiting.push(response);
    if (waiting.length < Math.min(8, 1 + answered, herd - answered)) return;
    seen.push({ underWay: await inFlight(dispatcher), answered });
    for (const held of waiting.splice(0)) {
      answered += 1;
      held.writeHead(204).end();
    }
  });
  const before = await recordingTimes(other, 50);
  const dispatcher = bench.dispatch();
  const begun = performance.now();
  await bench.endpoints.enable(id);
  const during = await recordingTimes(other, 50);
  await drained(bench, id, 1_800_000);
  const seconds = (performance.now() - begun) / 1000;

  expect(seen[0]).toEqual({ underWay: 1, answered: 0 });
  for (const moment of seen) expect(moment.underWay).toBeLessThanOrEqual(Math.min(8, 1 + moment.answered));
  expect(Math.max(...seen.slice(0, 100).map((moment) => moment.underWay))).toBe(8);
  expect(receiver.arrived().slice(0, 3)).toEqual(ids.slice(0, 3));
  expect(new Set(receiver.arrived()).size).toBe(herd);
  expect(receiver.requests).toHaveLength(herd);
  const p98 = (times: number[]) => times[48]?.toFixed(1);
  console.log(
    `${herd} events in ${seconds.toFixed(1)} s; recording an event meanwhile: p98 ${p98(during)} ms, before ${p98(before)} ms`,
  );
});
