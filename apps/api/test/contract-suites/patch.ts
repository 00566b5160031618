import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiResponse } from '../support/api-client.ts';
import type { TestContract } from '../support/contract-document.ts';
import { fieldValues, sendable } from '../support/field-values.ts';
import { operationResources } from '../support/resources.ts';
import type { ContractWorld } from '../support/test-api.ts';
import type { TestCompany } from '../support/test-company.ts';

type Stored = Record<string, unknown> & { id: string; updatedAt: string };

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Every PATCH changes the fields in its body and nothing else. */
export function describePatch<Id extends string>(
  contract: TestContract<Id>,
  { addExampleCompany }: Pick<ContractWorld<Id>, 'addExampleCompany'>,
): void {
  const { operations, operationIds } = contract;
  const { bodyFieldsOf, freeTextOf, raisesEvent, resourceOf } = operationResources(contract);
  const { returnedValue, valuesOf } = fieldValues(contract);

  /** Its example records are changed. */
  let company: TestCompany<Id>;

  beforeAll(async () => {
    company = await addExampleCompany();
  });

  const patches = operationIds.filter((operationId) => operations[operationId].method === 'PATCH');

  async function patched(operationId: Id, body: object): Promise<ApiResponse<Stored>> {
    const response = (await company.api.sample(operationId, { body })) as ApiResponse<Stored>;
    expect({ body, status: response.status, text: response.text }).toMatchObject({ body, status: 200 });
    return response;
  }

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

    /** Sends a change. Checks the record and the raised events. */
    async function changeTo(body: Record<string, unknown>, before: Stored): Promise<Stored> {
      const expected = Object.fromEntries(
        Object.entries(body).map(([field, value]) => [field, returnedValue(operationId, field, value)]),
      );
      const changed = Object.keys(body).filter((field) => !isSame(expected[field], before[field]));
      let after = before;
      const events = await company.raisedBy(async () => {
        after = (await patched(operationId, body)).body;
      });
      const { updatedAt } = after;
      const times = changed.flatMap((field) => (changeTimes[field] ? [[changeTimes[field], updatedAt]] : []));
      const following = Object.fromEntries(
        calculated.filter((field) => !(field in body)).map((field) => [field, after[field]]),
      );
      expect(after).toEqual({
        ...before,
        ...following,
        ...Object.fromEntries(times),
        ...expected,
        updatedAt,
      });
      expect({ body, isLater: updatedAt > before.updatedAt }).toEqual({ body, isLater: changed.length > 0 });
      const raised = changed.some((field) => raisesEvent(operationId, field)) ? 1 : 0;
      expect({ body, raised: events.length }).toEqual({ body, raised });
      return after;
    }

    test('sets and clears each field without affecting others', async () => {
      let { body: record } = await patched(operationId, start);
      for (const field of fields) {
        const values = valuesOf(operationId, field);
        const other = values.find(
          (value) => !isSame(returnedValue(operationId, field, value), record[field]),
        );
        for (const value of field in start ? values : [other, values.at(-1)])
          record = await changeTo({ [field]: value }, record);
        if (field in start) record = (await patched(operationId, start)).body;
      }
    });

    test('sets many fields in one request', async () => {
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

    test('changes nothing and raises no event if the values are the same', async () => {
      const { body: before } = await patched(operationId, start);
      const schemas = bodyFieldsOf(operationId);
      const same = fields.map((field) => [field, sendable(schemas[field] ?? {}, before[field])]);
      const events = await company.raisedBy(async () => {
        for (const body of [{}, Object.fromEntries(same)])
          expect((await patched(operationId, body)).body).toEqual(before);
      });
      expect(events).toEqual([]);
    });

    test('changes nothing if one field is invalid', async () => {
      const { body: before } = await patched(operationId, start);
      const events = await company.raisedBy(async () => {
        const body = { [freeTextOf(operationId)]: 'changed', nonsense: 1 };
        expect((await company.api.sample(operationId, { body })).status).toBe(400);
      });
      expect(events).toEqual([]);
      expect((await patched(operationId, {})).body).toEqual(before);
    });
  });
}
