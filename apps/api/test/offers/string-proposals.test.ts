import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openTestApi } from '../support/test-api.ts';
import {
  findingsOf,
  inverter10,
  module440,
  newWiredProject,
  type OfferBody,
  stringsOf,
  tracker,
  twoInputs,
} from '../support/wired-project.ts';

const { newOfferCompany, database } = await openTestApi();
const company = await newOfferCompany();
const house = await newWiredProject(company);
const { done } = company;
const { newModule, newInverter, project, field, v9, wired, offerOf, plan } = house;

/** The proposed strings and the warnings of the proposal. */
async function proposed(body: OfferBody) {
  const { proposal, reasons, complete } = await plan(body);
  expect({ reasons, complete }).toEqual({ reasons: [], complete: true });
  if (!proposal) throw new Error('There is no proposal.');
  return [stringsOf(proposal), findingsOf(proposal).filter((finding) => finding.includes('WARNING'))];
}

describe('a fitter expects', () => {
  test('24 modules of one roof as 12 + 12 on two trackers', async () => {
    expect(await proposed({ ...v9, modules: [field('south', 24)] })).toEqual([
      ['1.1.1: 12 south', '1.2.1: 12 south'],
      [],
    ]);
  });

  test('one roof for each of two inverters with 8 kW, for 20 modules south and 22 west', async () => {
    const materialId = await newInverter({ ...inverter10, acPower: 8000, acApparentPower: 8000 });
    const modules = [field('south', 20), field('west', 22)];
    expect(await proposed({ modules, inverters: [{ materialId }, { materialId }] })).toEqual([
      ['1.1.1: 20 south', '2.1.1: 22 west'],
      [],
    ]);
  });

  test('28 modules with power optimizers as 14 + 14 where strings have 8 to 25 modules', async () => {
    const optimizers = { optimizerRequired: true, minModulesPerString: 8, maxModulesPerString: 25 };
    const materialId = await newInverter({ ...inverter10, ...optimizers, mppTrackers: [twoInputs] });
    expect(await proposed({ modules: [field('south', 28)], inverters: [{ materialId }] })).toEqual([
      ['1.1.1: 14 south', '1.1.2: 14 south'],
      [],
    ]);
  });

  test('a warning, and not a refusal, for 13.34 A on a tracker for 12.5 A', async () => {
    const mppTrackers = [
      { ...tracker, inputCount: 2, maxInputCurrent: 25, maxShortCircuitCurrent: 32 },
      { ...tracker, maxInputCurrent: 12.5 },
    ];
    const materialId = await newInverter({ ...inverter10, mppTrackers });
    expect(await proposed({ ...v9, inverters: [{ materialId }] })).toEqual([
      ['1.1.1: 14 south', '1.2.1: 10 west'],
      ['R6 WARNING 13.34, 12.5 A'],
    ]);
  });

  test('string fuses for 108 modules of 300 W on two trackers', async () => {
    const module300 = { power: 300, vmpp: 32.6, impp: 9.2, voc: 39.9, isc: 9.7, maxSeriesFuse: 15 };
    const materialId = await newModule({ ...module300, tempCoefficientVmpp: null });
    const limits = { inputCount: 3, mppVoltageMin: 390, mppVoltageMax: 800 };
    const inputs = { ...limits, maxInputCurrent: 33, maxShortCircuitCurrent: 43 };
    const inverterId = await newInverter({
      ...inverter10,
      acPower: 25_000,
      acApparentPower: 25_000,
      maxDcPower: null,
      mppTrackers: [inputs, inputs],
    });
    expect(
      await proposed({ modules: [field('south', 108, materialId)], inverters: [{ materialId: inverterId }] }),
    ).toEqual([
      ['1.1.1: 22 south', '1.1.2: 22 south', '1.1.3: 22 south', '1.2.1: 21 south', '1.2.2: 21 south'],
      Array(3).fill('R15 WARNING 26.19, 15 A'),
    ]);
  });

  test('a warning for a sizing factor of 141 %', async () => {
    const materialId = await newInverter({ ...inverter10, maxDcPower: null });
    expect(
      await proposed({ modules: [field('south', 16), field('west', 16)], inverters: [{ materialId }] }),
    ).toEqual([['1.1.1: 16 south', '1.2.1: 16 west'], ['R11 WARNING 140.8, 130 %']]);
  });
});

test('wires 1,000 modules to 20 inverters, and states how much better a wiring could be', async () => {
  const mppTrackers = [twoInputs, twoInputs, twoInputs];
  const materialId = await newInverter({
    ...inverter10,
    acPower: 20_000,
    acApparentPower: 20_000,
    maxDcPower: null,
    mppTrackers,
  });
  const modules = Array.from({ length: 10 }, (_, index) =>
    field(index % 2 === 0 ? 'south' : 'west', 100, undefined, `m${index}`),
  );
  const { proposal, complete, gap } = await plan({
    modules,
    inverters: Array.from({ length: 20 }, () => ({ materialId })),
  });
  expect(proposal?.unwired).toEqual([]);
  expect(complete).toBe(false);
  expect(gap?.bound).toBeLessThan(gap?.proposal ?? 0);
});

test('checks the currents with bifacial gain and temperature, for the tracker and the whole inverter', async () => {
  const currents = { maxInputCurrentTotal: 28, maxShortCircuitCurrentTotal: 30 };
  const inverterId = await newInverter({ ...inverter10, ...currents });
  const materialId = await newModule({ ...module440, bifacialGainPercent: 10, tempCoefficientIsc: 0.05 });
  const { inverters = [] } = wired('1 south 14', '2 west 10');
  const modules = [field('south', 14, materialId), field('west', 10, materialId)];
  const { current } = await plan({
    modules,
    inverters: inverters.map((line) => ({ ...line, materialId: inverterId })),
  });
  expect(current.inverters[0]?.trackers[0]?.strings).toMatchObject([
    { imppBifacial: 14.67, iscHot: 15.72, bifacialGainPercent: 10, tempCoefficientIsc: 0.05 },
  ]);
  expect(findingsOf(current)).toEqual(['R5 ERROR 31.45, 30 A', 'R6 WARNING 29.35, 28 A']);
});

test('rejects a label that another string of the offer has', async () => {
  const repeated = [
    { mppTracker: 1, moduleRef: 'south', moduleCount: 14, label: 'A' },
    { mppTracker: 2, moduleRef: 'west', moduleCount: 10, label: 'A' },
  ];
  const bodyOf = (strings: typeof repeated): OfferBody => ({
    ...v9,
    inverters: (v9.inverters ?? []).map((line) => ({ ...line, strings })),
  });
  const { details } = await company.api.call('createOffer', {
    body: { projectId: project.id, ...bodyOf(repeated) },
  });
  expect(details).toEqual(
    [0, 1].map((index) => ({
      in: 'body',
      path: `/inverters/0/strings/${index}/label`,
      code: 'unique',
      message: 'must be unique in the offer',
    })),
  );
  const own = repeated.map((string, index) => ({ ...string, label: `A${index}` }));
  expect((await offerOf(bodyOf(own))).inverters[0]?.strings).toMatchObject([
    { label: 'A0' },
    { label: 'A1' },
  ]);
});

test('plans lines whose products were copied before the contract had all fields', async () => {
  const { id } = await offerOf(v9);
  const rows = await database.kysely
    .selectFrom('offerLine')
    .select(['id', 'product'])
    .where('offerId', '=', id)
    .execute();
  for (const { id: lineId, product } of rows) {
    const {
      bifacialGainPercent: _1,
      minModulesPerString: _2,
      maxPowerPerString: _3,
      maxInputCurrentTotal: _4,
      ...old
    } = product as Record<string, unknown>;
    await database.kysely
      .updateTable('offerLine')
      .set({ product: sql`${JSON.stringify(old)}` })
      .where('id', '=', lineId)
      .execute();
  }
  const { proposal } = await done('planOfferStrings', { id }, {});
  expect(stringsOf(proposal)).toEqual(['1.1.1: 14 south', '1.2.1: 10 west']);
  const { modules, inverters } = await done('getOffer', { id });
  expect(modules[0]?.product.bifacialGainPercent).toBeNull();
  expect(inverters[0]?.product.maxInputCurrentTotal).toBeNull();
});
