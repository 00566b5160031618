import type { OfferString } from '@pv-planning/contract';
import { Big } from 'big.js';
import {
  type CopiedFields,
  type Line,
  type ProductData,
  type SentFields,
  sentFields,
} from '../model/line.ts';
import { type LineGroup, lineGroups } from '../model/line-groups.ts';
import type { LineInput, RequestedLine } from '../model/requested-lines.ts';
import { isQuantity, numberOf, withinQuantities } from '../pricing/amounts.ts';
import { quantityByRule, quantityOfService, quantityOnRoof } from '../pricing/default-quantities.ts';
import { copyProduct, copySource, keepCopied } from './copied-fields.ts';
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

/** The data that determines a requested line, in addition to its input. */
interface LineContext extends Addition {
  /** The lines that precede the requested line. */
  lines: readonly Line[];
  /** The line that the requested line replaces; undefined for a new line. */
  existing: Line | undefined;
  sources: LineSources;
  problems: LineProblems;
}

function defaultQuantity({ group, input }: RequestedLine, { lines, sources }: LineContext): Big | undefined {
  const data = sources.products.get(input.materialId ?? '')?.data ?? {};
  switch (group) {
    case 'subconstructions':
      return quantityOnRoof(data, lines, input.roofId ?? null);
    case 'equipment':
      return quantityByRule(
        data,
        lines,
        lines.find(({ ref }) => ref === input.forRef),
      );
    case 'miscMaterials':
      return quantityByRule(data, lines);
    case 'services':
      return quantityOfService(sources.services.get(input.serviceId ?? '')?.unit ?? '', lines);
    default:
      return new Big(1);
  }
}

/** Returns the quantity in the request, else the quantity of the existing line, else the default. */
function quantityOf(requested: RequestedLine, context: LineContext): number {
  const { problems, existing } = context;
  const given = requested.input.quantity ?? existing?.quantity;
  if (given !== undefined) return given;
  const path = `${requested.path}/quantity`;
  const quantity = defaultQuantity(requested, context);
  if (quantity === undefined || quantity.eq(0)) {
    problems.invalid(path, 'required', 'is required because it has no default above 0');
    return 1;
  }
  if (isQuantity(quantity)) return numberOf(quantity);
  problems.tooLarge(path, context.ref, `its default ${withinQuantities}`);
  return 1;
}

/** Returns the price and the VAT rate: from the request, else from the existing line, else from the product or service. */
function priceOf(
  { input, path }: RequestedLine,
  { existing, sources, problems }: LineContext,
): Pick<Line, 'price' | 'vatRate'> {
  const product = sources.products.get(input.materialId ?? '');
  const service = sources.services.get(input.serviceId ?? '');
  const price = input.price ?? existing?.price ?? product?.sellingPrice ?? service?.price;
  if (price === undefined) problems.priceless(`${path}/price`);
  const rateOfSellingPrice = input.price === undefined ? product?.sellingVatRate : undefined;
  const defaultRate = rateOfSellingPrice ?? product?.vatRate ?? service?.vatRate ?? null;
  const rate = existing ? existing.vatRate : defaultRate;
  return { price: price ?? 0, vatRate: input.vatRate === undefined ? rate : input.vatRate };
}

function couplingOf({ coupling }: LineInput, product: ProductData | null): string | null {
  if (coupling !== undefined) return coupling;
  const { coupling: ofProduct } = product ?? {};
  return typeof ofProduct === 'string' ? ofProduct : null;
}

type Unpriced = Omit<Line, 'quantity' | 'price' | 'vatRate'>;

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
    followsRule: isMisc ? false : null,
    priceMissing: isMisc ? false : null,
    powerKw: null,
    capacityKwh: null,
    createdAt: changedAt,
    updatedAt: changedAt,
  };
}

/** Returns the fields that an existing line keeps when a request contains it again. */
function keptFields({ id, strings, createdAt, updatedAt }: Line, input: LineInput): Partial<Line> {
  return { id, createdAt, updatedAt, ...(input.strings === undefined && { strings }) };
}

/** Returns the line that a request describes: a new line, or the existing one with its changes. Its strings have no labels yet. */
export function newLine(requested: RequestedLine, context: LineContext): Line {
  const { group, input, path } = requested;
  const { existing, sources, problems } = context;
  const copied = existing ? keepCopied(existing) : copySource(group, input, sources);
  const line: Line = {
    ...unpricedLine(group, input, copied, context),
    ...(existing && keptFields(existing, input)),
    quantity: quantityOf(requested, context),
    ...priceOf(requested, context),
  };
  return withTotals(line, path, problems);
}

/** Returns the line of a product with `autoAdd`. Its quantity is set later, by the product's quantity rule. */
export function autoAddedLine(product: SourceProduct, addition: Addition): Line {
  const group = 'miscMaterials';
  return {
    ...unpricedLine(group, { materialId: product.id }, copyProduct(group, product), addition),
    quantity: 0,
    price: product.sellingPrice ?? 0,
    vatRate: product.sellingVatRate ?? product.vatRate,
    autoAdded: true,
    followsRule: true,
    priceMissing: product.sellingPrice === null,
  };
}
