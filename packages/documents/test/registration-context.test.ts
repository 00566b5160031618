import { describe, expect, test } from 'vitest';
import {
  type ContextPath,
  powerUnderMediumVoltageRules,
  type Registration,
  registrationContexts,
} from '../src/index.ts';
import { batteryLine, houseRegistration, inverterLine, moduleLine } from './registration-records.ts';

type Changes = Partial<Omit<Registration, 'offer'>> & { offer?: Partial<Registration['offer']> };

/** The example of the contract with changes. */
function registration({ offer, ...others }: Changes = {}): Registration {
  const house = houseRegistration();
  return { ...house, ...others, offer: { ...house.offer, ...offer } };
}

function valueIn(path: ContextPath, changes: Changes = {}) {
  const [context] = registrationContexts(registration(changes), {});
  return context?.[path].value;
}

function sourceIn(path: ContextPath, changes: Changes = {}) {
  const [context] = registrationContexts(registration(changes), {});
  return context?.[path].source;
}

const tenKw = { acPower: 10_000, acApparentPower: 10_000, phases: 3 } as const;
const { project } = houseRegistration();
const withoutExisting = { ...project, existingSystems: [] };
const existing = (apparentPowerKva: number | null) => ({
  ...project,
  existingSystems: [
    {
      type: 'PV' as const,
      powerKwp: 5,
      apparentPowerKva,
      commissionedOn: null,
      mastrNumber: null,
      eegKey: null,
      meterNumber: null,
    },
  ],
});

test('24 modules of 440 Wp on an inverter of 10 kVA have 10.56 kWp and a rated current of 14.4 A', () => {
  const offer = {
    modules: [moduleLine({ quantity: 14 }), moduleLine({ quantity: 10 })],
    inverters: [inverterLine('wr', tenKw)],
  };
  expect(valueIn('derived.modulePowerKwp', { offer })).toBe(10.56);
  expect(valueIn('derived.moduleCount', { offer })).toBe(24);
  expect(valueIn('derived.activePowerKw', { offer })).toBe(10);
  expect(valueIn('derived.apparentPowerKva', { offer })).toBe(10);
  expect(valueIn('derived.apparentPowerPerPhaseKva', { offer })).toBeCloseTo(3.333);
  expect(valueIn('unit.ratedCurrentA', { offer })).toBeCloseTo(14.43, 2);
});

test('a single-phase inverter has its current at 230 V, and no power per phase', () => {
  const offer = { inverters: [inverterLine('wr', { acPower: 4_600, acApparentPower: 4_600, phases: 1 })] };
  expect(valueIn('unit.ratedCurrentA', { offer })).toBe(20);
  expect(valueIn('derived.apparentPowerPerPhaseKva', { offer })).toBeNull();
  expect(sourceIn('derived.apparentPowerPerPhaseKva', { offer })).toBeNull();
});

test('without an apparent power there are neither its sum nor a current, and the product that lacks it is named', () => {
  const unknown = inverterLine('b', { ...tenKw, acApparentPower: null }, { materialId: '77' });
  const offer = { inverters: [inverterLine('a', tenKw), unknown] };
  const source = { resource: 'inverters', id: '77', path: '/acApparentPower' };
  expect(valueIn('derived.apparentPowerKva', { offer })).toBeNull();
  expect(sourceIn('derived.apparentPowerKva', { offer })).toEqual(source);
  expect(valueIn('unit.ratedCurrentA', { offer: { inverters: [unknown] } })).toBeNull();
  expect(sourceIn('unit.ratedCurrentA', { offer: { inverters: [unknown] } })).toEqual(source);
});

test('a form about one type of inverter has a sheet for each product with the same data', () => {
  const inverters = [
    inverterLine('a', tenKw),
    inverterLine('b', { acPower: 5_000 }),
    inverterLine('c', tenKw),
  ];
  const sheets = registrationContexts(registration({ offer: { inverters } }), { repeat: 'unit' });
  expect(sheets.map((sheet) => [sheet['unit.count'].value, sheet['unit.activePowerKw'].value])).toEqual([
    [2, 10],
    [1, 5],
  ]);
  expect(registrationContexts(registration({ offer: { inverters: [] } }), { repeat: 'unit' })).toHaveLength(
    1,
  );
  const [other] = registrationContexts(registration({ offer: { inverters } }), {});
  expect(other?.['unit.model'].value).toBeNull();
});

test('the type is the name of the product, not that of the line', () => {
  const inverters = [inverterLine('a', { model: 'STP 10.0' }, { name: 'Das Herzstück' })];
  expect(valueIn('unit.model', { offer: { inverters } })).toBe('STP 10.0');
});

describe('grid and plant protection', () => {
  const protection = (changes: Changes) => valueIn('derived.naProtection', changes);
  const integrated = (apparent: number) =>
    inverterLine('wr', { acApparentPower: apparent, integratedNaProtection: true });

  test.each([
    ['30 kVA in total', 30_000, withoutExisting, 'INTEGRATED'],
    ['more than 30 kVA', 30_001, withoutExisting, 'CENTRAL'],
    ['more than 30 kVA together with existing plants', 25_000, existing(5.5), 'CENTRAL'],
    ['existing plants of unknown power', 25_000, existing(null), null],
    ['more than 30 kVA, and existing plants of unknown power', 31_000, existing(null), 'CENTRAL'],
  ])('of %s', (_name, apparentPower, site, expected) => {
    const offer = { inverters: [integrated(apparentPower)], batteries: [] };
    expect(protection({ offer, project: site })).toBe(expected);
  });

  test('of 30 kVA together is integrated, whatever the powers of the units', () => {
    const offer = { inverters: [integrated(100), integrated(16_100)], batteries: [] };
    expect(protection({ offer, project: existing(13.8) })).toBe('INTEGRATED');
  });

  test('counts a battery with its own inverter, but no DC-coupled one and no alternative', () => {
    const withBattery = (coupling: 'AC' | 'DC' | null, active = true) =>
      protection({
        project: withoutExisting,
        offer: {
          inverters: [integrated(25_000)],
          batteries: [batteryLine({ apparentPower: 6_000, coupling }, { active, coupling })],
        },
      });
    expect(withBattery('AC')).toBe('CENTRAL');
    expect(withBattery('DC')).toBe('INTEGRATED');
    expect(withBattery(null)).toBeNull();
    expect(withBattery('AC', false)).toBe('INTEGRATED');
  });

  test('is central if an inverter has none, and unknown if that is not known', () => {
    const of = (integratedNaProtection: boolean | null) =>
      protection({
        project: withoutExisting,
        offer: { inverters: [inverterLine('wr', { ...tenKw, integratedNaProtection })], batteries: [] },
      });
    expect(of(false)).toBe('CENTRAL');
    expect(of(null)).toBeNull();
  });

  test('is entered where the first unknown value is that it depends on', () => {
    const sourceOf = (changes: Changes) => {
      const source = sourceIn('derived.naProtection', changes);
      return [source?.resource, source?.path];
    };
    const withBattery = (coupling: 'AC' | null) => ({
      project: withoutExisting,
      offer: {
        inverters: [integrated(5_000)],
        batteries: [batteryLine({ apparentPower: null, coupling }, { coupling })],
      },
    });
    const unknownInverter = inverterLine('wr', { ...tenKw, integratedNaProtection: null });
    const unknownPower = inverterLine('wr', { acApparentPower: null, integratedNaProtection: null });
    expect(sourceOf({ offer: { inverters: [unknownPower] }, project: existing(null) })).toEqual([
      'inverters',
      '/acApparentPower',
    ]);
    expect(sourceOf({ offer: { inverters: [integrated(5_000)] }, project: existing(null) })).toEqual([
      'projects',
      '/existingSystems/0/apparentPowerKva',
    ]);
    expect(sourceOf(withBattery(null))).toEqual(['batteries', '/coupling']);
    expect(sourceOf(withBattery('AC'))).toEqual(['batteries', '/apparentPower']);
    expect(sourceOf({ offer: { inverters: [unknownInverter] }, project: withoutExisting })).toEqual([
      'inverters',
      '/integratedNaProtection',
    ]);
  });
});

describe('the battery', () => {
  test('is the active one', () => {
    const batteries = [
      batteryLine({ model: 'Alternative' }, { active: false }),
      batteryLine({ model: 'Gewählt', usableCapacity: 5, moduleCapacity: null }, { quantity: 2 }),
    ];
    expect(valueIn('battery.model', { offer: { batteries } })).toBe('Gewählt');
    expect(valueIn('battery.usableCapacityKwh', { offer: { batteries } })).toBe(10);
    const none = { batteries: batteries.slice(0, 1) };
    expect(valueIn('derived.hasBattery', { offer: none })).toBe(false);
    expect(sourceIn('battery.model', { offer: none })).toMatchObject({
      resource: 'offers',
      path: '/batteries',
    });
  });

  test('has its inverter as converter if it is DC-coupled, otherwise a part of itself', () => {
    const inverters = [
      inverterLine('a', { ...tenKw, model: 'Hybrid' }),
      inverterLine('b', { model: 'Anderer' }),
    ];
    const converter = (coupling: 'AC' | 'DC' | null, inverterRef: string | null) => {
      const product = { model: 'Akku', apparentPower: 5_000, ratedAcCurrent: null, phases: 1 } as const;
      const offer = {
        inverters,
        batteries: [batteryLine({ ...product, coupling }, { coupling, inverterRef })],
      };
      const [context] = registrationContexts(registration({ offer }), {});
      return {
        model: context?.['battery.converterModel'].value,
        current: context?.['battery.ratedCurrentA'].value?.toString().slice(0, 4),
        source: context?.['battery.converterModel'].source?.path,
      };
    };
    expect(converter('DC', 'a')).toMatchObject({ model: 'Hybrid', current: '14.4' });
    expect(converter('AC', 'a')).toMatchObject({ model: 'Akku', current: '21.7' });
    expect(converter('DC', null)).toMatchObject({ model: null, source: '/batteries/0/inverterRef' });
    expect(converter(null, 'a')).toMatchObject({ model: null, source: '/coupling' });
  });

  test('of several with their own inverters has the sum of their powers and currents', () => {
    const product = { coupling: 'AC', phases: 1, maxDischargePower: 2_300, apparentPower: 2_300 } as const;
    const line = batteryLine({ ...product, ratedAcCurrent: null }, { coupling: 'AC', quantity: 2 });
    const offer = { batteries: [line] };
    expect(valueIn('battery.dischargePowerKw', { offer })).toBe(4.6);
    expect(valueIn('battery.apparentPowerKva', { offer })).toBe(4.6);
    expect(valueIn('battery.ratedCurrentA', { offer })).toBe(20);
    const unknown = batteryLine(
      { ...product, apparentPower: null, ratedAcCurrent: null },
      { coupling: 'AC' },
    );
    expect(valueIn('battery.apparentPowerKva', { offer: { batteries: [unknown] } })).toBeNull();
    expect(valueIn('battery.ratedCurrentA', { offer: { batteries: [unknown] } })).toBeNull();
  });

  test('charges with no more than its inverter can', () => {
    const power = (maxBatteryChargePower: number | null) =>
      valueIn('battery.chargePowerKw', {
        offer: {
          inverters: [inverterLine('a', { maxBatteryChargePower })],
          batteries: [
            batteryLine(
              { maxChargePower: 4_000, coupling: 'DC' },
              { coupling: 'DC', inverterRef: 'a', quantity: 2 },
            ),
          ],
        },
      });
    expect(power(6_000)).toBe(6);
    expect(power(null)).toBe(8);
  });
});

test('the rules of the medium voltage apply from 135 kW on, with existing plants and batteries with their own inverters', () => {
  const powerWith = (coupling: 'AC' | 'DC', apparentPowerKva: number | null) =>
    powerUnderMediumVoltageRules(
      {
        inverters: [inverterLine('wr', { acPower: 100_000 })],
        batteries: [batteryLine({ maxDischargePower: 5_000, coupling }, { coupling })],
      },
      existing(apparentPowerKva).existingSystems,
    );
  expect(powerWith('AC', 30)).toBe(135);
  expect(powerWith('AC', 29.9)).toBeNull();
  expect(powerWith('DC', 30)).toBeNull();
  expect(powerWith('AC', null)).toBeNull();
  const inverters = [90_600, 37_800].map((acPower) => inverterLine('wr', { acPower }));
  const { existingSystems } = existing(6.6);
  expect(powerUnderMediumVoltageRules({ inverters, batteries: [] }, existingSystems)).toBe(135);
});

test('a plant beside existing ones is an extension', () => {
  expect(valueIn('derived.registrationKind', { project: withoutExisting })).toBe('NEW');
  expect(valueIn('derived.registrationKind', { project: existing(5) })).toBe('EXTENSION');
  expect(valueIn('derived.existingApparentPowerKva', { project: existing(5) })).toBe(5);
  expect(valueIn('derived.existingApparentPowerKva', { project: existing(null) })).toBeNull();
});

test('the holder of the connection is the owner of the building if the customer is not', () => {
  const holder = (isOwner: boolean | null, ownerName: string | null) =>
    valueIn('derived.connectionHolderName', { project: { ...project, isOwner, ownerName } });
  expect(holder(false, 'Erika Schneider')).toBe('Erika Schneider');
  expect(holder(true, null)).toBe('Maria Schneider');
  expect(holder(false, null)).toBeNull();
  expect(holder(null, 'Erika Schneider')).toBe('Erika Schneider');
});

test('a customer who may be a tenant does not hold the connection', () => {
  const unknown = { project: { ...project, isOwner: null, ownerName: null } };
  expect(valueIn('derived.connectionHolderName', unknown)).toBeNull();
  expect(sourceIn('derived.connectionHolderName', unknown)).toMatchObject({
    resource: 'projects',
    path: '/isOwner',
  });
});

test('the name of a customer is entered where it comes from', () => {
  const { customer } = houseRegistration();
  const sourceOf = (path: ContextPath, companyName: string | null) =>
    sourceIn(path, { customer: { ...customer, companyName }, project: { ...project, isOwner: true } })?.path;
  for (const path of ['customer.displayName', 'derived.connectionHolderName'] as const) {
    expect(sourceOf(path, 'Bäckerei Schneider')).toBe('/companyName');
    expect(sourceOf(path, null)).toBe('/lastName');
  }
});

test('a telephone number is entered where it comes from', () => {
  const { customer } = houseRegistration();
  const sourceOf = (phone: string | null, mobile: string | null) =>
    sourceIn('customer.phone', { customer: { ...customer, phone, mobile } })?.path;
  expect(sourceOf('0351 1', '0171 1')).toBe('/phone');
  expect(sourceOf(null, '0171 1')).toBe('/mobile');
  expect(sourceOf(null, null)).toBe('/phone');
});

test('the number of a contractor is that with the grid operator of the form', () => {
  const { operator, contractor } = houseRegistration();
  const numberAt = (id: string) =>
    valueIn('contractor.registrationNumber', { operator: { ...operator, id } });
  expect(numberAt('402')).toBe('SWB-88');
  expect(numberAt('999')).toBe(contractor.registrationNumber);
  expect(valueIn('contractor.registrationNumber', { contractor: null })).toBeNull();
  const sourceAt = (id: string) =>
    sourceIn('contractor.registrationNumber', { operator: { ...operator, id } })?.path;
  const own = contractor.registrations.findIndex(({ networkCarrierId }) => networkCarrierId === '402');
  expect(sourceAt('402')).toBe(`/registrations/${own}/number`);
  expect(sourceAt('999')).toBe('/registrationNumber');
  expect(sourceIn('contractor.name', { contractor: null })).toBeNull();
});
