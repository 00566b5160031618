import type { components } from '@pv-planning/contract';
import { mergedAlternatives, type OpenApiDocument, type Schema } from '@pv-planning/contract/document';
import { bundleText } from './bundle-text.ts';

/** The public document. */
export const contractDocument = mergedAlternatives<OpenApiDocument>(JSON.parse(bundleText('public')));

export type SchemaName = keyof components['schemas'];

/** Returns a schema of the contract by name. @typeParam Rules the keywords that the caller reads */
export function schemaNamed<Rules = Schema>(name: string): Rules {
  const found = contractDocument.components.schemas[name];
  if (!found) throw new Error(`The contract has no schema ${name}.`);
  return found as Rules;
}

function schemaName(reference: string): string {
  return reference.replace(/^.*\//, '');
}

/** Returns the fields of a schema, starting with those of the schemas that it extends. */
export function fieldNames(schema: string): string[] {
  const { allOf = [], properties = {} } = schemaNamed(schema);
  return [...allOf.flatMap(({ $ref = '' }) => fieldNames(schemaName($ref))), ...Object.keys(properties)];
}

/** Returns the fields of a schema with their JSON types. */
export function fieldTypes(schema: string): [field: string, types: readonly string[]][] {
  return Object.entries(schemaNamed(schema).properties ?? {}).map(([field, property]) => {
    const { type = [] } = property.$ref ? schemaNamed(schemaName(property.$ref)) : property;
    return [field, [type].flat()];
  });
}

export function requiredFields(schema: string): readonly string[] {
  return schemaNamed(schema).required ?? [];
}

/** Returns the maximum number of items or characters in a field of a schema. */
export function limitOf(schema: string, field: string, keyword: 'maxItems' | 'maxLength'): number {
  const limit = schemaNamed(schema).properties?.[field]?.[keyword];
  if (limit === undefined) throw new Error(`The contract sets no ${keyword} for ${schema}.${field}.`);
  return limit;
}

/** Returns the largest number that a schema allows. */
export function maximumOf(schema: string): number {
  const { maximum } = schemaNamed(schema);
  if (maximum === undefined) throw new Error(`The contract sets no maximum for ${schema}.`);
  return maximum;
}
