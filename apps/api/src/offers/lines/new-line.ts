import type { OfferString } from '@pv-planning/contract';
import {
  type CopiedFields,
  type Line,
  type ProductData,
  type SentFields,
  sentFields,
} from '../model/line.ts';
import { type LineGroup, lineGroups } from '../model/line-groups.ts';
import type { LineInput, RequestedLine } from '../model/requested-lines.ts';
import { copyProduct, copySource } from './copied-fields.ts';
import { checkModuleCount } from './line-checks.ts';
import type { LineProblems } from './line-problems.ts';
import type { LineSources, SourceProduct } from './line-sources.ts';
import { withTotals } from './line-totals.ts';

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
export function quantityOf(
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
