import type { RowChange, RowProblem, RowResult } from '@pv-planning/contract';
import { limitOf } from '../contract/contract-document.ts';
import type { Catalog, Known, Product } from './catalog.ts';
import { inPortions } from './in-portions.ts';
import { idsText, meanings, precedence } from './meaning.ts';
import { materialTypeOf, newProduct } from './new-product.ts';
import type { Plan, PlannedPrice, PlanOptions } from './planned.ts';
import type { ListedRow, ListItem } from './read-list.ts';
import { changesOf } from './row-changes.ts';
import { rowProblem } from './row-problems.ts';

/** What becomes of a row, as far as it is not empty. */
type Outcome = Partial<RowResult> & Pick<RowResult, 'status'>;

/** A small compressed body can be thousands of rows that are wrong in every field. */
const mostProblems = limitOf('RowResult', 'errors', 'maxItems');

function failed(...errors: readonly RowProblem[]): Outcome {
  return { status: 'FAILED', errors: errors.slice(0, mostProblems) };
}

function known({ id, materialType }: Product, changes: RowChange[], warnings: RowProblem[] = []): Outcome {
  const status = changes.length > 0 ? 'UPDATED' : 'UNCHANGED';
  return { status, materialId: id, materialType, changes, warnings };
}

function emptyResult(item: ListItem): RowResult {
  const { file, line } = item;
  return {
    file,
    line,
    articleNumber: item.kind === 'skipped' ? null : (item.articleNumber ?? null),
    status: 'FAILED',
    materialId: null,
    materialType: null,
    changes: [],
    errors: [],
    warnings: [],
  };
}

/**
 * Plans the rows of a price list one after the other, in the order of their precedence, each on what those before it leave.
 * Changes nothing: a dry run is the plan alone.
 */
export async function planImport(
  items: readonly ListItem[],
  catalog: Catalog,
  options: PlanOptions,
): Promise<Plan> {
  const plan: Plan = { results: [], created: [], changed: new Map(), manufacturers: new Map() };
  /** The product as the rows so far leave it. */
  function current(id: string | undefined): Product | undefined {
    return id === undefined ? undefined : (plan.changed.get(id)?.product ?? catalog.products.get(id));
  }

  const meaning = meanings(catalog, current);

  function change(product: Product, prices: PlannedPrice[] = []): void {
    const before = catalog.products.get(product.id) ?? product;
    plan.changed.set(product.id, { product, before, prices });
  }

  function archive(product: Product): Outcome {
    if (product.archived) return known(product, []);
    change({ ...product, archived: true });
    return known(product, [{ field: 'archived', from: false, to: true }]);
  }

  function renumber(row: ListedRow, { newNumberKey, byNewNumber }: Known, product: Product): Outcome {
    if (row.newArticleNumber === product.articleNumber) return known(product, []);
    const key = String(newNumberKey);
    const isTaken = byNewNumber.some((id) => id !== product.id) || meaning.isTaken(key);
    if (isTaken) return failed(rowProblem('number_taken', 'newArticleNumber'));
    const articleNumber = row.newArticleNumber ?? null;
    change({ ...product, articleNumber });
    return known(product, [{ field: 'articleNumber', from: product.articleNumber, to: articleNumber }]);
  }

  function update(row: ListedRow, rowKnown: Known, product: Product, byNumber: boolean): Outcome {
    const { next, prices, changes, warnings, errors } = changesOf(product, row, {
      ...options,
      byNumber,
      manufacturer: rowKnown.manufacturer,
    });
    if (errors.length > 0) return failed(...errors);
    if (changes.length > 0) change(next, prices);
    return known(product, changes, warnings);
  }

  function ofKnown(row: ListedRow, rowKnown: Known, product: Product, byNumber: boolean): Outcome {
    const type = materialTypeOf(row);
    if (typeof type === 'object') return failed(type);
    if (type !== undefined && type !== product.materialType)
      return failed(rowProblem('type_mismatch', 'materialType', { type: product.materialType }));
    if (row.action === 'DELETE') return archive(product);
    if (row.action === 'RENUMBER') return renumber(row, rowKnown, product);
    return update(row, rowKnown, product, byNumber);
  }

  function ofUnknown(row: ListedRow, rowKnown: Known, result: RowResult): Outcome {
    const { manufacturer, byNewNumber, withoutSupplier } = rowKnown;
    if (byNewNumber.length > 1)
      return failed(rowProblem('ambiguous_product', 'newArticleNumber', { ids: idsText(byNewNumber) }));
    const renumbered = current(byNewNumber[0]);
    if (renumbered) return known(renumbered, []);
    const isPriceAlone = row.action === 'CHANGE' && row.name === undefined;
    if (isPriceAlone || row.action === 'DELETE' || row.action === 'RENUMBER')
      return { status: 'SKIPPED', warnings: [rowProblem('not_in_catalog', 'articleNumber')] };
    const { product, materialType, errors } = newProduct(row, manufacturer, options);
    if (!product) return { ...failed(...errors), materialType };
    if (manufacturer?.id === null && !plan.manufacturers.has(manufacturer.key))
      plan.manufacturers.set(manufacturer.key, row.manufacturer ?? '');
    plan.created.push({ product, result });
    const warnings = withoutSupplier.map((id) =>
      rowProblem('number_without_supplier', 'articleNumber', { id }),
    );
    return { status: 'CREATED', materialType, warnings };
  }

  function ofRow(row: ListedRow, rowKnown: Known, result: RowResult): Outcome {
    const meant = meaning.of(row, rowKnown);
    if ('code' in meant) return failed(meant);
    const product = current(meant.id);
    const outcome = product
      ? ofKnown(row, rowKnown, product, meant.byNumber)
      : ofUnknown(row, rowKnown, result);
    if (outcome.status !== 'FAILED') meaning.settle(row, rowKnown, meant.id);
    return outcome;
  }

  const rowsToPlan: { row: ListedRow; rowKnown: Known; result: RowResult }[] = [];
  const knowledge = catalog.known.values();
  for (const item of items) {
    const result = emptyResult(item);
    plan.results.push(result);
    if (item.kind === 'failed') Object.assign(result, failed(...item.errors));
    else if (item.kind === 'skipped')
      Object.assign(result, { status: 'SKIPPED', warnings: [item.reason] } satisfies Outcome);
    else {
      const rowKnown = knowledge.next().value;
      if (!rowKnown) throw new Error('A row was not held against the catalog.');
      rowsToPlan.push({ row: item, rowKnown, result });
    }
  }
  rowsToPlan.sort((one, other) => precedence(one.row) - precedence(other.row));
  for await (const { row, rowKnown, result } of inPortions(rowsToPlan)) {
    const outcome = ofRow(row, rowKnown, result);
    Object.assign(result, outcome, { warnings: [...row.warnings, ...(outcome.warnings ?? [])] });
  }
  return plan;
}
