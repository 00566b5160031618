import type { Body } from '@pv-planning/contract';

/** Fields that the loader adds: the price at the firm's site. */
type Sold<Product> = Omit<Product, 'sellingPrices' | 'manufacturerId'> & {
  manufacturer: string;
  net: number;
};

type ProductOperation =
  | 'createPvModule'
  | 'createInverter'
  | 'createBattery'
  | 'createWallbox'
  | 'createSubconstruction'
  | 'createEquipment'
  | 'createEmergencyPower'
  | 'createMiscMaterial';

export type Product = { [O in ProductOperation]: readonly [O, Sold<Body<O>>] }[ProductOperation];

const trackers = (count: number, tracker: Body<'createInverter'>['mppTrackers'][number]) =>
  Array.from({ length: count }, () => tracker);

/** Products that the firms sell. No manufacturer has these names. */
export const products = {
  sk440: [
    'createPvModule',
    {
      name: 'Sonnkraft SK 440 Glas-Glas',
      manufacturer: 'Sonnkraft',
      net: 95,
      power: 440,
      voc: 39.38,
      vmpp: 32.99,
      isc: 13.98,
      impp: 13.34,
      tempCoefficientVoc: -0.25,
      tempCoefficientPmpp: -0.29,
      tempCoefficientIsc: 0.045,
      maxSystemVoltage: 1500,
      maxSeriesFuse: 25,
      length: 1762,
      width: 1134,
      warrantyYears: 25,
    },
  ],
  sk500: [
    'createPvModule',
    {
      name: 'Sonnkraft SK 500 Gewerbe',
      manufacturer: 'Sonnkraft',
      net: 88.5,
      power: 500,
      voc: 45.1,
      vmpp: 37.9,
      isc: 14.01,
      impp: 13.2,
      tempCoefficientVoc: -0.25,
      tempCoefficientPmpp: -0.29,
      tempCoefficientIsc: 0.045,
      maxSystemVoltage: 1500,
      maxSeriesFuse: 30,
      length: 1961,
      width: 1134,
    },
  ],
  hybrid10: [
    'createInverter',
    {
      name: 'Strombach Hybrid 10',
      manufacturer: 'Strombach',
      net: 1850,
      acPower: 10_000,
      acApparentPower: 10_000,
      phases: 3,
      maxDcPower: 15_000,
      maxDcVoltage: 1000,
      startVoltage: 180,
      hybrid: true,
      maxBatteryChargePower: 8000,
      maxBatteryDischargePower: 8000,
      integratedNaProtection: true,
      cosPhiMin: 0.8,
      cosPhiMax: 1,
      mppTrackers: trackers(2, {
        inputCount: 1,
        mppVoltageMin: 160,
        mppVoltageMax: 850,
        maxInputCurrent: 16,
        maxShortCircuitCurrent: 20,
      }),
    },
  ],
  single4: [
    'createInverter',
    {
      name: 'Strombach Mini 4.6',
      manufacturer: 'Strombach',
      net: 890,
      acPower: 4600,
      acApparentPower: 4600,
      phases: 1,
      maxDcPower: 7000,
      maxDcVoltage: 600,
      startVoltage: 100,
      integratedNaProtection: true,
      mppTrackers: trackers(2, {
        inputCount: 1,
        mppVoltageMin: 90,
        mppVoltageMax: 560,
        maxInputCurrent: 16,
        maxShortCircuitCurrent: 20,
      }),
    },
  ],
  string50: [
    'createInverter',
    {
      name: 'Strombach Gewerbe 50',
      manufacturer: 'Strombach',
      net: 3950,
      acPower: 50_000,
      acApparentPower: 50_000,
      phases: 3,
      maxDcPower: 75_000,
      maxDcVoltage: 1100,
      startVoltage: 200,
      integratedNaProtection: true,
      mppTrackers: trackers(4, {
        inputCount: 2,
        mppVoltageMin: 200,
        mppVoltageMax: 1000,
        maxInputCurrent: 40,
        maxShortCircuitCurrent: 50,
      }),
    },
  ],
  string100: [
    'createInverter',
    {
      name: 'Strombach Gewerbe 100',
      manufacturer: 'Strombach',
      net: 6900,
      acPower: 100_000,
      acApparentPower: 100_000,
      phases: 3,
      maxDcPower: 150_000,
      maxDcVoltage: 1100,
      startVoltage: 200,
      integratedNaProtection: false,
      mppTrackers: trackers(9, {
        inputCount: 2,
        mppVoltageMin: 200,
        mppVoltageMax: 1000,
        maxInputCurrent: 40,
        maxShortCircuitCurrent: 50,
      }),
    },
  ],
  optimizer10: [
    'createInverter',
    {
      name: 'Leistwerk Home 10 K',
      manufacturer: 'Leistwerk',
      net: 1990,
      acPower: 10_000,
      acApparentPower: 10_000,
      phases: 3,
      maxDcPower: 15_000,
      maxDcVoltage: 900,
      nominalDcVoltage: 750,
      optimizerRequired: true,
      minModulesPerString: 16,
      maxModulesPerString: 34,
      maxPowerPerString: 15_000,
      integratedNaProtection: true,
      mppTrackers: trackers(1, {
        inputCount: 2,
        mppVoltageMin: 720,
        mppVoltageMax: 780,
        maxInputCurrent: 16,
      }),
    },
  ],
  acBattery10: [
    'createBattery',
    {
      name: 'Speicherhof Nachrüst 10',
      manufacturer: 'Speicherhof',
      net: 6400,
      capacity: 10.8,
      usableCapacity: 10.2,
      maxChargePower: 5000,
      maxDischargePower: 5000,
      apparentPower: 5000,
      ratedAcCurrent: 7.2,
      coupling: 'AC',
      phases: 3,
      gridForming: false,
      integratedNaProtection: true,
    },
  ],
  dcBattery: [
    'createBattery',
    {
      name: 'Speicherhof Turm',
      manufacturer: 'Speicherhof',
      net: 5200,
      capacity: 10.24,
      usableCapacity: 10.24,
      maxChargePower: 5120,
      maxDischargePower: 5120,
      coupling: 'DC',
      modular: true,
      moduleCapacity: 2.56,
      minModules: 2,
      maxModules: 8,
      gridForming: true,
    },
  ],
  wallbox11: [
    'createWallbox',
    { name: 'Ladewerk Eins 11', manufacturer: 'Ladewerk', net: 780, chargingPower: 11_000, phases: 3 },
  ],
  backupBox: [
    'createEmergencyPower',
    {
      name: 'Strombach Ersatzstrombox',
      manufacturer: 'Strombach',
      net: 920,
      kind: 'BACKUP',
      automaticSwitchover: true,
      phases: 3,
      allPoleDisconnection: true,
    },
  ],
  hooks: [
    'createSubconstruction',
    {
      name: 'Dachhakensystem Ziegel',
      manufacturer: 'Haltwerk',
      net: 58,
      mountingType: 'ON_ROOF',
      priceBasis: 'PER_MODULE',
    },
  ],
  eastWest: [
    'createSubconstruction',
    {
      name: 'Aufständerung Ost-West 10°',
      manufacturer: 'Haltwerk',
      net: 41.5,
      mountingType: 'EAST_WEST',
      priceBasis: 'PER_MODULE',
    },
  ],
  trapezoid: [
    'createSubconstruction',
    {
      name: 'Kurzschiene Trapezblech',
      manufacturer: 'Haltwerk',
      net: 29.9,
      mountingType: 'ON_ROOF',
      priceBasis: 'PER_MODULE',
    },
  ],
  optimizer: [
    'createEquipment',
    {
      name: 'Leistwerk Optimierer P 500',
      manufacturer: 'Leistwerk',
      net: 49,
      kind: 'OPTIMIZER',
      forMaterialTypes: ['pv_module'],
      quantityRule: 'PER_MODULE',
    },
  ],
  meter: [
    'createEquipment',
    {
      name: 'Energiezähler',
      manufacturer: 'Strombach',
      net: 165,
      kind: 'ENERGY_METER',
      forMaterialTypes: ['inverter'],
      quantityRule: 'FIXED',
    },
  ],
  cable: [
    'createMiscMaterial',
    { name: 'Solarkabel 6 mm²', manufacturer: 'Haltwerk', net: 1.2, unit: 'METER' },
  ],
} as const satisfies Record<string, Product>;

export const services = {
  mounting: { name: 'Montage der Module', category: 'INSTALLATION', unit: 'MODULE', price: 60 },
  electrician: { name: 'Elektroinstallation', category: 'ELECTRICAL', price: 1450 },
  meterCabinet: { name: 'Zählerschrank erneuern', category: 'METER_CABINET', price: 1980 },
  scaffold: { name: 'Gerüst', category: 'SCAFFOLDING', unit: 'SQUARE_METER', price: 9.8 },
  registration: { name: 'Anmeldung beim Netzbetreiber', category: 'REGISTRATION', price: 240 },
  maintenance: { name: 'Wartung', category: 'MAINTENANCE', price: 189 },
  roofing: { name: 'Dach neu eindecken', unit: 'SQUARE_METER', price: 118, vatRate: 19 },
  heatPump: { name: 'Wärmepumpe liefern und anschließen', price: 21_500, vatRate: 19 },
} as const satisfies Record<string, Body<'createService'>>;
