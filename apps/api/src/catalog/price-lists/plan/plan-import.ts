import type { RowResult } from '@pv-planning/contract';
import type { CatalogMatch } from '../match/match-rows.ts';
import type { Product } from '../match/product.ts';
import type { Catalog } from '../match/read-catalog.ts';
import type { ListedRow, ListItem } from '../read-list.ts';
import { yieldingToEventLoop } from '../yield-to-event-loop.ts';
import type { ChangedProduct, NewProduct, Plan, PlanOptions } from './plan.ts';
import { failed, planKnown, planUnknown, type RowPlan, skipped } from './plan-row.ts';
import { precedence, rowTargets } from './row-targets.ts';

function resultOf(item: ListItem, { outcome }: RowPlan): RowResult {
  const { file, line } = item;
  const { status, warnings = [], ...filled } = outcome;
  return {
    file,
    line,
    articleNumber: item.kind === 'skipped' ? null : (item.articleNumber ?? null),
    status,
    materialId: null,
    materialType: null,
    changes: [],
    errors: [],
    ...filled,
    warnings: [...(item.kind === 'row' ? item.warnings : []), ...warnings],
  };
}

interface MatchedItem {
  /** Index in the list. */
  index: number;
  item: ListItem;
  /** Undefined for items other than rows. */
  match: CatalogMatch | undefined;
}

/** Returns the items in the order in which they are planned. */
function inPrecedence(items: readonly ListItem[], { matches }: Catalog): MatchedItem[] {
  const remaining = matches.values();
  const matched = items.map((item, index) => {
    const match = item.kind === 'row' ? remaining.next().value : undefined;
    return { index, item, match };
  });
  return matched.sort((one, other) => precedence(one.item) - precedence(other.item));
}

/** Returns the manufacturers of new products that are not in the catalog, by key, each in its first spelling. */
function manufacturersToAdd(created: Plan['created']): Map<string, string> {
  const names = new Map<string, string>();
  for (const { product } of created) {
    const { manufacturer } = product;
    if (manufacturer?.id === null && !names.has(manufacturer.key))
      names.set(manufacturer.key, manufacturer.name);
  }
  return names;
}

/**
 * Plans the rows of a price list one by one in order of precedence. Each row is applied to the products as changed by earlier rows.
 * Does not write to the database.
 */
export async function planImport(
  items: readonly ListItem[],
  catalog: Catalog,
  options: PlanOptions,
  signal: AbortSignal,
): Promise<Plan> {
  const results = new Array<RowResult>(items.length);
  const created: { index: number; product: NewProduct }[] = [];
  const changed = new Map<string, ChangedProduct>();
  const current = (id: string | undefined): Product | undefined =>
    id === undefined ? undefined : (changed.get(id)?.product ?? catalog.products.get(id));
  const targets = rowTargets(catalog, current);

  function change({ product, prices }: NonNullable<RowPlan['changed']>): void {
    const before = catalog.products.get(product.id) ?? product;
    changed.set(product.id, { before, product, prices });
  }

  function planRow(row: ListedRow, match: CatalogMatch): RowPlan {
    const target = targets.find(row, match);
    if ('code' in target) return failed(target);
    const product = current(target.id);
    const { isNumberTaken } = targets;
    const rowPlan = product
      ? planKnown(row, match, { product, byNumber: target.byNumber, isNumberTaken }, options)
      : planUnknown(
          row,
          match,
          { renumbered: current(match.byNewNumber[0]), repeatedGtin: targets.repeatedGtin(row) },
          options,
        );
    if (rowPlan.changed) change(rowPlan.changed);
    if (rowPlan.outcome.status !== 'FAILED') targets.markApplied(row, match, target.id);
    return rowPlan;
  }

  function planItem(item: ListItem, match: CatalogMatch | undefined): RowPlan {
    if (item.kind === 'failed') return failed(...item.errors);
    if (item.kind === 'skipped') return skipped(item.reason);
    if (!match) throw new Error('A row was not matched with the catalog.');
    return planRow(item, match);
  }

  for await (const { index, item, match } of yieldingToEventLoop(inPrecedence(items, catalog), signal)) {
    const rowPlan = planItem(item, match);
    results[index] = resultOf(item, rowPlan);
    if (rowPlan.created) created.push({ index, product: rowPlan.created });
  }
  return { results, created, changed: [...changed.values()], manufacturers: manufacturersToAdd(created) };
}
