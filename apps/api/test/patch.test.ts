import { type OperationId, operations } from '@pv-planning/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Answer } from './support/api-client.ts';
import { bodySchemaOf, operationIds, resolved, type Schema } from './support/contract-document.ts';
import { resourceOf, tells } from './support/resources.ts';
import { allowedValues } from './support/schema-arbitrary.ts';
import { openTestApi } from './support/test-api.ts';

type Stored = Record<string, unknown> & { id: string; updatedAt: string };

const { story } = await openTestApi();
const { api, raisedBy } = story;

const patches = operationIds.filter((operationId) => operations[operationId].method === 'PATCH');

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

/** Values that must name something, or be nobody else's. */
const particular: Record<string, unknown[]> = {
  siteId: ['11', '12'],
  plannerId: ['0198f2a4-6d1e-7c3b-9a50-1f2e3d4c5b6a', '0198F2A4-6D1E-7C3B-9A50-1F2E3D4C5B6B'],
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

/** How the contract says that a value comes back. */
function answered(name: string, schema: Schema, value: unknown): unknown {
  if (value === null) return null;
  if (/address$/i.test(name))
    return { ...wholeAddress, ...(JSON.parse(JSON.stringify(value).normalize('NFC')) as object) };
  if (resolved(schema).format === 'date-time') return new Date(String(value)).toISOString();
  if (name === 'plannerId') return String(value).toLowerCase();
  // Minus zero and letters that can be written in two ways.
  return JSON.parse(JSON.stringify(value).normalize('NFC'));
}

describe.each(patches)('%s', (operationId) => {
  const properties = propertiesOf(operationId);
  const start = Object.fromEntries(Object.entries(complete).filter(([name]) => name in properties));

  test.each(Object.keys(properties))('sets and clears %s, and nothing else', async (name) => {
    let { body: before } = await patched(operationId, start);
    const schema = properties[name] ?? {};
    for (const value of valuesOf(name, schema)) {
      const expected = answered(name, schema, value);
      const changes = JSON.stringify(expected) !== JSON.stringify(before[name]);
      const events = await raisedBy(async () => {
        const { body: after } = await patched(operationId, { [name]: value });
        expect(after).toEqual({ ...before, [name]: expected, updatedAt: after.updatedAt });
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
    const same = Object.fromEntries(Object.keys(properties).map((name) => [name, before[name]]));
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
