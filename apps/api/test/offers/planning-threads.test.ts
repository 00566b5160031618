import { variedPlant } from '@pv-planning/string-planner/testing';
import { expect, test } from 'vitest';
import { planningThreads } from '../../src/sales/offers/strings/planning-threads.ts';

const large = { plant: variedPlant(50, 20), strings: [] };
const small = { plant: variedPlant(1, 1), strings: [] };
const never = new AbortController().signal;

test('stops a plan that takes more processor time than allowed, with the best proposal so far', async () => {
  const plan = planningThreads({ maxCpuMs: 150, maxHeapMiB: 192 });
  const { current, proposal, complete, reasons } = await plan(
    { plant: variedPlant(6, 4), strings: [] },
    never,
  );
  expect(proposal?.strings.length).toBeGreaterThan(0);
  expect(complete).toBe(false);
  expect(reasons).toMatchObject([{ code: 'search_limit_reached' }]);
  expect(current.unwired).toHaveLength(6);
});

test('stops a plan before it has a proposal, and still checks the wiring', async () => {
  const plan = planningThreads({ maxCpuMs: 10, maxHeapMiB: 192 });
  const { current, proposal, reasons } = await plan(large, never);
  expect(proposal).toBeNull();
  expect(reasons).toMatchObject([
    { code: 'search_limit_reached', message: expect.stringContaining('takes too long') },
  ]);
  expect(current.unwired).toHaveLength(50);
  expect((await plan(small, never)).current.unwired).toHaveLength(1);
});

test('stops a plan that takes more memory than allowed, and still checks the wiring', async () => {
  const plan = planningThreads({ maxCpuMs: 60_000, maxHeapMiB: 24 });
  const { current, complete, reasons } = await plan({ plant: variedPlant(100, 40), strings: [] }, never);
  expect(current.unwired).toHaveLength(100);
  expect(complete).toBe(false);
  expect(reasons).toMatchObject([{ code: 'search_limit_reached' }]);
});

test.each([
  ['processor time', { maxCpuMs: 20, maxHeapMiB: 192 }],
  ['memory', { maxCpuMs: 60_000, maxHeapMiB: 16 }],
])('stops a check of the wiring that takes more %s than allowed', async (_what, limits) => {
  const { plant } = large;
  const strings = Array.from({ length: 40_000 }, (_, index) => ({
    inverterRef: `inverter-${index % 20}`,
    mppTracker: 1 + (index % 6),
    label: `${index}`,
    moduleRef: `roof-${index % 50}`,
    moduleCount: 20,
  }));
  const plan = planningThreads(limits);
  await expect(plan({ plant, strings }, never)).rejects.toMatchObject({ code: 'service_unavailable' });
});

test('plans wirings concurrently, and stops one whose signal is aborted', async () => {
  const plan = planningThreads({ maxCpuMs: 60_000, maxHeapMiB: 192 });
  const client = new AbortController();
  const abandoned = plan(large, client.signal);
  expect((await plan(small, never)).proposal).not.toBeNull();
  client.abort(new Error('gone'));
  await expect(abandoned).rejects.toThrow('gone');
});

test('a plant that the planner rejects does not affect other requests', async () => {
  const plan = planningThreads({ maxCpuMs: 60_000, maxHeapMiB: 192 });
  const rejected = {
    plant: { modules: [], inverters: [], designTempMin: Number.NaN, designTempMax: 70 },
    strings: [],
  };
  const sound = { ...rejected, plant: { ...rejected.plant, designTempMin: -10 } };
  const results = await Promise.allSettled([plan(rejected, never), plan(sound, never)]);
  expect(results).toMatchObject([
    { status: 'rejected', reason: { message: 'designTempMin must be a number, not NaN.' } },
    { status: 'fulfilled', value: { reasons: [{ code: 'no_modules' }, { code: 'no_inverter' }] } },
  ]);
});
