import { describe, expect, test } from 'vitest';
import { sampleBody } from './support/api-client.ts';
import { bodySchemaOf, operationIds, resolved } from './support/contract-document.ts';
import { openTestApi } from './support/test-api.ts';
import { waitingForLocks } from './support/waiting-for-locks.ts';

const { story, other, database } = await openTestApi();

const isReference = (name: string) => /.Id$/.test(name) && !['externalId', 'vatId', 'zerezId'].includes(name);

/** Every field of a body that names another record, with its operation. */
const references = operationIds.flatMap((operationId) => {
  const { properties = {} } = resolved(bodySchemaOf(operationId) ?? {});
  return Object.keys(properties)
    .filter(isReference)
    .map((field) => [operationId, field] as const);
});

const neverWas: Record<string, string> = {
  customerId: '987654321',
  siteId: '987654321',
  plannerId: '0198f2a4-0000-7c3b-9a50-000000000000',
  manufacturerId: '987654321',
  subconstructionId: '987654321',
};

async function foreignRecords(): Promise<Record<string, string>> {
  const { id: companyId } = other;
  const { kysely } = database;
  const { id: siteId } = await kysely
    .insertInto('site')
    .values({ companyId, name: 'Fremd' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const plannerId = '0198f2a4-6d1e-7c3b-9a50-1f2e3d4c5b6f';
  const member = { firstName: 'Fremd', lastName: 'Fremd', email: 'fremd@example.com', role: 'SALES' };
  await kysely
    .insertInto('member')
    .values({ companyId, id: plannerId, ...member })
    .execute();
  const { body } = await other.api.call('createCustomer', { body: { lastName: 'Fremd' } });
  const manufacturer = await other.api.call('createManufacturer', { body: { name: 'Fremd' } });
  const manufacturerId = manufacturer.body.id;
  const { body: system } = await other.api.call('createSubconstruction', {
    body: { name: 'Fremd', manufacturerId, mountingType: 'ON_ROOF' },
  });
  return { siteId, plannerId, customerId: body.id, manufacturerId, subconstructionId: system.id };
}

const foreign = await foreignRecords();

describe.each(references)('%s', (operationId, field) => {
  const sending = (id: unknown) =>
    story.api.sample(operationId, { body: { ...sampleBody(operationId), [field]: id } });

  test(`refuses a ${field} of another company like one that never was`, async () => {
    const unknown = await sending(neverWas[field]);
    expect(unknown).toMatchObject({
      status: 400,
      error: 'unknown_reference',
      details: [{ in: 'body', path: `/${field}` }],
    });
    const others = await sending(foreign[field]);
    expect(others.text).toBe(unknown.text);
  });

  test(`refuses a ${field} that is no id the same way`, async () => {
    const { text } = await sending(neverWas[field]);
    for (const id of ['abc', '0', '-1', ' ', 'x'.repeat(64), '99999999999999999999', '1e3', "'"]) {
      expect((await sending(id)).text).toBe(text);
    }
  });
});

test('of many unknown references the message names the first', async () => {
  const roof = { name: 'Dach', roofType: 'FLAT', azimuth: null, tilt: 0 } as const;
  const { subconstructionId } = neverWas;
  const { error, details, body } = await story.api.send('POST', '/v1/projects', {
    body: { customerId: '1001', roofs: Array(200).fill({ ...roof, subconstructionId }) },
  });
  expect(error).toBe('unknown_reference');
  expect(details).toHaveLength(200);
  expect(body).toMatchObject({
    message: expect.stringMatching(
      / \/roofs\/0\/subconstructionId, .* \/roofs\/4\/subconstructionId and 195 more\.$/,
    ),
  });
});

test('all unknown references of a body are named at once', async () => {
  const { customerId = '', siteId, plannerId, subconstructionId } = neverWas;
  const roof = { name: 'Dach', roofType: 'FLAT', azimuth: null, tilt: 0 } as const;
  const roofs = [roof, { ...roof, subconstructionId }, { ...roof, subconstructionId: '4601' }];
  const { error, details } = await story.api.send('POST', '/v1/projects', {
    body: { customerId, siteId, plannerId, roofs },
  });
  expect(error).toBe('unknown_reference');
  expect(details?.map(({ path }) => path).sort()).toEqual([
    '/customerId',
    '/plannerId',
    '/roofs/1/subconstructionId',
    '/siteId',
  ]);
});

test('a record that is deleted while another comes to name it is unknown to that one', async () => {
  const { body: customer } = await story.api.call('createCustomer', { body: { lastName: 'Vogel' } });
  const create = () => story.api.call('createProject', { body: { customerId: customer.id } });
  const creating = await database.kysely.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('customer')
      .where('companyId', '=', story.id)
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
