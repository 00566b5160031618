import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ContractDocument } from '@pv-planning/server-kit';

/** The bundled contract as text, as it is published. */
export const contractJson = readFileSync(
  fileURLToPath(import.meta.resolve('@pv-planning/contract/openapi.json')),
  'utf8',
);

export const contractDocument: ContractDocument = JSON.parse(contractJson);

/** The most items that the contract allows in an array field of a schema. */
export function maxItems(schema: string, field: string): number {
  const found = contractDocument.components.schemas?.[schema] as
    | { properties: Record<string, { maxItems?: number } | undefined> }
    | undefined;
  const limit = found?.properties[field]?.maxItems;
  if (limit === undefined) throw new Error(`The contract sets no maxItems for ${schema}.${field}.`);
  return limit;
}
