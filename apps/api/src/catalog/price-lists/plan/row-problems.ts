import type { RowProblem } from '@pv-planning/contract';
import { limitOf } from '../../../kernel/contract/contract-document.ts';

/**
 * The errors and warnings of a row, in addition to those reported when the list is read. The guide to price lists explains each
 * code.
 */
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
  ambiguous_product: 'matches several products: {ids}',
  duplicate_row: 'matches the same product as {line}',
  type_mismatch: "does not match the product's type {type}",
  more_errors: 'has further errors, which are not listed',
  number_taken: 'is the number of another product, or of another row',
  selling_price_too_high: 'results in a selling price that is too high',
  // Warnings
  large_price_change: 'changes by more than half, from {from} to {to}',
  archived_product: 'refers to an archived product, which stays archived',
  other_article: "differs from the product's article number; only the price was updated",
  other_supplier: 'matches a product of another supplier; only the price was updated',
  manufacturer_number_ignored: "is ignored, because the row does not name the product's manufacturer",
  number_without_supplier:
    'is also the number of product {id}, which has no supplier: if it is the same product, set its supplier',
  repeated_gtin: 'is also the GTIN of {line}: the list may have a wrong GTIN, or the product twice',
  not_in_catalog: 'matches no product in the catalog, so there is nothing to change',
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

/** Maximum number of ids in a message. */
const maxIds = 10;

export function idsText(ids: readonly string[]): string {
  const named = ids.slice(0, maxIds).join(', ');
  return ids.length > maxIds ? `${named} and ${ids.length - maxIds} more` : named;
}

/** Returns at most `maximum` errors of a row, two or more. The last one says whether there are others. */
export function firstErrors(errors: readonly RowProblem[], maximum: number): RowProblem[] {
  if (errors.length <= maximum) return [...errors];
  return [...errors.slice(0, maximum - 1), rowProblem('more_errors', null)];
}
