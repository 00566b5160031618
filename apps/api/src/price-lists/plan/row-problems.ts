import type { RowProblem } from '@pv-planning/contract';
import { limitOf } from '../../contract/contract-document.ts';

/** The errors and warnings of a row in addition to those of the reader. The guide to price lists explains each code. */
export const rowProblemTexts = {
  // Errors
  missing_name: 'is needed for a new product',
  missing_material_type: 'is needed for a new product',
  missing_manufacturer: 'is needed for a new product of this kind',
  missing_data: 'is needed for a new product of this kind',
  invalid_material_type: 'must be one of {types}',
  invalid_data: '{reason}',
  contradiction: '{reason}',
  unknown_manufacturer: 'is not in the catalog',
  ambiguous_product: 'could mean the products {ids}',
  duplicate_row: 'means the same product as {place}',
  type_mismatch: 'is not {type}, which the product is',
  number_taken: 'is the number of another product, or of another row',
  selling_price_too_high: 'makes a selling price that is too high',
  // Warnings
  large_price_change: 'changes by more than half, from {from} to {to}',
  archived_product: 'means a product that is out of use, and stays so',
  other_article: 'is not that of the product, which was found otherwise: only the price was taken',
  other_supplier: 'means a product of another supplier: only the price was taken',
  manufacturer_number_ignored:
    'is only taken with the manufacturer of the product, which the row does not name',
  number_without_supplier:
    'is also the number of the product {id}, which has no supplier: if it is the same, give it that of the list',
  not_in_catalog: 'means no product of the catalog, so there is nothing to change',
} as const;

const maxMessageLength = limitOf('RowProblem', 'message', 'maxLength');
const maxFieldLength = limitOf('RowProblem', 'field', 'maxLength');

export function rowProblem(
  code: keyof typeof rowProblemTexts,
  field: string | null,
  values: Readonly<Record<string, string | number>> = {},
): RowProblem {
  const message = rowProblemTexts[code].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  return {
    code,
    field: field?.slice(0, maxFieldLength) ?? null,
    message: message.slice(0, maxMessageLength),
  };
}

/** Ids that a message names: as many as people look up. */
const maxIds = 10;

export function idsText(ids: readonly string[]): string {
  const named = ids.slice(0, maxIds).join(', ');
  return ids.length > maxIds ? `${named} and ${ids.length - maxIds} more` : named;
}
