import { type OperationId, operations } from '@pv-planning/contract';
import { jsonOf } from '@pv-planning/contract/document';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { describedOperation, operationIds, resolved, type Schema } from './contract-document.ts';
import type { ExampleRecord, Resource } from './resource.ts';
import { exampleRecordsOf, referenceableRecords, resourceAt, resourceOf, resources } from './resources.ts';
import type { TestApi } from './test-api.ts';

export const lists = operationIds.filter((operationId) => operations[operationId].defaultSort !== null);

/** Number of copies per resource, in addition to the example records. */
const copiesEach = 20;

/** Names that German collation and code points sort differently. */
const names = [
  'Zander',
  'Ärger',
  'Arger',
  'arger',
  'Äpfel',
  'apfel',
  'Öl',
  'ol',
  'Straße',
  'Strasse',
  'strasse',
  'von Berg',
  'Von Berg',
  'vonBerg',
  'Müller',
  'Muller',
  'Mueller',
  'Ab-C',
  'Abc',
  'Ab C',
  '10',
  '9',
  'Łódź',
  'é',
  'e',
  '🌞',
];
const addresses = ['b@a.example', 'B@a.example', 'a@a.example', 'z@a.example', 'a.b@a.example'];
const prices = [0, 9.5, 10, 95, 95.00001, 1000, 999_999_999.99999];

/** Only a few different times, so that many records share a time. */
const times = fc
  .integer({ min: 0, max: 5 })
  .map((minutes) => new Date(Date.now() - 60_000 * (minutes + 1)).toISOString());

/** Returns the schema of a field, even within combined schemas. */
function fieldSchema(schema: Schema, field: string): Schema | undefined {
  const { properties = {}, allOf = [], oneOf = [] } = resolved(schema);
  const own = properties[field];
  if (own) return resolved(own);
  return [...allOf, ...oneOf].map((part) => fieldSchema(part, field)).find((found) => found !== undefined);
}

function itemSchemaOf(list: OperationId): Schema {
  const { schema = {} } = jsonOf(resolved(describedOperation(list).responses[200] ?? {})) ?? {};
  return resolved(schema).properties?.data?.items ?? {};
}

/** Returns the fields of a list's items. */
export function listedFieldsOf(list: OperationId): string[] {
  const fieldsOf = (schema: Schema): string[] => {
    const { properties = {}, allOf = [], oneOf = [] } = resolved(schema);
    return [...Object.keys(properties), ...[...allOf, ...oneOf].flatMap(fieldsOf)];
  };
  return fieldsOf(itemSchemaOf(list));
}

/** Returns what the order of a list depends on: the type of the values in the sort field, and whether some are missing. */
export function sortKindOf(list: OperationId, field: string): string {
  const { type, format, enum: listed } = fieldSchema(itemSchemaOf(list), field) ?? {};
  const kind = listed
    ? 'enum'
    : (format ??
      [type]
        .flat()
        .filter((each) => each !== 'null')
        .join());
  const nullable = operations[list].nullableSort.some((other) => other === field);
  return `${/name$/i.test(field) ? 'name' : kind}${nullable ? ' or null' : ''}`;
}

function someOf({ enum: listed, format, type }: Schema): fc.Arbitrary<unknown> {
  if (listed) return fc.constantFrom(...listed.filter((value) => value !== null));
  if (format === 'date-time') return times;
  if (format === 'date') return fc.constantFrom('2026-03-01', '2026-03-31', '2026-10-25', '2027-01-01');
  if (format === 'email') return fc.constantFrom(...addresses);
  if ([type].flat().includes('integer')) return fc.constantFrom(1, 2, 3, 10);
  return fc.constantFrom<unknown>(...([type].flat().includes('string') ? names : prices));
}

/** Generates values for the sort fields of a list, some of them equal or null. */
function sortedValues(list: OperationId): fc.Arbitrary<Record<string, unknown>> {
  const { sortable, nullableSort } = operations[list];
  const fields = sortable.map((field) => {
    const values = someOf(fieldSchema(itemSchemaOf(list), field) ?? {});
    return [field, nullableSort.some((other) => other === field) ? fc.option(values, { freq: 3 }) : values];
  });
  return fc.record(Object.fromEntries(fields));
}

let number = 500_000;

/** Returns a copy of a field's value without parts that have their own ids. A null reference becomes the id of an example record. */
function copied(field: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.some((member) => member?.id !== undefined) ? [] : value;
  return value ?? referenceableRecords(field)[0]?.id ?? null;
}

/** Returns copies of the last example record that differ in the sort fields. */
function copiesOf(resource: Resource, list: OperationId): ExampleRecord[] {
  const example = exampleRecordsOf(resource).at(-1);
  if (!example) return [];
  const { unique = [], generatedNumbers = {} } = resource;
  const alike = Object.entries(example).map(([field, value]) => [field, copied(field, value)]);
  const seed = resources.indexOf(resource);
  return fc.sample(sortedValues(list), { numRuns: copiesEach, seed }).map((values) => {
    number += 1;
    const given = Object.entries(generatedNumbers).map(([name, numberOf]) => [name, numberOf(number)]);
    const own = unique.map(({ name }) => {
      const { [name]: value = name } = values;
      return [name, value === null ? null : `${value} ${number}`];
    });
    const id = /^\d+$/.test(example.id) ? String(number) : uuidv7();
    return { ...Object.fromEntries([...alike, ...Object.entries(values), ...own, ...given]), id };
  });
}

/** Returns the resources whose records a list contains. */
function shownIn(list: OperationId): readonly Resource[] {
  const resource = resourceOf(list);
  return resource.combines?.map(resourceAt) ?? [resource];
}

/** Returns the number of records in a list of the example company after `storeManyRecords`. */
export function recordsIn(list: OperationId): number {
  return shownIn(list).reduce((sum, resource) => sum + copiesEach + exampleRecordsOf(resource).length, 0);
}

/** Adds records of every listed kind to the example company. */
export async function storeManyRecords({ database, exampleCompany }: TestApi): Promise<void> {
  for (const list of lists) {
    const resource = resourceOf(list);
    for (const record of copiesOf(resource, list))
      await resource.store?.(database.kysely, exampleCompany.id, record as never);
  }
}
