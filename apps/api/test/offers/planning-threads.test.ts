import type { Plant } from '@pv-planning/string-planner';
import { expect, test } from 'vitest';
import { planningThreads } from '../../src/offers/strings/planning-threads.ts';

/** Returns a plant with so many alternatives that planning takes many seconds. */
function largePlant(roofs: number, inverters: number): Plant {
  const product = {
    power: 440,
    vmpp: 32.99,
    impp: 13.34,
    voc: 39.38,
    isc: 13.98,
    tempCoefficientVoc: -0.25,
    tempCoefficientPmpp: -0.29,
    tempCoefficientVmpp: null,
    maxSystemVoltage: 1500,
    maxSeriesFuse: 25,
  };
  const modules = Array.from({ length: roofs }, (_, index) => ({
    ref: `roof-${index}`,
    roofId: String(index),
    azimuth: (index * 7) % 360,
    tilt: 30,
    quantity: 29 + (index % 3),
    productId: '440',
    product,
  }));
  const watts = modules.reduce((sum, { quantity }) => sum + quantity * product.power, 0);
  const mppTrackers = Array.from({ length: 6 }, () => ({
    inputCount: 2,
    mppVoltageMin: 160,
    mppVoltageMax: 850,
    maxInputCurrent: 32,
    maxInputCurrentPerInput: null,
    maxShortCircuitCurrent: 40,
    maxPower: null,
  }));
  return {
    modules,
    inverters: Array.from({ length: inverters }, (_, index) => ({
      lineId: String(index),
      ref: `inverter-${index}`,
      name: null,
      product: {
        acPower: Math.round(watts / inverters / 1.1) + index * 100,
        acApparentPower: null,
        phases: 3,
        maxDcPower: null,
        maxDcVoltage: 1000,
        startVoltage: 180,
        optimizerRequired: false,
        maxModulesPerString: null,
        mppTrackers,
      },
    })),
    designTempMin: -10,
    designTempMax: 70,
  };
}

const large = { plant: largePlant(50, 20), strings: [] };
const small = { plant: largePlant(1, 1), strings: [] };
const never = new AbortController().signal;

test('stops a plan that takes more processor time than allowed, and still checks the wiring', async () => {
  const plan = planningThreads({ maxCpuMs: 300, maxHeapMiB: 192 });
  const { current, proposal, reasons } = await plan(large, never);
  expect(proposal).toBeNull();
  expect(reasons).toMatchObject([
    { code: 'search_limit_reached', message: expect.stringContaining('takes too long') },
  ]);
  expect(current.unwired).toHaveLength(50);
  expect((await plan(small, never)).proposal).not.toBeNull();
});

test('stops a plan that takes more memory than allowed', async () => {
  const plan = planningThreads({ maxCpuMs: 60_000, maxHeapMiB: 24 });
  const { proposal, reasons } = await plan(large, never);
  expect(proposal).toBeNull();
  expect(reasons).toMatchObject([{ code: 'search_limit_reached' }]);
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
