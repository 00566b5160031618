import type { RowProblem } from '@pv-planning/contract';
import { type DecimalMark, parseDecimal, problem } from '@pv-planning/price-list';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { fieldTypes } from '../../../kernel/contract/contract-document.ts';
import { messageOf, propertyValidator } from '../../../kernel/contract/contract-schemas.ts';
import { dataOf, emptyData, type MaterialData, requiredToCreate } from '../../materials/material-data.ts';
import { isMaterialType, kindOf, type MaterialType, materialTypes } from '../../materials/material-kinds.ts';
import { contradictionsIn } from '../../materials/material-records.ts';
import type { NamedManufacturer } from '../match/match-rows.ts';
import type { ListedRow } from '../read-list.ts';
import type { NewProduct, PlanOptions } from './plan.ts';
import { priceOf, sellingPricesOf } from './row-changes.ts';
import { rowProblem } from './row-problems.ts';

/** Returns the material type in a row, undefined if the row has none, or a problem if the type does not exist. */
export function materialTypeOf({ materialType }: ListedRow): MaterialType | RowProblem | undefined {
  if (materialType === undefined) return undefined;
  const type = materialType.toLowerCase();
  return isMaterialType(type)
    ? type
    : rowProblem('invalid_material_type', 'materialType', { types: materialTypes.join(', ') });
}

const yes = ['true', 'ja', 'j', 'yes', 'y', '1', 'x'];
const no = ['false', 'nein', 'n', 'no', '0'];

/** Converts the text of a cell to the field's type. Returns the text itself if that is not possible. */
function fromText(text: string, types: readonly string[], mark: DecimalMark | undefined): unknown {
  const trimmed = text.trim();
  if (types.includes('number') || types.includes('integer')) {
    const number = parseDecimal(trimmed, mark);
    return typeof number === 'object' && 'value' in number ? number.value.toNumber() : trimmed;
  }
  if (types.includes('boolean')) {
    const word = trimmed.toLowerCase();
    return yes.includes(word) ? true : no.includes(word) ? false : trimmed;
  }
  return types.includes('array') ? trimmed.split(/[,;|]/).map((part) => part.trim()) : trimmed;
}

/** Returns the data of a row, with texts of cells converted to the types of the fields. */
function typedData(type: MaterialType, { data, isText, decimalMark }: ListedRow): MaterialData {
  if (!isText) return data;
  const types = new Map(fieldTypes(kindOf(type).schemas.data));
  const values = Object.entries(data).map(([field, value]) => [
    field,
    fromText(String(value), types.get(field) ?? [], decimalMark),
  ]);
  return Object.fromEntries(values);
}

/** Returns the first problem with a field of a new product. */
function fieldProblem(
  type: MaterialType,
  field: string,
  value: unknown,
  { isText, decimalMark }: ListedRow,
): RowProblem | undefined {
  if (!Object.hasOwn(emptyData(type), field)) {
    const reason = 'cannot be set by a price list for products of this kind';
    return rowProblem('invalid_data', field, { reason });
  }
  const validate = propertyValidator(kindOf(type).schemas.create, field);
  if (validate(value)) return undefined;
  const [error] = validate.errors ?? [];
  if (!error) return undefined;
  const isUnreadNumber = isText && typeof value === 'string' && error.keyword === 'type';
  return (isUnreadNumber ? ambiguity(field, value, decimalMark) : undefined) ?? problemOf(error, field);
}

/** Returns a problem if the text is an ambiguous number, which was therefore not converted. */
function ambiguity(field: string, text: string, mark: DecimalMark | undefined): RowProblem | undefined {
  const number = parseDecimal(text, mark);
  if (typeof number !== 'object' || !('ambiguous' in number)) return undefined;
  const [first, second] = number.ambiguous;
  return problem('ambiguous_number', field, { first, second });
}

function problemOf(error: ErrorObject, field: string): RowProblem {
  const { keyword, params, instancePath } = error;
  const path = (...names: string[]) => [`${field}${instancePath}`, ...names].join('/');
  if (keyword === 'required') return rowProblem('missing_data', path(params.missingProperty));
  if (keyword === 'additionalProperties') {
    const reason = 'is not a field of products of this kind';
    return rowProblem('invalid_data', path(params.additionalProperty), { reason });
  }
  const reason = keyword === 'enum' ? `must be one of ${oneOf(params.allowedValues)}` : messageOf(error);
  return rowProblem('invalid_data', path(), { reason });
}

function oneOf(values: unknown[]): string {
  return values.filter((value) => value !== null).join(', ');
}

interface CheckedData {
  data: MaterialData;
  errors: RowProblem[];
}

/** Returns the data of a row for a new product of this type, and its errors. */
function checkedData(type: MaterialType, row: ListedRow): CheckedData {
  const fields = emptyData(type);
  const data = typedData(type, row);
  const missing = requiredToCreate(type).filter(
    (field) => Object.hasOwn(fields, field) && !Object.hasOwn(data, field),
  );
  const errors = [
    ...missing.map((field) => rowProblem('missing_data', field)),
    ...Object.entries(data).flatMap(([field, value]) => fieldProblem(type, field, value, row) ?? []),
  ];
  if (errors.length > 0) return { data, errors };
  const stored = dataOf(type, data);
  const contradictions = contradictionsIn(type, stored).map(({ path, message }) =>
    rowProblem('contradiction', path.slice(1), { reason: message }),
  );
  return { data: stored, errors: contradictions };
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
