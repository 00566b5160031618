import fc from 'fast-check';
import { publicContract, type Schema, type TestContract } from './contract-document.ts';
import { operationResources, referenceableRecords, referencedResource } from './resources.ts';
import { allowedValues } from './schema-arbitrary.ts';

/** Returns values of an id field, including lists of several ids and ids in upper case. */
function idsFor(field: string, { type }: Schema): unknown[] {
  const [first = '', second = first] = referenceableRecords(field).map(({ id }) => id);
  return [type].flat().includes('array')
    ? [[second], [...new Set([second, first])], []]
    : [first, second.toUpperCase()];
}

/** Defaults of fields omitted from nested objects. Other omitted fields become null. */
const partDefaults: Record<string, unknown> = { country: 'DE' };

/** Returns a value as it appears in a response, with all fields of its parts. */
function completeValue({ properties = {}, items = {}, format }: Schema, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((member) => completeValue(items, member));
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(properties).map(([name, property]) => [
      name,
      name in value ? completeValue(property, value[name as never]) : (partDefaults[name] ?? null),
    ]);
    return Object.fromEntries(members);
  }
  // Converts minus zero to zero.
  if (typeof value === 'number') return value + 0;
  if (typeof value !== 'string') return value;
  return format === 'date-time' ? new Date(value).toISOString() : value.normalize('NFC');
}

/** Returns a value from a response without the fields that cannot be sent. */
export function sendable({ properties, items }: Schema, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((member) => sendable(items ?? {}, member));
  if (typeof value !== 'object' || value === null || !properties) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name in properties));
}

/** Values for the fields of request bodies, and the values that the response then contains. */
export interface FieldValues<Id extends string> {
  /** Returns values that are valid together with the values of the other fields. The last is null if the field is nullable. Adjacent
   * values differ. */
  valuesOf(operationId: Id, field: string): unknown[];
  /** Returns the value in the response for a value in the body. */
  returnedValue(operationId: Id, field: string, value: unknown): unknown;
}

export function fieldValues<Id extends string>(contract: TestContract<Id>): FieldValues<Id> {
  const { resourceOf, bodyFieldsOf } = operationResources(contract);
  return {
    valuesOf(operationId, field) {
      const schema = bodyFieldsOf(operationId)[field] ?? {};
      const isNullable = [schema.type].flat().includes('null');
      const some =
        resourceOf(operationId).values?.[field] ??
        (referencedResource(field)
          ? idsFor(field, schema)
          : fc.sample(allowedValues(schema), { numRuns: 4, seed: field.length }));
      return isNullable ? [...some.filter((value) => value !== null), null] : [...some];
    },
    returnedValue(operationId, field, value) {
      const { [field]: answers } = resourceOf(operationId).answers ?? {};
      if (answers) return answers(value as never);
      if (value === null) return null;
      if (referencedResource(field))
        return Array.isArray(value) ? value.toSorted() : String(value).toLowerCase();
      return completeValue(bodyFieldsOf(operationId)[field] ?? {}, value);
    },
  };
}

export const { valuesOf, returnedValue } = fieldValues(publicContract);
