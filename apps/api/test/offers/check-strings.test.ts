import type { Body } from '@pv-planning/contract';
import { describe, expect, test } from 'vitest';
import { openTestApi } from '../support/test-api.ts';
import {
  findingsOf,
  inverter10,
  module440,
  newWiredProject,
  string,
  stringsOf,
  tracker,
} from '../support/wired-project.ts';

const { newOfferCompany, database } = await openTestApi();
const company = await newOfferCompany();
const house = await newWiredProject(company);
const { api, done } = company;
const { newModule, newInverter, v9Module, v9Inverter } = house;

type CheckBody = Body<'checkStrings'>;

const roof = { ref: 'roof', materialId: v9Module, quantity: 24, azimuth: 180, tilt: 30 };
const v9: CheckBody = { modules: [roof], inverters: [{ materialId: v9Inverter }] };
const wired = (...strings: string[]): CheckBody => ({
  modules: [
    { ...roof, ref: 'south', quantity: 14 },
    { ...roof, ref: 'west', quantity: 10, azimuth: 270 },
  ],
  inverters: [{ ref: 'wr', materialId: v9Inverter, strings: strings.map(string) }],
});
const check = (body: CheckBody) => done('checkStrings', {}, body);

test('proposes two strings of 12 modules for 24 modules of one roof, and states the allowed lengths', async () => {
  const { current, proposal, reasons, complete, gap, stringLengths } = await check(v9);
  expect(stringsOf(proposal)).toEqual(['1.1.1: 12 roof', '1.2.1: 12 roof']);
  expect({ reasons, complete, gap }).toEqual({ reasons: [], complete: true, gap: null });
  expect(current).toMatchObject({ designTempMin: -10, designTempMax: 70, systemPowerKwp: 10.56 });
  expect(current.inverters).toMatchObject([{ lineId: null, ref: 'inverter-1' }]);
  expect(current.unwired).toEqual([{ moduleRef: 'roof', roofId: null, count: 24 }]);
  const range = { inverterId: v9Inverter, moduleId: v9Module, min: 6, max: 23 };
  expect(stringLengths).toEqual([1, 2].map((mppTracker) => ({ ...range, mppTracker })));
});

test('checks the strings of the request', async () => {
  const { current } = await check(wired('1 south 14', '1 west 10'));
  expect(findingsOf(current)).toEqual([
    'R5 ERROR 27.96, 20 A',
    'R6 WARNING 26.68, 16 A',
    'R7 ERROR 2, 1 strings',
    'R8 ERROR 4, 0 modules',
    'R10 WARNING 90, 5 °',
  ]);
});

test('takes the temperatures of the request, otherwise of the company', async () => {
  const temperatures = async (over: Partial<CheckBody>) => {
    const { current, stringLengths } = await check({ ...v9, ...over });
    return [current.designTempMin, current.designTempMax, stringLengths[0]?.max];
  };
  expect(await temperatures({ designTempMin: -20 })).toEqual([-20, 70, 22]);
  expect(await temperatures({ designTempMin: null, designTempMax: 80 })).toEqual([-10, 80, 23]);
  await database.kysely
    .updateTable('company')
    .set({ designTempMin: -20 })
    .where('companyId', '=', company.id)
    .execute();
  expect(await temperatures({})).toEqual([-20, 70, 22]);
  await database.kysely
    .updateTable('company')
    .set({ designTempMin: null })
    .where('companyId', '=', company.id)
    .execute();
  const { error, details } = await api.call('checkStrings', {
    body: { ...v9, designTempMax: 0, designTempMin: 10 },
  });
  expect([error, details]).toMatchObject(['invalid_request', [{ path: '/designTempMin' }]]);
});

test('states the lengths for each tracker and module once, without a greatest one if it is unknown', async () => {
  const optimized = await newInverter({
    ...inverter10,
    optimizerRequired: true,
    minModulesPerString: 8,
    mppTrackers: [{ ...tracker, inputCount: 2 }],
  });
  const longer = await newModule({ ...module440, voc: 45 });
  const body: CheckBody = {
    modules: [roof, { ...roof, ref: 'b' }, { ...roof, ref: 'c', materialId: longer }],
    inverters: [{ materialId: v9Inverter }, { materialId: v9Inverter }, { materialId: optimized }],
  };
  const { stringLengths } = await check(body);
  expect(
    stringLengths.map(({ inverterId, mppTracker, moduleId, min, max }) => [
      inverterId === optimized ? 'optimized' : 'v9',
      mppTracker,
      moduleId === longer ? 'longer' : '440',
      min,
      max,
    ]),
  ).toEqual([
    ['v9', 1, '440', 6, 23],
    ['v9', 1, 'longer', 6, 20],
    ['v9', 2, '440', 6, 23],
    ['v9', 2, 'longer', 6, 20],
    ['optimized', 1, '440', 8, null],
    ['optimized', 1, 'longer', 8, null],
  ]);
});

test('rejects more lengths than a response can have', async () => {
  const trackers = Array(50).fill(tracker);
  const materialIds = await Promise.all(
    Array.from({ length: 8 }, () => newInverter({ ...inverter10, mppTrackers: trackers })),
  );
  const moduleIds = await Promise.all(Array.from({ length: 26 }, () => newModule()));
  const { status, details } = await api.call('checkStrings', {
    body: {
      modules: moduleIds.map((materialId, index) => ({ ...roof, ref: `m${index}`, materialId })),
      inverters: materialIds.map((materialId) => ({ materialId })),
    },
  });
  expect([status, details]).toMatchObject([400, [{ path: '/modules', code: 'maxItems' }]]);
});

test('plans archived products', async () => {
  const materialId = await newModule();
  await done('updatePvModule', { id: materialId }, { archived: true });
  const { proposal } = await check({ ...v9, modules: [{ ...roof, materialId }] });
  expect(stringsOf(proposal)).toEqual(['1.1.1: 12 roof', '1.2.1: 12 roof']);
});

describe('names the field', () => {
  test.each<[string, CheckBody, string, string]>([
    [
      'of an unknown module',
      { ...v9, modules: [{ ...roof, materialId: '987654321' }] },
      'unknown_reference',
      '/modules/0/materialId',
    ],
    [
      'of an inverter that is a module',
      { ...v9, inverters: [{ materialId: v9Module }] },
      'unknown_reference',
      '/inverters/0/materialId',
    ],
    [
      'of modules that a string names',
      wired('1 south 14', '2 east 10'),
      'dangling_ref',
      '/inverters/0/strings/1/moduleRef',
    ],
    ['of a tracker', wired('3 south 14'), 'invalid_request', '/inverters/0/strings/0/mppTracker'],
    ['of a ref', { ...v9, modules: [roof, roof] }, 'invalid_request', '/modules/1/ref'],
  ])('%s that does not exist or is repeated', async (_, body, code, path) => {
    const { status, error, details } = await api.call('checkStrings', { body });
    expect({ status, error, path: details?.[0]?.path }).toEqual({ status: 400, error: code, path });
  });
});

test('stores nothing, neither an event nor the response for an Idempotency-Key', async () => {
  const headers = { 'Idempotency-Key': 'check-1' };
  const answers = [
    await api.call('checkStrings', { body: v9, headers }),
    await api.call('checkStrings', { body: wired(), headers }),
  ];
  expect(answers.map(({ status, headers: sent }) => [status, sent.get('idempotent-replayed')])).toEqual([
    [200, null],
    [200, null],
  ]);
});
