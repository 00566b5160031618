import type { Material, SellingPrice } from '@pv-planning/contract';
import type { Tables } from '@pv-planning/database';
import type { Kysely } from 'kysely';
import { dataOf } from '../../src/catalog/materials/material-data.ts';
import { kindOf, type MaterialType, materialTypes } from '../../src/catalog/materials/material-kinds.ts';
import { namedExample } from '../support/contract-document.ts';
import type { Resource } from '../support/resource.ts';

async function store(kysely: Kysely<Tables>, companyId: string, product: Material): Promise<void> {
  const { id, sellingPrices, ...fields } = product;
  const data = dataOf(product.materialType, product);
  const { field: compatibleField = '' } = kindOf(product.materialType).compatible ?? {};
  const particular = new Set([...Object.keys(data), compatibleField]);
  const common = Object.entries(fields).filter(([field]) => !particular.has(field));
  await kysely
    .insertInto('material')
    .values({ companyId, id, ...(Object.fromEntries(common) as typeof fields), data })
    .execute();
  for (const { gross: _calculated, ...price } of sellingPrices)
    await kysely
      .insertInto('materialSellingPrice')
      .values({ companyId, materialId: id, ...price })
      .execute();
  const compatibleIds = Object.entries(product).find(([field]) => field === compatibleField)?.[1] ?? [];
  for (const compatibleId of compatibleIds as string[])
    await kysely
      .insertInto('materialCompatibility')
      .values({ companyId, materialId: id, compatibleId })
      .execute();
}

const tracker = { inputCount: 1, mppVoltageMin: 200, mppVoltageMax: 800, maxInputCurrent: 16 };

/** Values of measurements that depend on each other. Each is valid together with all others and with the values of the example. */
const measures: { [Type in MaterialType]?: Record<string, readonly unknown[]> } = {
  pv_module: {
    power: [430, 440],
    vmpp: [33.5, 33.12],
    impp: [13.4, 13.29],
    voc: [41, 39.62],
    isc: [15, 14.02],
    tempCoefficientVoc: [-0.3, -0.25],
    tempCoefficientPmpp: [-0.35, -0.29],
  },
  battery: { capacity: [11, 10.6], usableCapacity: [9, 10.2], minModules: [3, 2], maxModules: [5, 6] },
  inverter: {
    maxDcVoltage: [1100, 1000],
    startVoltage: [200, 180],
    nominalDcVoltage: [600, 620],
    batteryVoltageMin: [160, 150],
    batteryVoltageMax: [500, 600],
    cosPhiMin: [0.9, 0.8],
    cosPhiMax: [0.95, 1],
    minModulesPerString: [6, 8, null],
    maxModulesPerString: [26, 25, null],
    maxInputCurrentTotal: [40, 48, null],
    maxShortCircuitCurrentTotal: [70, 60, null],
    mppTrackers: [[tracker], [{ ...tracker, name: 'PV1', maxPower: 8000 }, tracker]],
  },
};

const referencedBy: { [Type in MaterialType]?: readonly string[] } = {
  inverter: ['compatibleInverterIds'],
  subconstruction: ['subconstructionId'],
};

/** Rounds to cents, half away from zero; exact for the values in these tests. */
const gross = ({ net, vatRate }: SellingPrice) =>
  Math.round((net * 100_000 * (100 + vatRate)) / 100_000 + 1e-9) / 100;

const withGross = (prices: readonly SellingPrice[]) =>
  prices
    .map((price) => ({ ...price, gross: gross(price) }))
    .sort((one, other) => Number(one.siteId) - Number(other.siteId));

const paths: Record<MaterialType, string> = {
  pv_module: '/v1/pv-modules',
  battery: '/v1/batteries',
  inverter: '/v1/inverters',
  wallbox: '/v1/wallboxes',
  equipment: '/v1/equipment',
  misc: '/v1/misc-materials',
  subconstruction: '/v1/subconstructions',
  emergency_power: '/v1/emergency-power',
};

function kindOfProduct(type: MaterialType): Resource {
  const example = namedExample<Record<string, unknown>>(kindOf(type).schemas.product);
  const { [type]: values = {} } = measures;
  return {
    path: paths[type],
    alike: 'product types',
    exampleRecords: () =>
      namedExample<{ data: Material[] }>('MaterialPage').data.filter(
        ({ materialType }) => materialType === type,
      ),
    store,
    referencedBy: referencedBy[type] ?? [],
    unique: [{ name: 'externalId' }, { name: 'articleNumber', ignoresCase: true }],
    text: 'description',
    raisesEvents: ['name', 'archived', 'manufacturerId'],
    consistentValues: Object.fromEntries(Object.keys(values).map((field) => [field, example[field]])),
    values: {
      ...values,
      sellingPrices: [
        [{ siteId: '11', net: 10.005, vatRate: 19 }],
        [
          { siteId: '12', net: 2, vatRate: 7 },
          { siteId: '11', net: 3.33333, vatRate: 19 },
        ],
        [],
      ],
    },
    answers: { sellingPrices: withGross },
    calculated: ['sellingPrices'],
    changeTimes: { purchasePrice: 'purchasePriceUpdatedAt' },
  };
}

const all: Resource = {
  path: '/v1/materials',
  referencedBy: ['compatibleMaterialIds', 'materialId'],
  combines: Object.values(paths),
  text: 'supplier',
};

export default [all, ...materialTypes.map(kindOfProduct)];
