import type { OperationId } from '@pv-planning/contract';
import { jsonOf } from '@pv-planning/contract/document';
import { describe, expect, test } from 'vitest';
import { sampleBody } from './support/api-client.ts';
import { describedOperation, operationIds, resolved, type Schema } from './support/contract-document.ts';
import { withOtherIds } from './support/example-records.ts';
import { referenceableRecords, referencedResource, referencesOf } from './support/resources.ts';
import { openTestApi } from './support/test-api.ts';
import { waitingForLocks } from './support/waiting-for-locks.ts';

const { exampleCompany, database, addCompanyCopy } = await openTestApi();
await addCompanyCopy();

/** Every field of a body that references another record, with its operation. */
const references = operationIds.flatMap((operationId) =>
  referencesOf(operationId).map((field) => [operationId, field] as const),
);

/** Returns the id of an example record that a field can reference. */
function knownId(field: string): string {
  const [record] = referenceableRecords(field);
  if (!record) throw new Error(`There is no example record for ${field}.`);
  return record.id;
}

const unknownId = (field: string) =>
  /^\d+$/.test(knownId(field)) ? '987654321' : '0198f2a4-0000-7c3b-9a50-000000000000';

const invalidIds = ['abc', '0', '-1', ' ', 'x'.repeat(64), '99999999999999999999', '1e3', "'"];

/** Returns values that are not valid ids: all of them for the first operation with the field, two of them for the others. */
function invalidIdsFor(operationId: OperationId, field: string): string[] {
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

/** Returns the fields of a body and its parts that contain an id or a list of ids, according to the contract's schemas for ids. */
function idFieldsIn(schema: Schema, seen = new Set<Schema>()): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { properties = {}, items } = schema;
  const isId = ({ $ref, items }: Schema): boolean =>
    /\/(?!External)\w*Ids?(OrNull)?$/.test($ref ?? '') || (items !== undefined && isId(items));
  const own = Object.entries(properties).flatMap(([name, property]) => [
    ...(isId(property) ? [name] : []),
    ...idFieldsIn(resolved(property), seen),
  ]);
  return [...own, ...(items ? idFieldsIn(resolved(items), seen) : [])];
}

/** Returns the schema of a body with its `$ref`s, which show which fields contain ids. */
const writtenBodySchemaOf = (operationId: OperationId) =>
  resolved(jsonOf(describedOperation(operationId).requestBody)?.schema ?? {});

test('the tests know the resource of every id field', () => {
  const fields = operationIds.flatMap((operationId) => idFieldsIn(writtenBodySchemaOf(operationId)));
  expect(fields).toContain('subconstructionId');
  expect(fields.filter((field) => !referencedResource(field))).toEqual([]);
});

test('lists the first five unknown references in the message', async () => {
  const roof = { name: 'Dach', roofType: 'FLAT', azimuth: null, tilt: 0 } as const;
  const subconstructionId = unknownId('subconstructionId');
  const { error, details, body } = await exampleCompany.api.send('POST', '/v1/projects', {
    body: { customerId: '1001', roofs: Array(200).fill({ ...roof, subconstructionId }) },
  });
  expect(error).toBe('unknown_reference');
  expect(details).toHaveLength(200);
  expect(body).toMatchObject({
    message: expect.stringMatching(
      / \/roofs\/0\/subconstructionId, .* \/roofs\/4\/subconstructionId and 195 more /,
    ),
  });
});

test('lists all unknown references of a body', async () => {
  const unknown = (...fields: string[]) =>
    Object.fromEntries(fields.map((field) => [field, unknownId(field)]));
  const roof = { name: 'Dach', roofType: 'FLAT', azimuth: null, tilt: 0 } as const;
  const roofs = [
    roof,
    { ...roof, ...unknown('subconstructionId') },
    { ...roof, subconstructionId: knownId('subconstructionId') },
  ];
  const { error, details } = await exampleCompany.api.send('POST', '/v1/projects', {
    body: { ...unknown('customerId', 'siteId', 'plannerId'), roofs },
  });
  expect(error).toBe('unknown_reference');
  expect(details?.map(({ path }) => path).sort()).toEqual([
    '/customerId',
    '/plannerId',
    '/roofs/1/subconstructionId',
    '/siteId',
  ]);
});

test('rejects a reference to a record that is being deleted', async () => {
  const { body: customer } = await exampleCompany.api.call('createCustomer', { body: { lastName: 'Vogel' } });
  const create = () => exampleCompany.api.call('createProject', { body: { customerId: customer.id } });
  const creating = await database.kysely.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('customer')
      .where('companyId', '=', exampleCompany.id)
      .where('id', '=', customer.id)
      .execute();
    const sent = create();
    await expect.poll(() => waitingForLocks(database.kysely)).toBe(1);
    return { sent };
  });
  expect(await creating.sent).toMatchObject({
    status: 400,
    error: 'unknown_reference',
    details: [{ in: 'body', path: '/customerId' }],
  });
});
