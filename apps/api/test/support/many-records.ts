import { jsonOf } from '@pv-planning/contract/document';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import type { Schema, TestContract } from './contract-document.ts';
import type { ExampleRecord, Resource } from './resource.ts';
import {
  exampleRecordsOf,
  operationResources,
  referenceableRecords,
  resourceAt,
  resources,
} from './resources.ts';
import type { ContractWorld } from './test-api.ts';

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

function someOf({ enum: listed, format, type }: Schema): fc.Arbitrary<unknown> {
  if (listed) return fc.constantFrom(...listed.filter((value) => value !== null));
  if (format === 'date-time') return times;
  if (format === 'date') return fc.constantFrom('2026-03-01', '2026-03-31', '2026-10-25', '2027-01-01');
  if (format === 'idn-email') return fc.constantFrom(...addresses);
  if ([type].flat().includes('integer')) return fc.constantFrom(1, 2, 3, 10);
  return fc.constantFrom<unknown>(...([type].flat().includes('string') ? names : prices));
}

let number = 500_000;

/** Returns a copy of a field's value without parts that have their own ids. A null reference becomes the id of an example record. */
function copied(field: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.some((member) => member?.id !== undefined) ? [] : value;
  return value ?? referenceableRecords(field)[0]?.id ?? null;
}

/** The lists of a document, and many records for them. */
export function manyRecords<Id extends string>(contract: TestContract<Id>) {
  const { operations, operationIds, describedOperation, resolved } = contract;
  const { resourceOf } = operationResources(contract);
  const lists = operationIds.filter((operationId) => operations[operationId].defaultSort !== null);

  /** Returns the schema of a field, even within combined schemas. */
  function fieldSchema(schema: Schema, field: string): Schema | undefined {
    const { properties = {}, allOf = [], anyOf = [], oneOf = [] } = resolved(schema);
    const own = properties[field];
    if (own) return resolved(own);
    return [...allOf, ...anyOf, ...oneOf]
      .map((part) => fieldSchema(part, field))
      .find((found) => found !== undefined);
  }

  function itemSchemaOf(list: Id): Schema {
    const { schema = {} } = jsonOf(resolved(describedOperation(list).responses[200] ?? {})) ?? {};
    return resolved(schema).properties?.data?.items ?? {};
  }

  /** Returns the fields of a list's items. */
  function listedFieldsOf(list: Id): string[] {
    const fieldsOf = (schema: Schema): string[] => {
      const { properties = {}, allOf = [], anyOf = [], oneOf = [] } = resolved(schema);
      return [...Object.keys(properties), ...[...allOf, ...anyOf, ...oneOf].flatMap(fieldsOf)];
    };
    return fieldsOf(itemSchemaOf(list));
  }

  /**
   * Returns the properties on which the order of a list depends: the type of the values in the sort field, and whether some are
   * missing.
   */
  function sortKindOf(list: Id, field: string): string {
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

  /** Generates values for the sort fields of a list, some of them equal or null. */
  function sortedValues(list: Id): fc.Arbitrary<Record<string, unknown>> {
    const { sortable, nullableSort } = operations[list];
    const fields = sortable.map((field) => {
      const values = someOf(fieldSchema(itemSchemaOf(list), field) ?? {});
      return [field, nullableSort.some((other) => other === field) ? fc.option(values, { freq: 3 }) : values];
    });
    return fc.record(Object.fromEntries(fields));
  }

  /** Returns copies of the last example record that differ in the sort fields. */
  function copiesOf(resource: Resource, list: Id): ExampleRecord[] {
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
  function shownIn(list: Id): readonly Resource[] {
    const resource = resourceOf(list);
    return resource.combines?.map(resourceAt) ?? [resource];
  }

  /** Returns the number of records in a list of the example company after `storeManyRecords`. */
  function recordsIn(list: Id): number {
    return shownIn(list).reduce((sum, resource) => sum + copiesEach + exampleRecordsOf(resource).length, 0);
  }

  /** Adds records of every listed kind to the example company. */
  async function storeManyRecords({
    database,
    exampleCompany,
  }: Pick<ContractWorld<Id>, 'database' | 'exampleCompany'>): Promise<void> {
    for (const list of lists) {
      const resource = resourceOf(list);
      for (const record of copiesOf(resource, list))
        await resource.store?.(database.kysely, exampleCompany.id, record as never);
    }
  }

  return { lists, listedFieldsOf, sortKindOf, recordsIn, storeManyRecords };
}
