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

/** All resources that the tests know. */
export const resources: readonly Resource[] = modules.flatMap((module) => module.default);

export const exampleRecordsOf = ({ exampleRecords = () => [] }: Resource): readonly ExampleRecord[] =>
  exampleRecords();

/** Returns the resource at a path of the contract: the one with the longest matching path. */
export function resourceAt(path: string): Resource {
  const [found] = resources
    .filter((resource) => `${path}/`.startsWith(`${resource.path}/`))
    .toSorted((one, other) => other.path.length - one.path.length);
  if (!found) throw new Error(`Nothing in test/resources describes ${path}.`);
  return found;
}

/** Returns the resource that a field references, by one or more ids; undefined if the field is not a reference. */
export function referencedResource(field: string): Resource | undefined {
  return resources.find(({ referencedBy = [] }) => referencedBy.includes(field));
}

/** Returns the example records that a field can reference. */
export function referenceableRecords(field: string): readonly ExampleRecord[] {
  const resource = referencedResource(field);
  if (!resource) return [];
  const { combines } = resource;
  return combines
    ? combines.flatMap((path) => exampleRecordsOf(resourceAt(path)))
    : exampleRecordsOf(resource);
}

/** Facts about the operations of a document, based on the resources at their paths. */
export interface OperationResources<Id extends string> {
  resourceOf(operationId: Id): Resource;
  /** Returns the fields of an operation's body, with their schemas. */
  bodyFieldsOf(operationId: Id): Record<string, Schema>;
  /** Returns the fields of an operation's body that reference a single record. */
  referencesOf(operationId: Id): string[];
  /** Returns the unique fields that the body of an operation can have. */
  uniqueFieldsOf(operationId: Id): readonly UniqueField[];
  /** Returns a text field of the body that can be changed freely. */
  freeTextOf(operationId: Id): string;
  /** Returns whether a change to the field raises an event. */
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
      if (text === undefined) throw new Error(`test/resources does not specify a text field for ${path}.`);
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
