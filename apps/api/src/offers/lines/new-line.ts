import type { Offer, OfferString, OfferStringInput } from '@pv-planning/contract';
import { Big } from 'big.js';
import type { StoredLine } from '../model/line.ts';
import { type LineGroup, lineGroups } from '../model/line-groups.ts';
import type { LineInput, PlacedInput } from '../model/requested-lines.ts';
import {
  isAmount,
  isQuantity,
  lineTotal,
  numberOf,
  rounded,
  withinAmounts,
  withinQuantities,
} from '../pricing/amounts.ts';
import {
  quantityByRule,
  quantityOfService,
  quantityOnRoof,
  unitOfBasis,
} from '../pricing/default-quantities.ts';
import { mainVatRate } from '../pricing/offer-sums.ts';
import type { LineProblems } from './line-problems.ts';
import type { LineSources, SourceProduct } from './line-sources.ts';

type Data = Readonly<Record<string, unknown>>;

/** What a line copies when it is added, and keeps. */
type Copied = Pick<
  StoredLine,
  | 'name'
  | 'description'
  | 'unit'
  | 'purchasePrice'
  | 'materialType'
  | 'articleNumber'
  | 'manufacturerName'
  | 'product'
>;

const nothingCopied: Copied = {
  name: '',
  description: null,
  unit: 'FLAT',
  purchasePrice: 0,
  materialType: null,
  articleNumber: null,
  manufacturerName: null,
  product: null,
};

function storedProduct(group: LineGroup, { data }: SourceProduct): Data | null {
  if (lineGroups[group].showsProduct) return data;
  if (group !== 'miscMaterials') return null;
  const { quantityRule, defaultQuantity } = data;
  return { quantityRule, defaultQuantity };
}

function copiedFrom(
  group: LineGroup,
  { materialId = '', serviceId = '' }: LineInput,
  sources: LineSources,
): Copied {
  const product = sources.products.get(materialId);
  if (product) {
    const { name, description, purchasePrice, materialType, articleNumber, manufacturerName } = product;
    const unit = group === 'subconstructions' ? unitOfBasis(product.data) : product.unit;
    const copied = { name, description, unit, purchasePrice, materialType, articleNumber, manufacturerName };
    return { ...copied, product: storedProduct(group, product) };
  }
  const service = sources.services.get(serviceId);
  return service
    ? {
        ...nothingCopied,
        name: service.name,
        description: service.description,
        unit: service.unit,
        purchasePrice: service.purchasePrice,
      }
    : nothingCopied;
}

/** Gives strings their default labels, which begin with the number of the inverter. */
export function labelled(strings: readonly OfferStringInput[], inverter: number): OfferString[] {
  const countAt = new Map<number, number>();
  return strings.map(({ label, mppTracker, moduleRef, moduleCount }) => {
    const number = (countAt.get(mppTracker) ?? 0) + 1;
    countAt.set(mppTracker, number);
    return { label: label ?? `${inverter}.${mppTracker}.${number}`, mppTracker, moduleRef, moduleCount };
  });
}

/** Usable capacity of batteries in kWh. */
function capacityOf(quantity: number, moduleCount: number | null, product: Data | null): number {
  const { moduleCapacity, usableCapacity } = product ?? {};
  const each =
    moduleCount !== null && typeof moduleCapacity === 'number'
      ? new Big(moduleCapacity).times(moduleCount)
      : new Big(Number(usableCapacity ?? 0));
  return numberOf(rounded(each.times(quantity), 3));
}

function powerOf({ lineGroup, quantity, product }: StoredLine): number | null {
  const field = lineGroup === 'modules' ? 'power' : 'acPower';
  const watts = new Big(Number(product?.[field] ?? 0)).times(quantity);
  return numberOf(rounded(watts.div(1000), 6));
}

/** A line with everything that follows from its own fields. Refuses totals that are too large. */
export function calculated(line: StoredLine, path: string, problems: LineProblems): StoredLine {
  const total = lineTotal(line.quantity, line.price);
  if (!isAmount(total) || !isAmount(lineTotal(line.quantity, line.purchasePrice))) {
    const message = `the total and the purchase price of ${line.ref} ${withinAmounts}`;
    problems.tooLarge(path, line.ref, message);
    return line;
  }
  return {
    ...line,
    totalPrice: numberOf(total),
    ...((line.lineGroup === 'modules' || line.lineGroup === 'inverters') && { powerKw: powerOf(line) }),
    ...(line.lineGroup === 'batteries' && {
      capacityKwh: capacityOf(line.quantity, line.moduleCount, line.product),
    }),
  };
}

/** What a line is made of beside its own input. */
interface Surroundings {
  offer: Pick<Offer, 'createdAt'>;
  /** The lines before it. */
  lines: readonly StoredLine[];
  /** The line that it replaces and takes its place; undefined for a new one. */
  existing: StoredLine | undefined;
  sources: LineSources;
  ref: string;
  position: number;
  /** The time of the change. */
  changedAt: string;
  problems: LineProblems;
}

function defaultQuantity({ group, input }: PlacedInput, { lines, sources }: Surroundings): Big | undefined {
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

/** Sent, else kept, else calculated. */
function quantityOf(placed: PlacedInput, surroundings: Surroundings): number {
  const { problems, existing } = surroundings;
  const given = placed.input.quantity ?? existing?.quantity;
  if (given !== undefined) return given;
  const path = `${placed.path}/quantity`;
  const quantity = defaultQuantity(placed, surroundings);
  if (quantity === undefined || quantity.eq(0)) {
    problems.invalid(path, 'required', 'is required because nothing determines a default above 0');
    return 1;
  }
  if (isQuantity(quantity)) return numberOf(quantity);
  problems.tooLarge(path, surroundings.ref, `its default ${withinQuantities}`);
  return 1;
}

/** The price and the VAT rate: sent, else kept, else of the product or service. */
function priceOf({ input, path }: PlacedInput, { existing, sources, lines, offer, problems }: Surroundings) {
  const product = sources.products.get(input.materialId ?? '');
  const service = sources.services.get(input.serviceId ?? '');
  const price = input.price ?? existing?.price ?? product?.sellingPrice ?? service?.price;
  if (price === undefined) problems.priceless(`${path}/price`);
  const taken = input.price === undefined ? product?.sellingVatRate : undefined;
  return {
    price: price ?? 0,
    vatRate:
      input.vatRate ??
      existing?.vatRate ??
      taken ??
      product?.vatRate ??
      service?.vatRate ??
      mainVatRate(lines, offer),
  };
}

/** Makes a line of a request, or the changed form of an existing one. Its strings have no labels yet. */
export function makeLine(placed: PlacedInput, surroundings: Surroundings): StoredLine {
  const { group, input, path } = placed;
  const { existing, ref, position, changedAt, problems, sources } = surroundings;
  const copied = existing ?? copiedFrom(group, input, sources);
  const { target } = lineGroups[group];
  const line: StoredLine = {
    id: existing?.id ?? '',
    lineGroup: group,
    ref,
    position,
    name: input.name ?? copied.name,
    description: input.description === undefined ? copied.description : input.description,
    unit: copied.unit,
    quantity: quantityOf(placed, surroundings),
    ...priceOf(placed, surroundings),
    totalPrice: 0,
    purchasePrice: input.purchasePrice ?? copied.purchasePrice,
    materialId: input.materialId ?? null,
    materialType: copied.materialType,
    articleNumber: copied.articleNumber,
    manufacturerName: copied.manufacturerName,
    product: copied.product,
    serviceId: input.serviceId ?? null,
    roofId: input.roofId ?? null,
    orientation: input.orientation ?? null,
    rows: input.rows ?? null,
    columns: input.columns ?? null,
    offsetX: input.offsetX ?? null,
    offsetY: input.offsetY ?? null,
    strings: group === 'inverters' ? ((input.strings as OfferString[]) ?? existing?.strings ?? []) : null,
    active: group === 'batteries' ? (input.active ?? false) : null,
    moduleCount: input.moduleCount ?? null,
    coupling: couplingOf(input, copied.product),
    targetRef: (target && input[target.field]) ?? null,
    autoAdded: group === 'miscMaterials' ? false : null,
    followsRule: group === 'miscMaterials' ? false : null,
    priceMissing: group === 'miscMaterials' ? false : null,
    powerKw: null,
    capacityKwh: null,
    createdAt: existing?.createdAt ?? changedAt,
    updatedAt: existing?.updatedAt ?? changedAt,
  };
  return calculated(line, path, problems);
}

function couplingOf({ coupling }: LineInput, product: Data | null): string | null {
  if (coupling !== undefined) return coupling;
  const { coupling: ofProduct } = product ?? {};
  return typeof ofProduct === 'string' ? ofProduct : null;
}
