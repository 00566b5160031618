import type { RowChange, RowProblem, RowResult } from '@pv-planning/contract';
import { limitOf } from '../../../kernel/contract/contract-document.ts';
import type { CatalogMatch } from '../match/match-rows.ts';
import type { Product } from '../match/product.ts';
import type { ListedRow } from '../read-list.ts';
import { materialTypeOf, newProduct } from './new-product.ts';
import type { NewProduct, PlannedPrice, PlanOptions } from './plan.ts';
import { changesOf, initialValues } from './row-changes.ts';
import { firstErrors, idsText, rowProblem } from './row-problems.ts';

/** The effect of a row on the catalog, and the non-empty fields of its result. */
export interface RowPlan {
  outcome: Partial<RowResult> & Pick<RowResult, 'status'>;
  created?: NewProduct;
  changed?: { product: Product; prices: readonly PlannedPrice[] };
}

/** Limits the size of the response: a small compressed body can contain thousands of rows with errors in every field. */
const maxErrors = limitOf('RowResult', 'errors', 'maxItems');

export function failed(...errors: readonly RowProblem[]): RowPlan {
  return { outcome: { status: 'FAILED', errors: firstErrors(errors, maxErrors) } };
}

export function skipped(reason: RowProblem): RowPlan {
  return { outcome: { status: 'SKIPPED', warnings: [reason] } };
}

function unchanged({ id, materialType }: Product, warnings: RowProblem[] = []): RowPlan {
  return { outcome: { status: 'UNCHANGED', materialId: id, materialType, warnings } };
}

function updated(
  product: Product,
  changes: RowChange[],
  { prices = [], warnings = [] }: { prices?: readonly PlannedPrice[]; warnings?: RowProblem[] } = {},
): RowPlan {
  const { id, materialType } = product;
  return {
    outcome: { status: 'UPDATED', materialId: id, materialType, changes, warnings },
    changed: { product, prices },
  };
}

function archive(product: Product): RowPlan {
  if (product.archived) return unchanged(product);
  return updated({ ...product, archived: true }, [{ field: 'archived', from: false, to: true }]);
}

function renumber(
  row: ListedRow,
  { newNumberKey, byNewNumber }: CatalogMatch,
  product: Product,
  isNumberTaken: (numberKey: string) => boolean,
): RowPlan {
  const from = product.articleNumber;
  const to = row.newArticleNumber ?? null;
  if (to === from) return unchanged(product);
  const isTaken = byNewNumber.some((id) => id !== product.id) || isNumberTaken(String(newNumberKey));
  if (isTaken) return failed(rowProblem('number_taken', 'newArticleNumber'));
  return updated({ ...product, articleNumber: to }, [{ field: 'articleNumber', from, to }]);
}

interface KnownTarget {
  /** Includes the changes of earlier rows. */
  product: Product;
  byNumber: boolean;
  isNumberTaken: (numberKey: string) => boolean;
}

/** Plans a row for a product in the catalog. */
export function planKnown(
  row: ListedRow,
  match: CatalogMatch,
  { product, byNumber, isNumberTaken }: KnownTarget,
  options: PlanOptions,
): RowPlan {
  const type = materialTypeOf(row);
  if (typeof type === 'object') return failed(type);
  if (type !== undefined && type !== product.materialType)
    return failed(rowProblem('type_mismatch', 'materialType', { type: product.materialType }));
  if (row.action === 'DELETE') return archive(product);
  if (row.action === 'RENUMBER') return renumber(row, match, product, isNumberTaken);
  const { manufacturer } = match;
  const { next, prices, changes, warnings, errors } = changesOf(product, row, {
    ...options,
    byNumber,
    manufacturer,
  });
  if (errors.length > 0) return failed(...errors);
  return changes.length > 0 ? updated(next, changes, { prices, warnings }) : unchanged(product, warnings);
}

/**
 * Plans a row for a product that is not in the catalog.
 *
 * @param renumbered the product that already has the new number of a RENUMBER row
 * @param repeatedGtin the warning if an earlier row has the same GTIN
 */
export function planUnknown(
  row: ListedRow,
  { manufacturer, byNewNumber, withoutSupplier }: CatalogMatch,
  { renumbered, repeatedGtin }: { renumbered: Product | undefined; repeatedGtin: RowProblem | undefined },
  options: PlanOptions,
): RowPlan {
  if (byNewNumber.length > 1)
    return failed(rowProblem('ambiguous_product', 'newArticleNumber', { ids: idsText(byNewNumber) }));
  if (renumbered) return unchanged(renumbered);
  const isPriceOnly = row.action === 'CHANGE' && row.name === undefined;
  if (isPriceOnly || row.action === 'DELETE' || row.action === 'RENUMBER')
    return skipped(rowProblem('not_in_catalog', 'articleNumber'));
  const { product, materialType, errors } = newProduct(row, manufacturer, options);
  if (!product) return { outcome: { ...failed(...errors).outcome, materialType } };
  const warnings = withoutSupplier.map((id) =>
    rowProblem('number_without_supplier', 'articleNumber', { id }),
  );
  if (repeatedGtin) warnings.push(repeatedGtin);
  const changes = initialValues(product);
  return { outcome: { status: 'CREATED', materialType, changes, warnings }, created: product };
}
