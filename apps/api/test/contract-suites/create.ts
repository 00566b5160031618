import { describe, expect, test } from 'vitest';
import { type ApiResponse, requestSamples } from '../support/api-client.ts';
import type { TestContract } from '../support/contract-document.ts';
import { fieldValues } from '../support/field-values.ts';
import { operationResources } from '../support/resources.ts';
import type { ContractWorld } from '../support/test-api.ts';

type Created = Record<string, unknown> & { id: string };

let uniqueNumber = 0;

/** Returns the field that contains the parts of a record, given their path: `/v1/offers/{id}/misc-materials` → `miscMaterials`. */
function partsField(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Every operation that creates a record stores all fields of its body. */
export function describeCreate<Id extends string>(
  contract: TestContract<Id>,
  { exampleCompany }: Pick<ContractWorld<Id>, 'exampleCompany'>,
): void {
  const { operations, operationIds } = contract;
  const { bodyFieldsOf, resourceOf, uniqueFieldsOf } = operationResources(contract);
  const { returnedValue, valuesOf } = fieldValues(contract);
  const { pathOf } = requestSamples(contract);

  const { api } = exampleCompany;

  const creating = operationIds.filter(
    (operationId) => operations[operationId].method === 'POST' && operations[operationId].status === 201,
  );

  /** Reads a new record: from its `Location`, or as part of its parent record. */
  async function readBack(path: string, { headers, body: { id } }: ApiResponse<Created>): Promise<unknown> {
    const location = headers.get('location');
    if (location !== null) return (await api.send('GET', location)).body;
    const whole = await api.send('GET', path.slice(0, path.lastIndexOf('/')));
    const { [partsField(path)]: parts } = whole.body as Record<string, Created[]>;
    return parts?.find((part) => part.id === id);
  }

  describe.each(creating)('%s', (operationId) => {
    const {
      consistentValues = {},
      values = {},
      testedElsewhere = [],
      requestOnly = [],
    } = resourceOf(operationId);
    const fields = Object.keys(bodyFieldsOf(operationId)).filter(
      (field) => field in values || !testedElsewhere.includes(field),
    );
    // The ref of a line is unique in its offer.
    const uniqueFields = [...uniqueFieldsOf(operationId).map(({ name }) => name), 'ref'];

    /** Values of a field that are consistent with the other fields; the last is null if the field is nullable. */
    function consistentValuesOf(field: string): unknown[] {
      if (uniqueFields.includes(field)) return [`unique-${++uniqueNumber}`, `unique-${++uniqueNumber}`];
      return field in consistentValues && !(field in values)
        ? [consistentValues[field]]
        : valuesOf(operationId, field);
    }

    async function expectCreated(body: Record<string, unknown>): Promise<void> {
      const response = (await api.sample(operationId, { body })) as ApiResponse<Created>;
      expect({ body, details: response.details, error: response.error }).toEqual({ body });
      for (const field of fields.filter((name) => !requestOnly.includes(name))) {
        const expected = returnedValue(operationId, field, body[field]);
        expect({ [field]: response.body[field] }, `${operationId} stores ${field}`).toMatchObject({
          [field]: expected,
        });
      }
      expect(await readBack(pathOf(operationId), response)).toEqual(response.body);
    }

    test.each([0, 1])('stores every field (values %i)', async (index) => {
      const body = fields.map((field) => {
        const some = consistentValuesOf(field).filter((value) => value !== null);
        return [field, some[index % some.length]];
      });
      await expectCreated(Object.fromEntries(body));
    });

    test('stores null in every nullable field', async () => {
      const body = fields.map((field) => [field, consistentValuesOf(field).at(-1)]);
      await expectCreated(Object.fromEntries(body));
    });
  });
}
