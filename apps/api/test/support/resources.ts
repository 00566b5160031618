import { readdirSync } from 'node:fs';
import { publicContract, type Schema, type TestContract } from './contract-document.ts';
import type { ExampleRecord, Resource, UniqueField } from './resource.ts';

const folder = new URL('../resources/', import.meta.url);

interface ResourceModule {
  default: Resource | readonly Resource[];
}

const modules: ResourceModule[] = await Promise.all(
  readdirSync(folder).map((file) => import(new URL(file, folder).href)),
);

/** All kinds of records that the tests know. */
export const resources: readonly Resource[] = modules.flatMap((module) => module.default);

export const exampleRecordsOf = ({ exampleRecords = () => [] }: Resource): readonly ExampleRecord[] =>
  exampleRecords();

/** The kind of record at an address of the contract: the one with the longest path that leads there. */
export function resourceAt(path: string): Resource {
  const [found] = resources
    .filter((resource) => `${path}/`.startsWith(`${resource.path}/`))
    .toSorted((one, other) => other.path.length - one.path.length);
  if (!found) throw new Error(`Nothing in test/resources describes ${path}.`);
  return found;
}

/** The kind of record that a field names, by its id or by several; undefined for a field that names none. */
export function referencedResource(field: string): Resource | undefined {
  return resources.find(({ referencedBy = [] }) => referencedBy.includes(field));
}

/** The example records that a field can name. */
export function referenceableRecords(field: string): readonly ExampleRecord[] {
  const named = referencedResource(field);
  if (!named) return [];
  const { combines } = named;
  return combines ? combines.flatMap((path) => exampleRecordsOf(resourceAt(path))) : exampleRecordsOf(named);
}

/** What the tests know of the operations of a document, by the kinds of records at their paths. */
export interface OperationResources<Id extends string> {
  resourceOf(operationId: Id): Resource;
  /** The fields of an operation's body, with their schemas. */
  bodyFieldsOf(operationId: Id): Record<string, Schema>;
  /** The fields of an operation's body that name one record each. */
  referencesOf(operationId: Id): string[];
  /** The unique fields that the body of an operation can have. */
  uniqueFieldsOf(operationId: Id): readonly UniqueField[];
  /** A field of the body with a text that can be changed freely. */
  freeTextOf(operationId: Id): string;
  /** Whether a change of the field raises an event. */
  raisesEvent(operationId: Id, field: string): boolean;
}

export function operationResources<Id extends string>({
  operations,
  bodySchemaOf,
}: Pick<TestContract<Id>, 'operations' | 'bodySchemaOf'>): OperationResources<Id> {
  const resourceOf = (operationId: Id) => resourceAt(operations[operationId].path);
  const bodyFieldsOf = (operationId: Id) => bodySchemaOf(operationId)?.properties ?? {};
  return {
    resourceOf,
    bodyFieldsOf,
    referencesOf: (operationId) =>
      Object.keys(bodyFieldsOf(operationId)).filter(
        (field) => /Id$/.test(field) && referencedResource(field),
      ),
    uniqueFieldsOf(operationId) {
      const fields = bodyFieldsOf(operationId);
      if (Object.keys(fields).length === 0) return [];
      return (resourceOf(operationId).unique ?? []).filter(({ name }) => name in fields);
    },
    freeTextOf(operationId) {
      const { path, text } = resourceOf(operationId);
      if (text === undefined) throw new Error(`test/resources names no free text of ${path}.`);
      return text;
    },
    raisesEvent(operationId, field) {
      const { raisesEvents = false } = resourceOf(operationId);
      return typeof raisesEvents === 'boolean' ? raisesEvents : raisesEvents.includes(field);
    },
  };
}

export const { resourceOf, bodyFieldsOf, referencesOf, uniqueFieldsOf, freeTextOf, raisesEvent } =
  operationResources(publicContract);
