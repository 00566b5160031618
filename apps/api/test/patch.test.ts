import { type OperationId, operations } from '@pv-planning/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ApiResponse } from './support/api-client.ts';
import { operationIds, type Schema } from './support/contract-document.ts';
import {
  bodyFieldsOf,
  freeTextOf,
  raisesEvent,
  referenceableRecords,
  referencedResource,
  resourceOf,
} from './support/resources.ts';
import { allowedValues } from './support/schema-arbitrary.ts';
import { openTestApi } from './support/test-api.ts';

type Stored = Record<string, unknown> & { id: string; updatedAt: string };

const { exampleCompany } = await openTestApi();
const { api, raisedBy } = exampleCompany;

const patches = operationIds.filter((operationId) => operations[operationId].method === 'PATCH');

async function patched(operationId: OperationId, body: object): Promise<ApiResponse<Stored>> {
  const answer = (await api.sample(operationId, { body })) as ApiResponse<Stored>;
  expect({ body, status: answer.status, text: answer.text }).toMatchObject({ body, status: 200 });
  return answer;
}

/** Ids that a field can hold, also of several records, also written differently. */
function idsFor(field: string, { type }: Schema): unknown[] {
  const [first = '', second = first] = referenceableRecords(field).map(({ id }) => id);
  return [type].flat().includes('array')
    ? [[second], [...new Set([second, first])], []]
    : [first, second.toUpperCase()];
}

/** Values that a field can have together with all others, no two the same in a row; the last one clears it if that is possible. */
function valuesOf(operationId: OperationId, field: string): unknown[] {
  const schema = bodyFieldsOf(operationId)[field] ?? {};
  const isNullable = [schema.type].flat().includes('null');
  const some =
    resourceOf(operationId).values?.[field] ??
    (referencedResource(field)
      ? idsFor(field, schema)
      : fc.sample(allowedValues(schema), { numRuns: 4, seed: field.length }));
  return isNullable ? [...some.filter((value) => value !== null), null] : [...some];
}

/** What a part of a record has where nothing was said. */
const leftOut: Record<string, unknown> = { country: 'DE' };

/** How the contract says that a value comes back. */
function answered(operationId: OperationId, field: string, value: unknown): unknown {
  const { [field]: answers } = resourceOf(operationId).answers ?? {};
  if (value === null) return null;
  if (answers) return answers(value as never);
  if (referencedResource(field)) return Array.isArray(value) ? value.toSorted() : String(value).toLowerCase();
  return whole(bodyFieldsOf(operationId)[field] ?? {}, value);
}

/** A value with all fields of its parts. */
function whole({ properties = {}, items = {}, format }: Schema, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((member) => whole(items, member));
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(properties).map(([name, property]) => [
      name,
      name in value ? whole(property, value[name as never]) : (leftOut[name] ?? null),
    ]);
    return Object.fromEntries(members);
  }
  // Minus zero.
  if (typeof value === 'number') return value + 0;
  if (typeof value !== 'string') return value;
  // Letters that can be written in two ways.
  return format === 'date-time' ? new Date(value).toISOString() : value.normalize('NFC');
}

/** A field as it was answered, without what cannot be sent. */
function sendable({ properties, items }: Schema, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((member) => sendable(items ?? {}, member));
  if (typeof value !== 'object' || value === null || !properties) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name in properties));
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

describe.each(patches)('%s', (operationId) => {
  const {
    consistentValues = {},
    changeTimes = {},
    calculated = [],
    testedElsewhere = [],
  } = resourceOf(operationId);
  const fields = Object.keys(bodyFieldsOf(operationId)).filter((field) => !testedElsewhere.includes(field));
  const start = Object.fromEntries(
    Object.entries(consistentValues).filter(([field]) => fields.includes(field)),
  );

  /** Sends a change; holds the record against what was before, and the event against what it tells. */
  async function changeTo(body: Record<string, unknown>, before: Stored): Promise<Stored> {
    const expected = Object.fromEntries(
      Object.entries(body).map(([field, value]) => [field, answered(operationId, field, value)]),
    );
    const changed = Object.keys(body).filter((field) => !isSame(expected[field], before[field]));
    let after = before;
    const events = await raisedBy(async () => {
      after = (await patched(operationId, body)).body;
    });
    const { updatedAt } = after;
    const times = changed.flatMap((field) => (changeTimes[field] ? [[changeTimes[field], updatedAt]] : []));
    const following = Object.fromEntries(
      calculated.filter((field) => !(field in body)).map((field) => [field, after[field]]),
    );
    expect(after).toEqual({ ...before, ...following, ...Object.fromEntries(times), ...expected, updatedAt });
    expect({ body, isLater: updatedAt > before.updatedAt }).toEqual({ body, isLater: changed.length > 0 });
    const raised = changed.some((field) => raisesEvent(operationId, field)) ? 1 : 0;
    expect({ body, raised: events.length }).toEqual({ body, raised });
    return after;
  }

  test('sets and clears every field, and nothing else', async () => {
    let { body: record } = await patched(operationId, start);
    for (const field of fields) {
      const values = valuesOf(operationId, field);
      const other = values.find((value) => !isSame(answered(operationId, field, value), record[field]));
      for (const value of field in start ? values : [other, values.at(-1)])
        record = await changeTo({ [field]: value }, record);
      if (field in start) record = (await patched(operationId, start)).body;
    }
  });

  test('sets many fields at once', async () => {
    let { body: record } = await patched(operationId, start);
    const values = fields.flatMap((field) =>
      field in start ? [] : [[field, valuesOf(operationId, field)] as const],
    );
    const rounds = Math.max(...values.map(([, some]) => some.length));
    for (let round = 0; round < rounds; round += 1) {
      const body = values.map(([field, some]) => [field, some[round % some.length]]);
      record = await changeTo(Object.fromEntries(body), record);
    }
  });

  test('changes nothing when it asks for what is already so, and says nothing of it', async () => {
    const { body: before } = await patched(operationId, start);
    const same = Object.entries(bodyFieldsOf(operationId)).map(([field, schema]) => [
      field,
      sendable(schema, before[field]),
    ]);
    const events = await raisedBy(async () => {
      for (const body of [{}, Object.fromEntries(same)])
        expect((await patched(operationId, body)).body).toEqual(before);
    });
    expect(events).toEqual([]);
  });

  test('changes all of it or nothing', async () => {
    const { body: before } = await patched(operationId, start);
    const events = await raisedBy(async () => {
      const body = { [freeTextOf(operationId)]: 'changed', nonsense: 1 };
      expect((await api.sample(operationId, { body })).status).toBe(400);
    });
    expect(events).toEqual([]);
    expect((await patched(operationId, {})).body).toEqual(before);
  });
});
