import { type OperationId, operations } from '@pv-planning/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Answer } from './support/api-client.ts';
import { coherentData } from './support/coherent-data.ts';
import { bodySchemaOf, operationIds, resolved, type Schema } from './support/contract-document.ts';
import { resourceOf, tells } from './support/resources.ts';
import { allowedValues } from './support/schema-arbitrary.ts';
import { openTestApi } from './support/test-api.ts';

type Stored = Record<string, unknown> & { id: string; updatedAt: string };

const { story } = await openTestApi();
const { api, raisedBy } = story;

const patches = operationIds.filter((operationId) => operations[operationId].method === 'PATCH');

const tracker = { inputCount: 1, mppVoltageMin: 200, mppVoltageMax: 800, maxInputCurrent: 16 };

const propertiesOf = (operationId: OperationId) => resolved(bodySchemaOf(operationId) ?? {}).properties ?? {};

async function patched(operationId: OperationId, body: object): Promise<Answer<Stored>> {
  const answer = (await api.sample(operationId, { body })) as Answer<Stored>;
  expect({ body, status: answer.status, text: answer.text }).toMatchObject({ body, status: 200 });
  return answer;
}

/** Every field set, so that each can be cleared alone without breaking a rule about several. */
const complete: Record<string, unknown> = {
  firstName: 'Maria',
  lastName: 'Schneider',
  companyName: 'Bäckerei Kornblume GmbH',
  email: 'maria.schneider@example.com',
  roofType: 'FLAT',
  azimuth: 10,
};

/** Values that must name something, or fit the others. */
const particular: Record<string, unknown[]> = {
  siteId: ['11', '12'],
  plannerId: ['0198f2a4-6d1e-7c3b-9a50-1f2e3d4c5b6a', '0198F2A4-6D1E-7C3B-9A50-1F2E3D4C5B6B'],
  manufacturerId: ['5001', '5002'],
  subconstructionId: ['4601', '4602'],
  compatibleInverterIds: [['4101'], []],
  compatibleMaterialIds: [['4101', '4001'], ['4001', '4101'], []],
  sellingPrices: [
    [{ siteId: '11', net: 10.005, vatRate: 19 }],
    [
      { siteId: '12', net: 2, vatRate: 7 },
      { siteId: '11', net: 3.33333, vatRate: 19 },
    ],
    [],
  ],
  power: [430, 440],
  vmpp: [33.5, 33.12],
  impp: [13.4, 13.29],
  voc: [41, 39.62],
  isc: [15, 14.02],
  maxDcVoltage: [1100, 1000],
  startVoltage: [200, 180],
  nominalDcVoltage: [600, 620],
  batteryVoltageMin: [160, 150],
  batteryVoltageMax: [500, 600],
  cosPhiMin: [0.9, 0.8],
  cosPhiMax: [0.95, 1],
  mppTrackers: [[tracker], [{ ...tracker, name: 'PV1', maxPower: 8000 }, tracker]],
  capacity: [11, 10.6],
  usableCapacity: [9, 10.2],
  minModules: [3, 2],
  maxModules: [5, 6],
};

function valuesOf(name: string, schema: Schema): unknown[] {
  const isNullable = [resolved(schema).type].flat().includes('null');
  const some = particular[name] ?? fc.sample(allowedValues(schema), { numRuns: 4, seed: name.length });
  return isNullable ? [...some.filter((value) => value !== null), null] : some;
}

const wholeAddress = {
  street: null,
  houseNumber: null,
  addressLine2: null,
  postalCode: null,
  city: null,
  district: null,
  state: null,
  country: 'DE',
};

const wholeTracker = {
  ...tracker,
  name: null,
  maxInputCurrentPerInput: null,
  maxShortCircuitCurrent: null,
  maxPower: null,
};

interface Price {
  siteId: string;
  net: number;
  vatRate: number;
}

/** Cents, a half of one away from zero; exact for what these tests send. */
const withGross = (price: Price) => ({
  ...price,
  gross: Math.round((price.net * 100_000 * (100 + price.vatRate)) / 100_000 + 1e-9) / 100,
});

const bySite = (one: Price, other: Price) => Number(one.siteId) - Number(other.siteId);

/** How the contract says that a value comes back. */
function answered(name: string, schema: Schema, value: unknown): unknown {
  if (value === null) return null;
  if (/address$/i.test(name))
    return { ...wholeAddress, ...(JSON.parse(JSON.stringify(value).normalize('NFC')) as object) };
  if (name === 'mppTrackers') return (value as object[]).map((given) => ({ ...wholeTracker, ...given }));
  if (name === 'sellingPrices') return (value as Price[]).map(withGross).sort(bySite);
  if (/^compatible\w+Ids$/.test(name)) return (value as string[]).toSorted();
  if (resolved(schema).format === 'date-time') return new Date(String(value)).toISOString();
  if (name === 'plannerId') return String(value).toLowerCase();
  // Minus zero and letters that can be written in two ways.
  return JSON.parse(JSON.stringify(value).normalize('NFC'));
}

/** A field as it was answered, without what cannot be sent. */
function sendable(name: string, record: Stored): unknown {
  if (name !== 'sellingPrices') return record[name];
  return (record.sellingPrices as (Price & { gross: number })[]).map(({ gross: _, ...price }) => price);
}

describe.each(patches)('%s', (operationId) => {
  const properties = propertiesOf(operationId);
  const whole = { ...complete, ...coherentData(operationId) };
  const start = Object.fromEntries(Object.entries(whole).filter(([name]) => name in properties));

  test.each(Object.keys(properties))('sets and clears %s, and nothing else', async (name) => {
    let { body: before } = await patched(operationId, start);
    const schema = properties[name] ?? {};
    for (const value of valuesOf(name, schema)) {
      const expected = answered(name, schema, value);
      const changes = JSON.stringify(expected) !== JSON.stringify(before[name]);
      const events = await raisedBy(async () => {
        const { body: after } = await patched(operationId, { [name]: value });
        const { updatedAt } = after;
        const isPriced = changes && name === 'purchasePrice' && 'purchasePriceUpdatedAt' in before;
        const priced = isPriced && { purchasePriceUpdatedAt: updatedAt };
        expect(after).toEqual({ ...before, ...priced, [name]: expected, updatedAt });
        if (changes) expect(after.updatedAt > before.updatedAt).toBe(true);
        else expect(after.updatedAt).toBe(before.updatedAt);
        before = after;
        expect((await patched(operationId, { [name]: value })).body).toEqual(after);
      });
      expect({ name, value, raised: events.length }).toEqual({
        name,
        value,
        raised: changes && tells(operationId, name) ? 1 : 0,
      });
    }
  });

  test('changes nothing when it asks for what is already so, and says nothing of it', async () => {
    const { body: before } = await patched(operationId, start);
    const same = Object.fromEntries(Object.keys(properties).map((name) => [name, sendable(name, before)]));
    const events = await raisedBy(async () => {
      for (const body of [{}, same, ...Object.entries(same).map(([name, value]) => ({ [name]: value }))]) {
        const { body: after } = await patched(operationId, body);
        expect(after).toEqual(before);
      }
    });
    expect(events).toEqual([]);
  });

  test('changes all of it or nothing', async () => {
    const { body: before } = await patched(operationId, start);
    const events = await raisedBy(async () => {
      const { status } = await api.sample(operationId, {
        body: { [resourceOf(operationId).text]: 'changed', nonsense: 1 },
      });
      expect(status).toBe(400);
    });
    expect(events).toEqual([]);
    expect((await patched(operationId, {})).body).toEqual(before);
  });
});
