import type { OfferString } from '@pv-planning/contract';
import { isStandardRatedProduct } from '../../../catalog/materials/material-kinds.ts';
import { isStandardRatedService } from '../../../catalog/services/service-records.ts';
import {
  type CopiedFields,
  changingColumns,
  copiedFields,
  type Line,
  type ProductData,
  type SentFields,
  sentFields,
} from '../model/line.ts';
import { type LineGroup, lineGroups, showsProduct } from '../model/line-groups.ts';
import type { LineInput, RequestedLine } from '../model/requested-lines.ts';
import { unitOfBasis } from '../pricing/automatic-quantities.ts';
import { checkModuleCount } from './line-checks.ts';
import type { LineProblems } from './line-problems.ts';
import { withTotals } from './line-quantities.ts';
import type { LineSources, SourceProduct } from './line-sources.ts';

const nothingCopied: CopiedFields = {
  name: '',
  description: null,
  unit: 'FLAT',
  purchasePrice: 0,
  materialType: null,
  supplier: null,
  articleNumber: null,
  manufacturerArticleNumber: null,
  gtin: null,
  manufacturerName: null,
  product: null,
  standardRated: false,
};

/** Returns an object with only the given fields. */
function pick<Source, Field extends keyof Source>(
  source: Source,
  fields: readonly Field[],
): Pick<Source, Field> {
  return Object.fromEntries(fields.map((field) => [field, source[field]])) as Pick<Source, Field>;
}

/** Returns the part of the product's data that lines of a group store. */
function dataToCopy(group: LineGroup, { name, data }: SourceProduct): ProductData | null {
  if (showsProduct(group)) return { ...data, model: name };
  if (group !== 'miscMaterials' && group !== 'equipment') return null;
  const { quantityRule, defaultQuantity } = data;
  return { quantityRule, defaultQuantity };
}

/** Returns the fields that a line copies from a product. */
function copyProduct(group: LineGroup, product: SourceProduct): CopiedFields {
  const unit = group === 'subconstructions' ? unitOfBasis(product.data) : product.unit;
  const standardRated = isStandardRatedProduct(product.materialType, product.data);
  return pick({ ...product, unit, product: dataToCopy(group, product), standardRated }, copiedFields);
}

/** Returns the fields that a line copies from the product or service in its input. */
export function copySource(
  group: LineGroup,
  { materialId = '', serviceId = '' }: LineInput,
  sources: LineSources,
): CopiedFields {
  const product = sources.products.get(materialId);
  if (product) return copyProduct(group, product);
  const service = sources.services.get(serviceId);
  if (!service) return nothingCopied;
  const { name, description, unit, purchasePrice } = service;
  const standardRated = isStandardRatedService(service);
  return { ...nothingCopied, name, description, unit, purchasePrice, standardRated };
}

/** The ref, position and time with which a line is added. */
interface Addition {
  ref: string;
  position: number;
  /** The time of the change. */
  changedAt: string;
}

/** The data that determines a new line, in addition to its input. */
interface LineContext extends Addition {
  sources: LineSources;
  problems: LineProblems;
}

type Quantity = Pick<Line, 'quantity' | 'quantityIsAutomatic' | 'quantityFrozen'>;

/**
 * Returns the quantity in the request, else that of the existing line. Null, or none for a new line, is automatic: the quantity is set
 * later, when all lines are known.
 */
function quantityOf(
  { quantity }: Pick<LineInput, 'quantity'>,
  group: LineGroup,
  existing: Quantity | undefined,
): Quantity {
  if (quantity === undefined && existing) {
    const { quantity: before, quantityIsAutomatic, quantityFrozen } = existing;
    return { quantity: before, quantityIsAutomatic, quantityFrozen };
  }
  const isAutomatic = (quantity ?? null) === null && group !== 'inverters';
  return { quantity: quantity ?? 1, quantityIsAutomatic: isAutomatic, quantityFrozen: false };
}

type PriceField = 'price' | 'vatRate' | 'priceFromCatalog' | 'purchasePriceFromCatalog';

/** Returns the price and, independently of it, the VAT rate: from the request, else from the product or service. */
function priceOf({ input, path }: RequestedLine, { sources, problems }: LineContext): Pick<Line, PriceField> {
  const product = sources.products.get(input.materialId ?? '');
  const service = sources.services.get(input.serviceId ?? '');
  const price = input.price ?? product?.sellingPrice ?? service?.price;
  if (price === undefined) problems.priceless(`${path}/price`);
  const defaultRate = product?.vatRate ?? service?.vatRate ?? null;
  return {
    price: price ?? 0,
    vatRate: input.vatRate === undefined ? defaultRate : input.vatRate,
    priceFromCatalog: input.price === undefined,
    purchasePriceFromCatalog: input.purchasePrice === undefined,
  };
}

function couplingOf({ coupling }: LineInput, product: ProductData | null): string | null {
  if (coupling !== undefined) return coupling;
  const { coupling: ofProduct } = product ?? {};
  return typeof ofProduct === 'string' ? ofProduct : null;
}

type Unpriced = Omit<Line, keyof Quantity | PriceField>;

/** Returns a line without quantity, price and VAT rate. Its strings have no labels yet. */
function unpricedLine(
  group: LineGroup,
  input: LineInput,
  copied: CopiedFields,
  { ref, position, changedAt }: Addition,
): Unpriced {
  const { target } = lineGroups[group];
  const sent = Object.fromEntries(sentFields.map((field) => [field, input[field] ?? null])) as SentFields;
  const isMisc = group === 'miscMaterials';
  return {
    ...sent,
    ...copied,
    id: '',
    lineGroup: group,
    ref,
    position,
    name: input.name ?? copied.name,
    description: input.description === undefined ? copied.description : input.description,
    totalPrice: 0,
    purchasePrice: input.purchasePrice ?? copied.purchasePrice,
    strings: group === 'inverters' ? ((input.strings as OfferString[] | undefined) ?? []) : null,
    active: group === 'batteries' ? (input.active ?? false) : null,
    coupling: couplingOf(input, copied.product),
    targetRef: (target && input[target.field]) ?? null,
    autoAdded: isMisc ? false : null,
    priceMissing: isMisc ? false : null,
    powerKw: null,
    capacityKwh: null,
    createdAt: changedAt,
    updatedAt: changedAt,
  };
}

/** Returns the line that a request adds. Its strings have no labels yet. */
export function newLine(requested: RequestedLine, context: LineContext): Line {
  const { group, input, path } = requested;
  const { sources, problems } = context;
  const line: Line = {
    ...unpricedLine(group, input, copySource(group, input, sources), context),
    ...quantityOf(input, group, undefined),
    ...priceOf(requested, context),
  };
  checkModuleCount(line, input, { path }, problems);
  return line.quantityIsAutomatic ? line : withTotals(line, path, problems);
}

/** Returns the line of a product with `autoAdd`. Its quantity is automatic. */
export function autoAddedLine(product: SourceProduct, addition: Addition): Line {
  const group = 'miscMaterials';
  return {
    ...unpricedLine(group, { materialId: product.id }, copyProduct(group, product), addition),
    ...quantityOf({}, group, undefined),
    price: product.sellingPrice ?? 0,
    vatRate: product.vatRate,
    autoAdded: true,
    priceFromCatalog: product.sellingPrice !== null,
    purchasePriceFromCatalog: true,
    priceMissing: product.sellingPrice === null,
  };
}

/** Returns the fields of a line that a request sets. */
function fieldsOf(input: LineInput): Partial<Line> {
  return Object.fromEntries(
    Object.entries(input).filter(([field, value]) => field in changingColumns && value !== undefined),
  );
}

/**
 * Applies a request to a line of an offer. Omitted fields keep their values. New strings have no labels yet.
 *
 * @param line with its product
 * @param path JSON Pointer of the line in the body
 */
export function changedLine(line: Line, input: LineInput, path: string, problems: LineProblems): Line {
  const { target } = lineGroups[line.lineGroup];
  const targetRef = target && input[target.field];
  const changed: Line = {
    ...line,
    ...fieldsOf(input),
    ...(targetRef !== undefined && { targetRef }),
    ...quantityOf(input, line.lineGroup, line),
    ...(input.price !== undefined && { priceFromCatalog: false }),
    ...(input.purchasePrice !== undefined && { purchasePriceFromCatalog: false }),
    ...(input.price !== undefined && line.priceMissing && { priceMissing: false }),
  };
  checkModuleCount(changed, input, { path, stored: line.moduleCount }, problems);
  return changed.quantityIsAutomatic ? changed : withTotals(changed, path, problems);
}
