import type { Markup, PriceListResult, RowChange, RowProblem, RowResult } from '@pv-planning/contract';
import { unitPrice } from '@pv-planning/price-list';
import type { MaterialData } from '../materials/material-data.ts';
import { isMaterialType, type MaterialType } from '../materials/material-kinds.ts';
import type { Catalog, Known, Product } from './catalog.ts';
import { checkedData } from './new-product.ts';
import type { ListedRow, ListItem } from './read-list.ts';
import { changesOf, sellingPriceChanges } from './row-changes.ts';
import { rowProblem } from './row-problems.ts';

export interface PlanOptions {
  supplier: string | null;
  defaultMaterialType: MaterialType | undefined;
  createManufacturers: boolean;
  markup: readonly Markup[];
}

/** A selling price that follows from a purchase price. */
export interface PlannedPrice {
  siteId: string;
  /** Net euros of one unit. */
  net: number;
}

/** A product that the list adds. */
export interface NewProduct {
  materialType: MaterialType;
  name: string;
  /** Of the catalog, or one that the list adds. */
  manufacturer: { id: string } | { key: string } | undefined;
  supplier: string | null;
  articleNumber: string | null;
  manufacturerArticleNumber: string | null;
  gtin: string | null;
  description: string | null;
  unit: string;
  purchasePrice: number | undefined;
  data: MaterialData;
  prices: PlannedPrice[];
  result: RowResult;
}

/** A product that the list changes, as it will be. */
export interface ChangedProduct {
  product: Product;
  before: Product;
  prices: PlannedPrice[];
}

/** What a price list does, before any of it is done. */
export interface Plan {
  results: RowResult[];
  created: NewProduct[];
  changed: Map<string, ChangedProduct>;
  /** Manufacturers to add: key → name. */
  manufacturers: Map<string, string>;
}

type Outcome = Pick<RowResult, 'status'> & Partial<RowResult>;

const failed = (...errors: RowProblem[]): Outcome => ({ status: 'FAILED', errors });

/** Euros of one unit; undefined when the row has no price. */
function priceOf({ purchasePrice, priceQuantity }: ListedRow): number | undefined {
  return purchasePrice === undefined ? undefined : Number(unitPrice(purchasePrice, priceQuantity));
}

/** All that a row can be known by later in the same list: its number alone, or else what stands in for it. */
function keysOf({ gtin }: ListedRow, { numberKey, manufacturerNumberKey, manufacturer }: Known) {
  const others = [
    ...(manufacturerNumberKey && manufacturer ? [`m ${manufacturer.key} ${manufacturerNumberKey}`] : []),
    ...(gtin === undefined ? [] : [`g ${gtin}`]),
  ];
  return { own: numberKey === null ? others : [`a ${numberKey}`], others };
}

/** Plans every row in order. Changes nothing, so that a dry run is the plan alone. */
export function planImport(items: readonly ListItem[], catalog: Catalog, options: PlanOptions): Plan {
  const plan: Plan = { results: [], created: [], changed: new Map(), manufacturers: new Map() };
  /** The line of each row so far, by what it is known by, and by the product that it means. */
  const lines = new Map<string, number>();
  /** The products whose number the list changed, by the new one. */
  const renumbered = new Map<string, Product>();

  function candidates({ numberKey, byNumber, byManufacturerNumber, byGtin }: Known) {
    const moved = numberKey === null ? undefined : renumbered.get(numberKey);
    if (moved) return { ids: [moved.id], byNumber: true };
    if (byNumber.length > 0) return { ids: byNumber, byNumber: true };
    return { ids: byManufacturerNumber.length > 0 ? byManufacturerNumber : byGtin, byNumber: false };
  }

  /** The product as the rows so far leave it. */
  function current(id: string): Product | undefined {
    return plan.changed.get(id)?.product ?? catalog.products.get(id);
  }

  function change(product: Product, prices: readonly PlannedPrice[]): void {
    const before = catalog.products.get(product.id) ?? product;
    const earlier = plan.changed.get(product.id)?.prices ?? [];
    plan.changed.set(product.id, { product, before, prices: [...earlier, ...prices] });
  }

  function updated(product: Product, changes: RowChange[], warnings: RowProblem[]): Outcome {
    const { id: materialId, materialType } = product;
    const status = changes.length > 0 ? 'UPDATED' : 'UNCHANGED';
    return { status, materialId, materialType, changes, warnings };
  }

  function archive(product: Product): Outcome {
    if (product.archived) return updated(product, [], []);
    change({ ...product, archived: true }, []);
    return updated(product, [{ field: 'archived', from: false, to: true }], []);
  }

  function renumber(row: ListedRow, { newNumberKey, byNewNumber }: Known, product: Product): Outcome {
    const articleNumber = row.newArticleNumber ?? null;
    if (byNewNumber.some((id) => id !== product.id))
      return failed(rowProblem('number_taken', 'newArticleNumber'));
    const moved = { ...product, articleNumber };
    change(moved, []);
    renumbered.set(String(newNumberKey), moved);
    return updated(product, [{ field: 'articleNumber', from: product.articleNumber, to: articleNumber }], []);
  }

  function update(row: ListedRow, known: Known, product: Product, byNumber: boolean): Outcome {
    const price = priceOf(row);
    const { next, changes, warnings } = changesOf(product, row, {
      price,
      byNumber,
      supplier: options.supplier,
      manufacturerId: known.manufacturer?.id ?? null,
    });
    const prices = sellingPriceChanges(product, price, options.markup);
    if (changes.length + prices.length > 0)
      change(
        next,
        prices.map(({ price: planned }) => planned),
      );
    return updated(product, [...changes, ...prices.map(({ change: told }) => told)], warnings);
  }

  function typeOf(row: ListedRow): MaterialType | RowProblem | undefined {
    if (row.materialType === undefined) return undefined;
    const type = row.materialType.toLowerCase();
    return isMaterialType(type) ? type : rowProblem('invalid_material_type', 'materialType');
  }

  function create(row: ListedRow, { manufacturer }: Known, result: RowResult): Outcome {
    const given = typeOf(row) ?? options.defaultMaterialType;
    const materialType = typeof given === 'string' ? given : undefined;
    const errors: RowProblem[] = typeof given === 'object' ? [given] : [];
    if (given === undefined) errors.push(rowProblem('missing_material_type', 'materialType'));
    if (row.name === undefined) errors.push(rowProblem('missing_name', 'name'));
    if (!manufacturer && materialType !== undefined && materialType !== 'misc')
      errors.push(rowProblem('missing_manufacturer', 'manufacturer'));
    if (manufacturer?.id === null && !options.createManufacturers)
      errors.push(rowProblem('unknown_manufacturer', 'manufacturer'));
    const checked = materialType && checkedData(materialType, row.data, row.isText);
    errors.push(...(checked?.errors ?? []));
    if (errors.length > 0 || !materialType || !checked)
      return { ...failed(...errors), materialType: materialType ?? null };
    const price = priceOf(row);
    if (manufacturer?.id === null) plan.manufacturers.set(manufacturer.key, row.manufacturer ?? '');
    plan.created.push({
      materialType,
      name: row.name ?? '',
      manufacturer: manufacturer && (manufacturer.id === null ? manufacturer : { id: manufacturer.id }),
      supplier: options.supplier,
      articleNumber: row.articleNumber ?? null,
      manufacturerArticleNumber: row.manufacturerArticleNumber ?? null,
      gtin: row.gtin ?? null,
      description: row.description ?? null,
      unit: row.unit ?? 'PIECE',
      purchasePrice: price,
      data: checked.data,
      prices: sellingPriceChanges(undefined, price, options.markup).map(({ price: planned }) => planned),
      result,
    });
    return { status: 'CREATED', materialType };
  }

  function unknownProduct(row: ListedRow, known: Known, result: RowResult): Outcome {
    const [found] = row.action === 'RENUMBER' ? known.byNewNumber : [];
    const there = found === undefined ? undefined : current(found);
    if (there) return updated(there, [], []);
    const cannotCreate = row.action === 'DELETE' || row.action === 'RENUMBER';
    if (cannotCreate || (row.action === 'CHANGE' && row.name === undefined)) {
      return { status: 'SKIPPED', warnings: [rowProblem('not_in_catalog', 'articleNumber')] };
    }
    return create(row, known, result);
  }

  function knownProduct(row: ListedRow, known: Known, product: Product, byNumber: boolean): Outcome {
    const type = typeOf(row);
    if (typeof type === 'object') return failed(type);
    if (type !== undefined && type !== product.materialType) {
      return failed(rowProblem('type_mismatch', 'materialType', { type: product.materialType }));
    }
    if (row.action === 'DELETE') return archive(product);
    if (row.action === 'RENUMBER') return renumber(row, known, product);
    return update(row, known, product, byNumber);
  }

  function outcomeOf(row: ListedRow, known: Known, result: RowResult): Outcome {
    const { own, others } = keysOf(row, known);
    const earlier = own.map((key) => lines.get(key)).find((line) => line !== undefined);
    if (earlier !== undefined)
      return failed(
        rowProblem('duplicate_row', own[0]?.startsWith('a ') ? 'articleNumber' : null, { line: earlier }),
      );
    for (const key of new Set([...own, ...others])) if (!lines.has(key)) lines.set(key, row.line);
    const { ids, byNumber } = candidates(known);
    if (ids.length > 1) return failed(rowProblem('ambiguous_product', null, { ids: ids.join(', ') }));
    const product = ids[0] === undefined ? undefined : current(ids[0]);
    if (!product) return unknownProduct(row, known, result);
    const line = lines.get(`p ${product.id}`);
    if (line !== undefined) return failed(rowProblem('duplicate_row', null, { line }));
    if (row.action !== 'RENUMBER') lines.set(`p ${product.id}`, row.line);
    return knownProduct(row, known, product, byNumber);
  }

  let position = 0;
  for (const item of items) {
    const result: RowResult = {
      file: item.file,
      line: item.line,
      articleNumber: item.articleNumber ?? null,
      status: 'FAILED',
      materialId: null,
      materialType: null,
      changes: [],
      errors: [],
      warnings: [],
    };
    plan.results.push(result);
    if (item.kind === 'failed') Object.assign(result, failed(...item.errors));
    else if (item.kind === 'skipped') Object.assign(result, { status: 'SKIPPED', warnings: [item.reason] });
    else {
      const known = catalog.known[position] as Known;
      position += 1;
      const outcome = outcomeOf(item, known, result);
      Object.assign(result, outcome, { warnings: [...item.warnings, ...(outcome.warnings ?? [])] });
    }
  }
  return plan;
}

const counted = {
  CREATED: 'created',
  UPDATED: 'updated',
  UNCHANGED: 'unchanged',
  SKIPPED: 'skipped',
  FAILED: 'failed',
} as const satisfies Record<RowResult['status'], keyof PriceListResult['summary']>;

export function summaryOf(results: readonly RowResult[]): PriceListResult['summary'] {
  const summary = { rows: results.length, created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };
  for (const { status } of results) summary[counted[status]] += 1;
  return summary;
}
