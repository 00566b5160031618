import type { Body, Offer, StringPlan, StringPlanFinding } from '@pv-planning/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planInThread } from '../../src/offers/plan-strings/plan-in-thread.ts';
import { expectRefusal, openWorkshops } from '../support/offer-workshop.ts';
import { inverter as inverterBody, pvModule } from '../support/product-bodies.ts';
import { waitingForLocks } from '../support/waiting-for-locks.ts';

const { newWorkshop, database } = await openWorkshops();
const { api, done, read, raisedBy, shelf, siteId, customerId } = await newWorkshop();

type OfferBody = Partial<Body<'createOffer'>>;
type ModuleBody = Body<'createPvModule'>;
type InverterBody = Body<'createInverter'>;

/** The German house of the design's vector V9. */
const module440: Partial<ModuleBody> = {
  voc: 39.38,
  vmpp: 32.99,
  isc: 13.98,
  impp: 13.34,
  maxSeriesFuse: 25,
};
const tracker = {
  inputCount: 1,
  mppVoltageMin: 160,
  mppVoltageMax: 850,
  maxInputCurrent: 16,
  maxShortCircuitCurrent: 20,
};
const inverter10: Partial<InverterBody> = {
  acApparentPower: 10_000,
  maxDcPower: 15_000,
  startVoltage: 180,
  mppTrackers: [tracker, tracker],
};
const twoInputs = { ...tracker, inputCount: 2, maxInputCurrent: 32, maxShortCircuitCurrent: 40 };

const { manufacturerId } = await done('getPvModule', { id: shelf.module });
const sold = { manufacturerId: manufacturerId ?? '', sellingPrices: [{ siteId, net: 100 }] };

async function newModule(over: Partial<ModuleBody> = module440): Promise<string> {
  return (await done('createPvModule', {}, { ...pvModule, ...sold, ...over })).id;
}

async function newInverter(over: Partial<InverterBody> = inverter10): Promise<string> {
  return (await done('createInverter', {}, { ...inverterBody, ...sold, ...over })).id;
}

const directions = { south: 180, west: 270, north: 0, flat: null } as const;
type Direction = keyof typeof directions;
const roofNames = Object.keys(directions) as Direction[];

const houseRoofs = roofNames.map((name) => {
  const azimuth = directions[name];
  return { name, roofType: azimuth === null ? 'FLAT' : 'GABLE', azimuth, tilt: 30 } as const;
});

async function newHouse(over: Partial<Body<'createProject'>> = {}) {
  const project = await done('createProject', {}, { customerId, roofs: houseRoofs, ...over });
  const roofIds = new Map(project.roofs.map(({ name, id }) => [name as Direction, id]));
  return { project, roofOf: (name: Direction) => roofIds.get(name) ?? '' };
}

const house = await newHouse();
const [v9Module, v9Inverter] = [await newModule(), await newInverter()];

function field(direction: Direction, quantity: number, materialId = v9Module, ref: string = direction) {
  return { ref, materialId, roofId: house.roofOf(direction), quantity };
}

/** `2 west 10` is a string of 10 modules of the line `west` on tracker 2. */
function string(text: string) {
  const [mppTracker = '', moduleRef = '', moduleCount = ''] = text.split(' ');
  return { mppTracker: Number(mppTracker), moduleRef, moduleCount: Number(moduleCount) };
}

const v9: OfferBody = {
  modules: [field('south', 14), field('west', 10)],
  inverters: [{ ref: 'wr', materialId: v9Inverter }],
};

function wired(...strings: string[]): OfferBody {
  return { ...v9, inverters: [{ ref: 'wr', materialId: v9Inverter, strings: strings.map(string) }] };
}

const offerOf = (body: OfferBody) =>
  done('createOffer', {}, { projectId: house.project.id, includeAutoAdded: false, ...body });

async function plan(body: OfferBody) {
  const { id } = await offerOf(body);
  return done('planOfferStrings', { id }, {});
}

async function apply({ id }: Pick<Offer, 'id'>) {
  return done('planOfferStrings', { id }, { apply: true });
}

/** `1.2.1: 10 west`, string by string. */
function stringsOf(proposal: StringPlan | null): string[] | undefined {
  return proposal?.inverters.flatMap(({ trackers }) =>
    trackers.flatMap(({ strings }) =>
      strings.map(({ label, moduleCount, moduleRef }) => `${label}: ${moduleCount} ${moduleRef}`),
    ),
  );
}

/** `R1 ERROR 1027.82 > 1000 V`, finding by finding. */
function findingsOf({ findings }: StringPlan): string[] {
  return findings.map(({ rule, severity, result, value, limit, unit }) =>
    result === 'NOT_CHECKED' ? `${rule} ${result}` : `${rule} ${severity} ${value}, ${limit} ${unit}`,
  );
}

const isFailure = ({ result }: StringPlanFinding) => result === 'FAILED';

describe('the wiring as it stands', () => {
  test('of 14 modules south and 10 west on trackers of their own has its voltages and no findings', async () => {
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

  test('of both strings on one tracker breaks R5 to R8 and R10', async () => {
    const { current } = await plan(wired('1 south 14', '1 west 10'));
    expect(findingsOf(current)).toEqual([
      'R5 ERROR 27.96, 20 A',
      'R6 WARNING 26.68, 16 A',
      'R7 ERROR 2, 1 strings',
      'R8 ERROR 4, 0 modules',
      'R10 WARNING 90, 5 °',
    ]);
  });

  test('of 24 modules in one string breaks R1', async () => {
    const modules = [field('south', 24)];
    const { current } = await plan({ ...wired('1 south 24'), modules });
    expect(findingsOf(current)).toEqual(['R1 ERROR 1027.82, 1000 V']);
  });

  test('of all modules but one warns of it', async () => {
    const { current } = await plan(wired('1 south 14', '2 west 9'));
    expect(findingsOf(current)).toEqual(['R13 WARNING 9, 10 modules']);
    expect(current.unwired).toEqual([{ moduleRef: 'west', roofId: house.roofOf('west'), count: 1 }]);
  });

  test('shows strings without modules, which are an error', async () => {
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

  test('is not checked against limits that the products do not state', async () => {
    const materialId = await newInverter({ mppTrackers: [{ ...twoInputs, maxShortCircuitCurrent: null }] });
    const modules = [field('south', 22, await newModule({ ...module440, maxSeriesFuse: null }))];
    const strings = [string('1 south 11'), string('1 south 11')];
    const { current, proposal } = await plan({ modules, inverters: [{ materialId, strings }] });
    expect(findingsOf(current)).toEqual([
      'R5 NOT_CHECKED',
      'R15 NOT_CHECKED',
      'R15 NOT_CHECKED',
      'R3 NOT_CHECKED',
      'R11 INFO 96.8, 100 %',
      'R12 NOT_CHECKED',
    ]);
    expect(stringsOf(proposal)).toEqual(['1.1.1: 22 south']);
  });

  test('counts lines of one product as two types if its data changed between them', async () => {
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

test('the temperatures of the project count, then those of the company, and its roofs as they are now', async () => {
  const workshop = await newWorkshop();
  const { id } = await workshop.newOffer();
  const temperatures = async () => {
    const { designTempMin, designTempMax } = (await workshop.done('planOfferStrings', { id }, {})).current;
    return [designTempMin, designTempMax];
  };
  expect(await temperatures()).toEqual([-10, 70]);
  await database.kysely
    .updateTable('company')
    .set({ designTempMin: -15, designTempMax: 75 })
    .where('companyId', '=', workshop.id)
    .execute();
  expect(await temperatures()).toEqual([-15, 75]);
  await workshop.done('updateProject', { id: workshop.project.id }, { designTempMin: 0 });
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

describe('the proposal', () => {
  test('for the house has a string of each roof on a tracker of its own', async () => {
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
    const { reasons } = await plan({ ...v9, inverters: [{ ref: 'wr', materialId: onePhase }] });
    expect(reasons).toEqual([
      {
        code: 'sizing_out_of_range',
        message: 'Inverter wr: Apparent power 10000 VA on one phase exceeds 4600 VA.',
      },
    ]);
  });

  test.each<[string, OfferBody, string[]]>([
    ['nothing', { modules: [], inverters: [] }, ['no_modules', 'no_inverter']],
    ['too few modules for a string', { ...v9, modules: [field('south', 5)] }, ['roof_too_small']],
    ['more modules than the trackers hold', { ...v9, modules: [field('south', 50)] }, ['too_many_modules']],
    ['too much power', { ...v9, modules: [field('south', 30)] }, ['sizing_out_of_range']],
    [
      'three roofs on two trackers',
      { ...v9, modules: [field('south', 8), field('west', 8), field('north', 8)] },
      ['too_few_trackers'],
    ],
  ])('does not exist for %s, and reasons say why', async (_, body, codes) => {
    const { proposal, reasons } = await plan(body);
    expect([proposal, reasons.map(({ code }) => code)]).toEqual([null, codes]);
    const offer = await offerOf(body);
    expect(await apply(offer)).toMatchObject({ proposal: null, applied: false });
    expect(await read(offer.id)).toEqual(offer);
  });

  test('with more strings on an inverter than an offer can store is no proposal', async () => {
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
    expect(await plan({ modules, inverters: [{ materialId }] })).toMatchObject({
      proposal: null,
      reasons: [{ code: 'search_limit_reached', message: expect.stringContaining('more than 200 strings') }],
    });
  });
});

describe('apply', () => {
  test('stores the proposal once: a second time changes and raises nothing', async () => {
    const { id } = await offerOf(wired('1 south 7', '2 west 10'));
    const events = await raisedBy(async () => {
      const { proposal, current, applied } = await apply({ id });
      expect(stringsOf(proposal)).toEqual(['1.1.1: 14 south', '1.2.1: 10 west']);
      expect(stringsOf(current)).toEqual(['1.1.1: 7 south', '1.2.1: 10 west']);
      expect(applied).toBe(true);
    });
    const stored = await read(id);
    expect(stored.inverters[0]?.strings).toEqual([
      { label: '1.1.1', mppTracker: 1, moduleRef: 'south', moduleCount: 14 },
      { label: '1.2.1', mppTracker: 2, moduleRef: 'west', moduleCount: 10 },
    ]);
    expect(events.map(({ type }) => type)).toEqual(['offer.updated']);
    expect(events).toMatchObject([{ createdAt: stored.updatedAt, data: { id } }]);

    const again = await raisedBy(async () => {
      const { proposal, current, applied } = await apply({ id });
      expect(current).toEqual(proposal);
      expect(applied).toBe(true);
    });
    expect(again).toEqual([]);
    expect(await read(id)).toEqual(stored);
  });

  test('plans again when the plant changes before the proposal is stored', async () => {
    const { id, modules } = await offerOf({ ...v9, modules: [field('south', 14)] });
    const { sent } = await database.kysely.transaction().execute(async (transaction) => {
      await transaction.selectFrom('offer').select('id').where('id', '=', id).forUpdate().execute();
      const sent = apply({ id });
      await expect.poll(() => waitingForLocks(database.kysely)).toBe(1);
      const line = transaction.updateTable('offerLine').set({ quantity: 12 });
      await line.where('id', '=', modules[0]?.id ?? '').execute();
      return { sent };
    });
    expect(stringsOf((await sent).proposal)).toEqual(['1.1.1: 12 south']);
    expect((await read(id)).inverters[0]?.strings).toMatchObject([{ moduleCount: 12 }]);
  });

  test('empties an inverter of strings that the proposal does not have', async () => {
    const materialId = await newInverter({ ...inverter10, mppTrackers: [twoInputs, twoInputs] });
    const strings = [string('1 south 8'), string('2 south 8')];
    const { id } = await offerOf({ modules: [field('south', 16)], inverters: [{ materialId, strings }] });
    await apply({ id });
    expect((await read(id)).inverters[0]?.strings).toMatchObject([{ label: '1.1.1', moduleCount: 16 }]);
  });

  test('needs a draft; what is closed is only checked', async () => {
    const { id } = await offerOf({
      ...wired('1 south 14'),
      additionalCosts: [{ name: 'Gerüst', price: 900 }],
    });
    const published = await done('publishOffer', { id });
    await expectRefusal(
      api.call('planOfferStrings', { params: { id }, body: { apply: true } }),
      'offer_not_draft',
    );
    const events = await raisedBy(async () => {
      const { proposal, applied } = await done('planOfferStrings', { id }, { apply: false });
      expect(stringsOf(proposal)).toEqual(['1.1.1: 14 south', '1.2.1: 10 west']);
      expect(applied).toBe(false);
    });
    expect(events).toEqual([]);
    expect(await read(id)).toEqual(published);
  });

  test('is refused whole where a material that follows the strings becomes too much', async () => {
    const cable = {
      name: 'Kabel',
      autoAdd: true,
      quantityRule: 'PER_STRING',
      defaultQuantity: 600_000,
    } as const;
    const { id: cableId } = await done('createMiscMaterial', {}, cable);
    const offer = await offerOf({ ...v9, includeAutoAdded: true });
    await done('updateMiscMaterial', { id: cableId }, { archived: true });
    const { error, text } = await api.call('planOfferStrings', {
      params: { id: offer.id },
      body: { apply: true },
    });
    expect({ error, text }).toEqual({ error: 'amount_too_large', text: expect.stringContaining('misc-1') });
    expect(await read(offer.id)).toEqual(offer);
  });

  test('finds no offer of another company', async () => {
    const { id } = await offerOf(v9);
    const other = await newWorkshop();
    for (const body of [{}, { apply: true }])
      await expectRefusal(other.api.call('planOfferStrings', { params: { id }, body }), 'not_found');
  });
});

test('a proposal that is applied is read back as a wiring in which nothing fails', async () => {
  const modules = [v9Module, await newModule({ ...module440, power: 400, impp: 12.1 })];
  const inverters = [
    v9Inverter,
    await newInverter({
      ...inverter10,
      acPower: 15_000,
      maxDcPower: null,
      mppTrackers: [twoInputs, tracker],
    }),
    await newInverter({
      acPower: 8_000,
      optimizerRequired: true,
      maxModulesPerString: 15,
      mppTrackers: [{ ...tracker, inputCount: 3 }],
    }),
  ];
  const line = fc.record({
    materialId: fc.constantFrom(...modules, v9Module),
    direction: fc.constantFrom(...roofNames),
    quantity: fc.integer({ min: 4, max: 34 }),
  });
  const offers = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
    materialIds: fc.array(fc.constantFrom(...inverters), { minLength: 1, maxLength: 3 }),
  });
  let proposals = 0;
  const property = fc.asyncProperty(offers, async ({ lines, materialIds }) => {
    const offer = await offerOf({
      modules: lines.map(({ materialId, direction, quantity }, index) =>
        field(direction, quantity, materialId, `m${index}`),
      ),
      inverters: materialIds.map((materialId) => ({ materialId })),
    });
    const { proposal, reasons, applied } = await apply(offer);
    expect(applied).toBe(proposal !== null);
    if (!proposal) {
      expect(reasons.length).toBeGreaterThan(0);
      return;
    }
    proposals += 1;
    const { current } = await done('planOfferStrings', { id: offer.id }, {});
    expect(current).toEqual(proposal);
    expect(current.findings.filter(isFailure)).toEqual([]);
    expect(current.unwired).toEqual([]);
  });
  await fc.assert(property, { numRuns: process.env.SOAK === '1' ? 2_000 : 40 });
  expect(proposals).toBeGreaterThan(0);
});

test('a plant that is among the longest to plan leaves the service free to answer others', async () => {
  const alike = { ...tracker, inputCount: 12, maxInputCurrent: 200, maxShortCircuitCurrent: 300 };
  const large = { acPower: 100_000, acApparentPower: null, maxDcPower: null, mppTrackers: [alike, alike] };
  const materialId = await newInverter(large);
  const fused = await newModule({ ...module440, maxSeriesFuse: 9_000 });
  const { id } = await offerOf({
    modules: Array.from({ length: 10 }, (_, index) => field('south', 100 + index, fused, `m${index}`)),
    inverters: Array.from({ length: 10 }, () => ({ materialId })),
  });
  let isPlanned = false;
  const planned = done('planOfferStrings', { id }, {}).finally(() => {
    isPlanned = true;
  });
  // Beside a service that plans in between, a few are answered before the plan begins, and none until it is made.
  for (let answered = 0; answered < 20; answered += 1) await done('getCompany', {});
  // Nor does it hold locks meanwhile.
  await done('updateProject', { id: house.project.id }, { name: 'Haus' });
  expect(isPlanned).toBe(false);
  const { reasons } = await planned;
  expect(reasons.map(({ code }) => code)).toEqual(['search_limit_reached']);
});

test('plans that wait for each other are not mixed up', async () => {
  const quantities = [7, 8, 9, 10, 11, 12];
  const offers = await Promise.all(
    quantities.map((quantity) => offerOf({ ...v9, modules: [field('south', quantity)] })),
  );
  const plans = await Promise.all(offers.map(({ id }) => done('planOfferStrings', { id }, {})));
  expect(plans.map(({ proposal }) => stringsOf(proposal))).toEqual(
    quantities.map((quantity) => [`1.1.1: ${quantity} south`]),
  );
});

test('a plant that the planner refuses fails alone', async () => {
  const refused = {
    plant: { modules: [], inverters: [], designTempMin: Number.NaN, designTempMax: 70 },
    strings: [],
  };
  const sound = { ...refused, plant: { ...refused.plant, designTempMin: -10 } };
  const answers = await Promise.allSettled([planInThread(refused), planInThread(sound)]);
  expect(answers).toMatchObject([
    { status: 'rejected', reason: { message: 'designTempMin must be a number, not NaN.' } },
    { status: 'fulfilled', value: { reasons: [{ code: 'no_modules' }, { code: 'no_inverter' }] } },
  ]);
});
