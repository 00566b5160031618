import { readdirSync } from 'node:fs';
import { type OperationId, operations } from '@pv-planning/contract';
import { bodySchemaOf, resolved } from './contract-document.ts';
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

export const resourceOf = (operationId: OperationId) => resourceAt(operations[operationId].path);

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

/** The fields of an operation's body, with their schemas. */
export const bodyFieldsOf = (operationId: OperationId) =>
  resolved(bodySchemaOf(operationId) ?? {}).properties ?? {};

/** The fields of an operation's body that name one record each. */
export function referencesOf(operationId: OperationId): string[] {
  return Object.keys(bodyFieldsOf(operationId)).filter(
    (field) => /Id$/.test(field) && referencedResource(field),
  );
}

/** The unique fields that the body of an operation can have. */
export function uniqueFieldsOf(operationId: OperationId): readonly UniqueField[] {
  const fields = bodyFieldsOf(operationId);
  if (Object.keys(fields).length === 0) return [];
  return (resourceOf(operationId).unique ?? []).filter(({ name }) => name in fields);
}

/** A field of the body with a text that can be changed freely. */
export function freeTextOf(operationId: OperationId): string {
  const { path, text } = resourceOf(operationId);
  if (text === undefined) throw new Error(`test/resources names no free text of ${path}.`);
  return text;
}

/** Whether a change of the field raises an event. */
export function raisesEvent(operationId: OperationId, field: string): boolean {
  const { raisesEvents = false } = resourceOf(operationId);
  return typeof raisesEvents === 'boolean' ? raisesEvents : raisesEvents.includes(field);
}
