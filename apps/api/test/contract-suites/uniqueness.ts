import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiResponse, requestSamples } from '../support/api-client.ts';
import type { TestContract } from '../support/contract-document.ts';
import { withOtherIds } from '../support/example-records.ts';
import { operationResources } from '../support/resources.ts';
import type { ContractWorld } from '../support/test-api.ts';
import type { TestCompany } from '../support/test-company.ts';

/** Values of unique fields are taken once in a company. */
export function describeUniqueness<Id extends string>(
  contract: TestContract<Id>,
  { exampleCompany, addCompanyCopy }: Pick<ContractWorld<Id>, 'exampleCompany' | 'addCompanyCopy'>,
): void {
  const { operations, operationIds, bodySchemaOf } = contract;
  const { freeTextOf, uniqueFieldsOf } = operationResources(contract);
  const { sampleBody } = requestSamples(contract);

  /** Has the example records under other ids. */
  let other: TestCompany<Id>;
  beforeAll(async () => {
    other = await addCompanyCopy();
  });

  const creating = operationIds.filter(
    (id) =>
      operations[id].method === 'POST' &&
      (operations[id].errors as readonly string[]).includes('already_exists'),
  );

  const cases = creating.flatMap((operationId) =>
    uniqueFieldsOf(operationId).map((unique) => [operationId, unique.name, unique] as const),
  );

  let number = 0;

  const requiredFields = (operationId: Id) => bodySchemaOf(operationId)?.required ?? [];

  /** Creates a record from the sample body. */
  function create(operationId: Id, fields: object, company = exampleCompany) {
    const body = { ...sampleBody(operationId), ...fields };
    return company.api.send('POST', operations[operationId].path, {
      body: company === exampleCompany ? body : withOtherIds(body),
    });
  }

  describe.each(cases)('%s: %s', (operationId, field, { ignoresCase = false }) => {
    const isRequired = requiredFields(operationId).includes(field);
    const update = operationIds.find(
      (id) =>
        operations[id].method === 'PATCH' && operations[id].path === `${operations[operationId].path}/{id}`,
    );
    const value = () => `unique-${++number}`;

    test('is rejected if another record has it, with the field and the id of that record', async () => {
      const taken = value();
      // The same value in another company does not matter.
      await create(operationId, { [field]: taken }, other);
      const { status, body: holder } = await create(operationId, { [field]: taken });
      expect(status).toBe(201);
      const events = await exampleCompany.raisedBy(async () => {
        for (const same of ignoresCase ? [taken, taken.toUpperCase()] : [taken])
          expectTaken(await create(operationId, { [field]: same }), holder);
      });
      expect(events).toEqual([]);
    });

    function expectTaken({ status, error, details }: ApiResponse, holder: unknown) {
      const { id } = holder as { id: string };
      const location = { in: 'body', path: `/${field}`, code: 'already_exists', message: expect.any(String) };
      expect({ status, error, details }).toEqual({
        status: 409,
        error: 'already_exists',
        details: [{ ...location, id }],
      });
    }

    test('is also rejected on update', async () => {
      const taken = value();
      const { body: holder } = await create(operationId, { [field]: taken });
      const second = (await create(operationId, { [field]: value() })) as { body: { id: string } };
      if (!update) throw new Error(`No operation changes the records that ${operationId} creates.`);
      const change = {
        params: { id: second.body.id },
        body: { [field]: taken, [freeTextOf(operationId)]: 'x' },
      };
      expectTaken(await exampleCompany.api.sample(update, change), holder);
      const { status } = await exampleCompany.api.sample(update, {
        params: { id: second.body.id },
        body: { [field]: isRequired ? value() : null },
      });
      expect(status).toBe(200);
    });

    test(`can be used in another company, and ${ignoresCase ? 'not ' : ''}in another case`, async () => {
      const taken = value();
      await create(operationId, { [field]: taken });
      expect((await create(operationId, { [field]: taken }, other)).status).toBe(201);
      const { status } = await create(operationId, { [field]: taken.toUpperCase() });
      expect(status).toBe(ignoresCase ? 409 : 201);
    });

    test.skipIf(isRequired)('may be missing in any number of records', async () => {
      for (const nothing of [null, null, undefined])
        expect((await create(operationId, { [field]: nothing })).status).toBe(201);
    });

    test('is accepted only once in concurrent requests', async () => {
      const taken = value();
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => create(operationId, { [field]: taken })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    });
  });
}
