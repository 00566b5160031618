import { readdirSync } from 'node:fs';
import { type OperationId, operations } from '@pv-planning/contract';
import { bodySchemaOf, resolved } from './contract-document.ts';
import type { Resource, Shown, UniqueField } from './resource.ts';

const folder = new URL('../resources/', import.meta.url);

interface ResourceModule {
  default: Resource | readonly Resource[];
}

const modules: ResourceModule[] = await Promise.all(
  readdirSync(folder).map((file) => import(new URL(file, folder).href)),
);

/** All kinds of records that the tests know. */
export const resources: readonly Resource[] = modules.flatMap((module) => module.default);

export const storyOf = ({ story = () => [] }: Resource): readonly Shown[] => story();

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
export function namedIn(field: string): Resource | undefined {
  return resources.find(({ namedBy = [] }) => namedBy.includes(field));
}

/** The records of the story that a field can name. */
export function nameableIn(field: string): readonly Shown[] {
  const named = namedIn(field);
  if (!named) return [];
  const { unites } = named;
  return unites ? unites.flatMap((path) => storyOf(resourceAt(path))) : storyOf(named);
}

/** The fields of an operation's body, with their schemas. */
export const bodyFieldsOf = (operationId: OperationId) =>
  resolved(bodySchemaOf(operationId) ?? {}).properties ?? {};

/** The fields of an operation's body that name one record each. */
export function referencesOf(operationId: OperationId): string[] {
  return Object.keys(bodyFieldsOf(operationId)).filter((field) => /Id$/.test(field) && namedIn(field));
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
export function tells(operationId: OperationId, field: string): boolean {
  const { telling = false } = resourceOf(operationId);
  return typeof telling === 'boolean' ? telling : telling.includes(field);
}
