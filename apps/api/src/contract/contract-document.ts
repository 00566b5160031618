import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { OpenApiDocument, Schema } from '@pv-planning/contract/document';

/** The bundled contract as text, as it is published. */
export const contractJson = readFileSync(
  fileURLToPath(import.meta.resolve('@pv-planning/contract/openapi.json')),
  'utf8',
);

export const contractDocument: OpenApiDocument = JSON.parse(contractJson);

/** A schema of the contract, which has the rules that the caller reads. */
export function schemaNamed<Rules = Schema>(name: string): Rules {
  const found = contractDocument.components.schemas[name];
  if (!found) throw new Error(`The contract has no schema ${name}.`);
  return found as Rules;
}

function schemaName(reference: string): string {
  return reference.replace(/^.*\//, '');
}

/** The fields of a schema, those of schemas that it extends first. */
export function fieldNames(schema: string): string[] {
  const { allOf = [], properties = {} } = schemaNamed(schema);
  return [...allOf.flatMap(({ $ref = '' }) => fieldNames(schemaName($ref))), ...Object.keys(properties)];
}

/** The fields of a schema with the JSON types that each may have. */
export function fieldTypes(schema: string): [field: string, types: readonly string[]][] {
  return Object.entries(schemaNamed(schema).properties ?? {}).map(([field, property]) => {
    const { type = [] } = property.$ref ? schemaNamed(schemaName(property.$ref)) : property;
    return [field, [type].flat()];
  });
}

/** The fields that a schema requires. */
export function requiredFields(schema: string): readonly string[] {
  return schemaNamed(schema).required ?? [];
}

/** The most items that the contract allows in a field of a schema, or the most characters. */
export function limitOf(schema: string, field: string, keyword: 'maxItems' | 'maxLength'): number {
  const limit = schemaNamed(schema).properties?.[field]?.[keyword];
  if (limit === undefined) throw new Error(`The contract sets no ${keyword} for ${schema}.${field}.`);
  return limit;
}
