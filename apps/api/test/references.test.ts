import { expect, test } from 'vitest';
import { describeContract } from './contract-suites/describe-contract.ts';
import { knownId, unknownId } from './contract-suites/references.ts';
import { publicContract } from './support/contract-document.ts';
import { openTestApi } from './support/test-api.ts';
import { waitingForLocks } from './support/waiting-for-locks.ts';

const world = await openTestApi();
const { exampleCompany, database } = world;

describeContract(publicContract, world, ['references']);

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
      / \/roofs\/0\/subconstructionId refers .* \/roofs\/4\/subconstructionId refers to no subconstruction .* and 195 more/,
    ),
  });
});

test.each([
  ['/v1/customers', { lastName: 'Vogel', siteId: '4' }, '/siteId refers to no site of your company'],
  ['/v1/projects', { customerId: '4' }, '/customerId refers to no customer of your company'],
])('an unknown reference of %s names the kind of record', async (path, body, problem) => {
  const { message } = (await exampleCompany.api.send('POST', path, { body })).body as { message: string };
  expect(message).toBe(
    `An id cannot be used: ${problem}. Look up the id in the matching list. details names the field.`,
  );
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
