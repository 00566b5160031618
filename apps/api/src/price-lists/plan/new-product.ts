import type { RowProblem } from '@pv-planning/contract';
import { requiredToCreate } from '../../materials/material-data.ts';
import { isMaterialType, type MaterialType, materialTypes } from '../../materials/material-kinds.ts';
import type { NamedManufacturer } from '../match/match-rows.ts';
import type { ListedRow } from '../read-list.ts';
import type { NewProduct, PlanOptions } from './plan.ts';
import { priceOf, sellingPricesOf } from './prices.ts';
import { checkedData } from './product-data.ts';
import { rowProblem } from './row-problems.ts';

/** Returns the material type in a row, undefined if the row has none, or a problem if the type does not exist. */
export function materialTypeOf({ materialType }: ListedRow): MaterialType | RowProblem | undefined {
  if (materialType === undefined) return undefined;
  const type = materialType.toLowerCase();
  return isMaterialType(type)
    ? type
    : rowProblem('invalid_material_type', 'materialType', { types: materialTypes.join(', ') });
}

interface NewProductResult {
  /** Undefined if there are errors. */
  product: NewProduct | undefined;
  materialType: MaterialType | null;
  errors: RowProblem[];
}

/** Finds the fields that a new product requires and the row lacks, except for type-specific data. */
function missingFields(
  row: ListedRow,
  type: MaterialType | undefined,
  manufacturer: NamedManufacturer | undefined,
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

/** Returns the new product that a row describes, or all errors of the row. */
export function newProduct(
  row: ListedRow,
  manufacturer: NamedManufacturer | undefined,
  options: PlanOptions,
): NewProductResult {
  const named =
    materialTypeOf(row) ?? options.defaultMaterialType ?? rowProblem('missing_material_type', 'materialType');
  const type = typeof named === 'string' ? named : undefined;
  const { data, errors: dataErrors } = type ? checkedData(type, row) : { data: {}, errors: [] };
  const purchasePrice = priceOf(row);
  const { prices, errors: priceErrors } = sellingPricesOf(purchasePrice, options.markup);
  const errors = [
    ...(typeof named === 'object' ? [named] : []),
    ...missingFields(row, type, manufacturer, options),
    ...dataErrors,
    ...priceErrors,
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
