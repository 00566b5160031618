import type { RowProblem } from '@pv-planning/contract';
import { requiredToCreate } from '../materials/material-data.ts';
import { isMaterialType, type MaterialType, materialTypes } from '../materials/material-kinds.ts';
import type { KnownManufacturer } from './catalog.ts';
import type { NewProduct, PlanOptions } from './planned.ts';
import { priceOf, sellingPricesOf } from './prices.ts';
import { checkedData } from './product-data.ts';
import type { ListedRow } from './read-list.ts';
import { rowProblem } from './row-problems.ts';

/** The kind of product that a row names: undefined when it names none, a problem when there is no such kind. */
export function materialTypeOf({ materialType }: ListedRow): MaterialType | RowProblem | undefined {
  if (materialType === undefined) return undefined;
  const type = materialType.toLowerCase();
  return isMaterialType(type)
    ? type
    : rowProblem('invalid_material_type', 'materialType', { types: materialTypes.join(', ') });
}

interface Attempt {
  /** Undefined when there are errors. */
  product: NewProduct | undefined;
  materialType: MaterialType | null;
  errors: RowProblem[];
}

/** What is missing beside the data of its kind. */
function missing(
  row: ListedRow,
  type: MaterialType | undefined,
  manufacturer: KnownManufacturer | undefined,
  { createManufacturers }: PlanOptions,
): RowProblem[] {
  const errors: RowProblem[] = [];
  if (row.name === undefined) errors.push(rowProblem('missing_name', 'name'));
  if (!manufacturer && type !== undefined && requiredToCreate(type).includes('manufacturerId'))
    errors.push(rowProblem('missing_manufacturer', 'manufacturer'));
  if (manufacturer?.id === null && !createManufacturers)
    errors.push(rowProblem('unknown_manufacturer', 'manufacturer'));
  return errors;
}

/** The product that a row makes when the catalog has none that it means, or all that keeps it from that. */
export function newProduct(
  row: ListedRow,
  manufacturer: KnownManufacturer | undefined,
  options: PlanOptions,
): Attempt {
  const named = materialTypeOf(row) ?? options.defaultMaterialType;
  const type = typeof named === 'string' ? named : undefined;
  const untyped = named ?? rowProblem('missing_material_type', 'materialType');
  const { data, errors: wrongData } = type ? checkedData(type, row) : { data: {}, errors: [] };
  const purchasePrice = priceOf(row);
  const { prices, errors: wrongPrices } = sellingPricesOf(purchasePrice, options.markup);
  const errors = [
    ...(typeof untyped === 'object' ? [untyped] : []),
    ...missing(row, type, manufacturer, options),
    ...wrongData,
    ...wrongPrices,
  ];
  if (errors.length > 0 || !type) return { product: undefined, materialType: type ?? null, errors };
  const product = {
    materialType: type,
    name: row.name ?? '',
    manufacturer,
    supplier: options.supplier,
    articleNumber: row.articleNumber ?? null,
    manufacturerArticleNumber: row.manufacturerArticleNumber ?? null,
    gtin: row.gtin ?? null,
    description: row.description ?? null,
    unit: row.unit ?? 'PIECE',
    purchasePrice,
    data,
    prices,
  };
  return { product, materialType: type, errors };
}
