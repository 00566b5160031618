import { describe, expect, test } from 'vitest';
import { inverter as inverterBody } from '../support/product-bodies.ts';
import { openTestApi } from '../support/test-api.ts';
import {
  type Direction,
  findingsOf,
  inverter10,
  isFailure,
  type ModuleBody,
  module440,
  newWiredProject,
  type OfferBody,
  roofNames,
  string,
  stringsOf,
  tracker,
  twoInputs,
} from '../support/wired-project.ts';

const { newOfferCompany, database } = await openTestApi();
const company = await newOfferCompany();
const house = await newWiredProject(company);
const { done, read } = company;
const { newModule, newInverter, newHouse, v9Inverter, field, v9, wired, offerOf, plan, apply } = house;

describe('the current wiring', () => {
  test('of 14 modules south and 10 west on separate trackers has voltages and no findings', async () => {
    const { current } = await plan(wired('1 south 14', '2 west 10'));
    expect(current).toMatchObject({
      designTempMin: -10,
      designTempMax: 70,
      systemPowerKwp: 10.56,
      unwired: [],
    });
    expect(findingsOf(current)).toEqual([]);
    const [wr] = current.inverters;
    expect(wr).toMatchObject({
      ref: 'wr',
      name: inverterBody.name,
      maxDcVoltage: 1000,
      sizingFactorPercent: 105.6,
    });
    expect(wr?.trackers).toEqual([
      {
        index: 1,
        limits: { name: null, maxInputCurrentPerInput: null, maxPower: null, ...tracker },
        strings: [
          {
            label: '1.1.1',
            moduleRef: 'south',
            roofId: house.roofOf('south'),
            moduleCount: 14,
            power: 6160,
            vocStc: 551.32,
            vocCold: 599.56,
            vmppStc: 461.86,
            vmppHot: 401.59,
            vmppCool: 475.25,
            impp: 13.34,
            isc: 13.98,
            imppBifacial: 13.34,
            iscHot: 13.98,
            bifacialGainPercent: 0,
            tempCoefficientIsc: 0,
          },
        ],
      },
      {
        index: 2,
        limits: { name: null, maxInputCurrentPerInput: null, maxPower: null, ...tracker },
        strings: [
          expect.objectContaining({ power: 4400, vocCold: 428.26, vmppHot: 286.85, vmppCool: 339.47 }),
        ],
      },
    ]);
  });

  test('with both strings on one tracker violates R5 to R8 and R10', async () => {
    const { current } = await plan(wired('1 south 14', '1 west 10'));
    expect(findingsOf(current)).toEqual([
      'R5 ERROR 27.96, 20 A',
      'R6 WARNING 26.68, 16 A',
      'R7 ERROR 2, 1 strings',
      'R8 ERROR 4, 0 modules',
      'R10 WARNING 90, 5 °',
    ]);
  });

  test('with 24 modules in one string violates R1', async () => {
    const modules = [field('south', 24)];
    const { current } = await plan({ ...wired('1 south 24'), modules });
    expect(findingsOf(current)).toEqual(['R1 ERROR 1027.82, 1000 V']);
  });

  test('with one unused module has a warning', async () => {
    const { current } = await plan(wired('1 south 14', '2 west 9'));
    expect(findingsOf(current)).toEqual(['R13 WARNING 9, 10 modules']);
    expect(current.unwired).toEqual([{ moduleRef: 'west', roofId: house.roofOf('west'), count: 1 }]);
  });

  test('reports strings without modules as an error', async () => {
    const strings = [{ mppTracker: 1, moduleRef: null, moduleCount: 9 }];
    const { current } = await plan({ ...v9, inverters: [{ ref: 'wr', materialId: v9Inverter, strings }] });
    expect(current.inverters[0]?.trackers[0]?.strings).toMatchObject([
      {
        label: '1.1.1',
        moduleRef: null,
        roofId: null,
        moduleCount: 9,
        power: null,
        vocCold: null,
        isc: null,
      },
    ]);
    expect(findingsOf(current)).toContain('R13 ERROR 9, 0 modules');
  });

  test('is not checked against missing limits of the products', async () => {
    const mppTrackers = [{ ...twoInputs, inputCount: 3, maxInputCurrent: 48, maxShortCircuitCurrent: null }];
    const materialId = await newInverter({ mppTrackers });
    const modules = [field('south', 21, await newModule({ ...module440, maxSeriesFuse: null }))];
    const strings = [string('1 south 7'), string('1 south 7'), string('1 south 7')];
    const { current, proposal } = await plan({ modules, inverters: [{ materialId, strings }] });
    expect(findingsOf(current)).toEqual([
      'R5 NOT_CHECKED',
      'R15 NOT_CHECKED',
      'R15 NOT_CHECKED',
      'R15 NOT_CHECKED',
      'R3 NOT_CHECKED',
      'R11 INFO 92.4, 100 %',
      'R12 NOT_CHECKED',
    ]);
    expect(stringsOf(proposal)).toEqual(['1.1.1: 21 south']);
  });

  test('treats lines of one product as two types if its data changed between them', async () => {
    const materialId = await newModule();
    const wr = { ref: 'wr', materialId: await newInverter({ ...inverter10, mppTrackers: [twoInputs] }) };
    const first = field('south', 10, materialId, 'a');
    const strings = [string('1 a 10'), string('1 b 10')];
    const afterChange = async (change: Partial<ModuleBody>) => {
      const { id } = await offerOf({ modules: [first], inverters: [wr] });
      await done('updatePvModule', { id: materialId }, change);
      const modules = [first, field('south', 10, materialId, 'b')];
      await done('updateOffer', { id }, { modules, inverters: [{ ...wr, strings }] });
      return findingsOf((await done('planOfferStrings', { id }, {})).current);
    };
    expect(await afterChange({ color: 'black' })).toEqual(['R11 INFO 88, 100 %']);
    expect(await afterChange({ voc: 41 })).toEqual(['R9 ERROR 2, 1 module types', 'R11 INFO 88, 100 %']);
  });
});

test('uses the temperatures of the project, or else of the company, and the current roofs', async () => {
  const company = await newOfferCompany();
  const { id } = await company.newOffer();
  const temperatures = async () => {
    const { designTempMin, designTempMax } = (await company.done('planOfferStrings', { id }, {})).current;
    return [designTempMin, designTempMax];
  };
  expect(await temperatures()).toEqual([-10, 70]);
  await database.kysely
    .updateTable('company')
    .set({ designTempMin: -15, designTempMax: 75 })
    .where('companyId', '=', company.id)
    .execute();
  expect(await temperatures()).toEqual([-15, 75]);
  await company.done('updateProject', { id: company.project.id }, { designTempMin: 0 });
  expect(await temperatures()).toEqual([0, 75]);

  const turned = await newHouse();
  const roofIdOf = (name: Direction) => ({ ...field(name, 10), roofId: turned.roofOf(name) });
  const offer = await offerOf({
    projectId: turned.project.id,
    modules: [roofIdOf('south'), roofIdOf('west')],
    inverters: [
      {
        materialId: await newInverter({ ...inverter10, mppTrackers: [twoInputs] }),
        strings: [string('1 south 10'), string('1 west 10')],
      },
    ],
  });
  const failures = async () =>
    (await done('planOfferStrings', { id: offer.id }, {})).current.findings.filter(isFailure);
  expect(await failures()).toMatchObject([{ rule: 'R10' }]);
  await done('updateRoof', { id: turned.project.id, roofId: turned.roofOf('west') }, { azimuth: 184 });
  expect(await failures()).toEqual([]);
});

describe('a proposal', () => {
  test('for the house has a string for each roof on a separate tracker', async () => {
    const { proposal, reasons, applied } = await plan(v9);
    expect(stringsOf(proposal)).toEqual(['1.1.1: 14 south', '1.2.1: 10 west']);
    expect(proposal).toMatchObject({ systemPowerKwp: 10.56, unwired: [], findings: [] });
    expect({ reasons, applied }).toEqual({ reasons: [], applied: false });
  });

  test('for an inverter with power optimizers mixes roofs and lengths on a tracker', async () => {
    const optimizers = {
      optimizerRequired: true,
      maxModulesPerString: 20,
      mppTrackers: [{ ...tracker, inputCount: 2 }],
    };
    const materialId = await newInverter({ ...inverter10, ...optimizers });
    const { proposal } = await plan({ ...v9, inverters: [{ materialId }] });
    expect(stringsOf(proposal)).toEqual(['1.1.1: 14 south', '1.1.2: 10 west']);
    const onePhase = await newInverter({ ...inverter10, ...optimizers, phases: 1 });
    const { proposal: withWarning } = await plan({ ...v9, inverters: [{ ref: 'wr', materialId: onePhase }] });
    expect(stringsOf(withWarning)).toEqual(stringsOf(proposal));
    expect(withWarning && findingsOf(withWarning)).toEqual(['R16 WARNING 10000, 4600 VA']);
  });

  test.each<[string, OfferBody, string[]]>([
    ['nothing', { modules: [], inverters: [] }, ['no_modules', 'no_inverter']],
    ['too few modules for a string', { ...v9, modules: [field('south', 5)] }, ['roof_too_small']],
  ])('does not exist for %s, and reasons say why', async (_, body, codes) => {
    const { proposal, reasons } = await plan(body);
    expect([proposal, reasons.map(({ code }) => code)]).toEqual([null, codes]);
    const offer = await offerOf(body);
    expect(await apply(offer)).toMatchObject({ proposal: null, applied: false });
    expect(await read(offer.id)).toEqual(offer);
  });

  test.each<[string, OfferBody, number, string[]]>([
    [
      'more modules than the inverter takes',
      { ...v9, modules: [field('south', 50)] },
      16,
      ['sizing_out_of_range', 'too_many_modules'],
    ],
    [
      'three roofs on two trackers',
      { ...v9, modules: [field('south', 8), field('west', 8), field('north', 8)] },
      8,
      ['too_few_trackers'],
    ],
  ])('wires as many modules as possible of %s, and reasons say why', async (_, body, count, codes) => {
    const { proposal, reasons, complete, gap } = await plan(body);
    expect(proposal?.unwired).toMatchObject([{ count }]);
    expect(proposal?.findings).toContainEqual(expect.objectContaining({ rule: 'R13', severity: 'WARNING' }));
    expect(reasons.map(({ code }) => code)).toEqual(codes);
    expect({ complete, gap }).toEqual({ complete: true, gap: null });
    const offer = await offerOf(body);
    expect(await apply(offer)).toMatchObject({ applied: true });
    expect((await done('planOfferStrings', { id: offer.id }, {})).current).toEqual(
      expect.objectContaining({ unwired: [expect.objectContaining({ count })] }),
    );
  });

  test('has no more strings on an inverter than an offer stores, and reasons say why', async () => {
    const mppTrackers = Array.from({ length: 3 }, () => ({
      ...tracker,
      inputCount: 100,
      mppVoltageMax: 400,
      maxInputCurrent: 9_000,
      maxShortCircuitCurrent: 9_000,
    }));
    const large = { acPower: 999_000, acApparentPower: null, maxDcPower: null, mppTrackers };
    const materialId = await newInverter(large);
    const fused = await newModule({ ...module440, maxSeriesFuse: 9_000 });
    const modules = roofNames.slice(0, 3).map((name) => field(name, 70 * 14, fused));
    const offer = await offerOf({ modules, inverters: [{ materialId }] });
    const { applied, reasons } = await apply(offer);
    expect(applied).toBe(true);
    expect(reasons).toContainEqual({
      code: 'too_many_modules',
      message: expect.stringMatching(
        /^Inverter .+ is planned with 66 inputs on each tracker, because an offer stores at most 200 strings of an inverter\.$/,
      ),
    });
    const { inverters } = await done('getOffer', { id: offer.id });
    expect(inverters[0]?.strings.length).toBeGreaterThan(0);
    expect(inverters[0]?.strings.length).toBeLessThanOrEqual(200);
  });
});
