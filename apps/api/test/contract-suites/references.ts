import { jsonOf } from '@pv-planning/contract/document';
import { beforeAll, describe, expect, test } from 'vitest';
import { requestSamples } from '../support/api-client.ts';
import type { Schema, TestContract } from '../support/contract-document.ts';
import { withOtherIds } from '../support/example-records.ts';
import { operationResources, referenceableRecords, referencedResource } from '../support/resources.ts';
import type { ContractWorld } from '../support/test-api.ts';

/** Returns the id of an example record that a field can reference. */
export function knownId(field: string): string {
  const [record] = referenceableRecords(field);
  if (!record) throw new Error(`There is no example record for ${field}.`);
  return record.id;
}

export const unknownId = (field: string) =>
  /^\d+$/.test(knownId(field)) ? '987654321' : '0198f2a4-0000-7c3b-9a50-000000000000';

const invalidIds = ['abc', '0', '-1', ' ', 'x'.repeat(64), '99999999999999999999', '1e3', "'"];

/** Returns the fields of a body and its parts that contain an id or a list of ids, according to the contract's schemas for ids. */
function idFieldsIn(
  { resolved }: Pick<TestContract, 'resolved'>,
  schema: Schema,
  seen = new Set<Schema>(),
): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { properties = {}, items } = schema;
  const isId = ({ $ref, items }: Schema): boolean =>
    /\/(?!External)\w*Ids?(OrNull)?$/.test($ref ?? '') || (items !== undefined && isId(items));
  const own = Object.entries(properties).flatMap(([name, property]) => [
    ...(isId(property) ? [name] : []),
    ...idFieldsIn({ resolved }, resolved(property), seen),
  ]);
  return [...own, ...(items ? idFieldsIn({ resolved }, resolved(items), seen) : [])];
}

/** A body refers only to records of the same company. */
export function describeReferences<Id extends string>(
  contract: TestContract<Id>,
  { exampleCompany, addCompanyCopy }: Pick<ContractWorld<Id>, 'exampleCompany' | 'addCompanyCopy'>,
): void {
  const { operationIds, describedOperation, resolved } = contract;
  const { referencesOf } = operationResources(contract);
  const { sampleBody } = requestSamples(contract);

  beforeAll(async () => {
    await addCompanyCopy();
  });

  /** Every field of a body that references another record, with its operation. */
  const references = operationIds.flatMap((operationId) =>
    referencesOf(operationId).map((field) => [operationId, field] as const),
  );

  /** Returns values that are not valid ids: all of them for the first operation with the field, two of them for the others. */
  function invalidIdsFor(operationId: Id, field: string): string[] {
    const [first] = references.find(([, other]) => other === field) ?? [];
    return first === operationId ? invalidIds : ['abc', '99999999999999999999'];
  }

  describe.each(references)('%s', (operationId, field) => {
    const sending = (id: unknown) =>
      exampleCompany.api.sample(operationId, { body: { ...sampleBody(operationId), [field]: id } });

    test(`rejects a ${field} that is invalid or belongs to another company like an unknown id`, async () => {
      const unknown = await sending(unknownId(field));
      expect(unknown).toMatchObject({
        status: 400,
        error: 'unknown_reference',
        details: [{ in: 'body', path: `/${field}` }],
      });
      for (const id of [withOtherIds(knownId(field)), ...invalidIdsFor(operationId, field)]) {
        const { text } = await sending(id);
        expect({ id, text }).toEqual({ id, text: unknown.text });
      }
    });
  });

  /** Returns the schema of a body with its `$ref`s, which show which fields contain ids. */
  const writtenBodySchemaOf = (operationId: Id) =>
    resolved(jsonOf(describedOperation(operationId).requestBody)?.schema ?? {});

  test('the tests know the resource of every id field', () => {
    const fields = operationIds.flatMap((operationId) =>
      idFieldsIn({ resolved }, writtenBodySchemaOf(operationId)),
    );
    expect(fields).not.toEqual([]);
    expect(fields.filter((field) => !referencedResource(field))).toEqual([]);
  });
}
