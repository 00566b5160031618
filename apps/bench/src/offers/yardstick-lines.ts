// Hand-written calculation of lines and sums for the benchmark's bodies, in floating point.
import type { LineCounts, OfferBody } from './bodies.ts';
import type { Row } from './yardstick-statements.ts';

/** A line as it is stored. */
export interface Line extends Row {
  lineGroup: string;
  quantity: number;
  totalPrice: number;
  purchasePrice: number;
  vatRate: number;
  active: boolean | null;
  powerKw: number | null;
  capacityKwh: number | null;
  product: Row | null;
}

type Input = Row & { materialId?: string; serviceId?: string; quantity?: number };

const prefixes: Readonly<Record<keyof LineCounts, string>> = {
  modules: 'modules',
  inverters: 'inverter',
  batteries: 'battery',
  wallboxes: 'wallbox',
  subconstructions: 'subconstruction',
  equipment: 'equipment',
  emergencyPower: 'emergency-power',
  miscMaterials: 'misc',
  services: 'service',
  additionalCosts: 'cost',
};

export const groups = Object.keys(prefixes) as (keyof LineCounts)[];

const withProduct = new Set(['modules', 'inverters', 'batteries', 'wallboxes', 'emergencyPower']);

const toCents = (euros: number) => Math.round(euros * 100);

/** @param source the product or service */
export function madeLine(
  group: keyof LineCounts,
  input: Input,
  source: Row | undefined,
  position: number,
  changedAt: string,
): Line {
  const quantity = input.quantity ?? 1;
  const price = Number(input.price ?? source?.sellingPrice ?? source?.price);
  const data = (source?.data ?? null) as Row | null;
  const watts = group === 'modules' ? data?.power : group === 'inverters' ? data?.acPower : undefined;
  const isMisc = group === 'miscMaterials' ? false : null;
  return {
    lineGroup: group,
    ref: `${prefixes[group]}-${position}`,
    position,
    name: input.name ?? source?.name,
    description: source?.description ?? null,
    unit: group === 'subconstructions' ? 'MODULE' : (source?.unit ?? 'FLAT'),
    quantity,
    price,
    totalPrice: toCents(quantity * price) / 100,
    vatRate: Number(input.vatRate ?? source?.vatRate),
    purchasePrice: Number(source?.purchasePrice ?? 0),
    materialId: input.materialId ?? null,
    materialType: source?.materialType ?? null,
    supplier: source?.supplier ?? null,
    articleNumber: source?.articleNumber ?? null,
    manufacturerArticleNumber: source?.manufacturerArticleNumber ?? null,
    gtin: source?.gtin ?? null,
    manufacturerName: source?.manufacturerName ?? null,
    product: withProduct.has(group)
      ? data
      : isMisc === false || group === 'equipment'
        ? { quantityRule: data?.quantityRule, defaultQuantity: data?.defaultQuantity }
        : null,
    serviceId: input.serviceId ?? null,
    roofId: input.roofId ?? null,
    orientation: input.orientation ?? null,
    rows: input.rows ?? null,
    columns: input.columns ?? null,
    offsetX: null,
    offsetY: null,
    strings: input.strings ?? null,
    active: group === 'batteries' ? position === 1 : null,
    moduleCount: null,
    coupling: data?.coupling ?? null,
    targetRef: input.inverterRef ?? input.forRef ?? null,
    standardRated: group === 'wallboxes',
    autoAdded: isMisc,
    quantityIsAutomatic: input.quantity === undefined && group !== 'inverters',
    quantityFrozen: false,
    priceFromCatalog: input.price === undefined,
    purchasePriceFromCatalog: input.purchasePrice === undefined,
    priceMissing: isMisc,
    powerKw: watts === undefined ? null : (Number(watts) * quantity) / 1000,
    capacityKwh:
      group === 'batteries' ? Math.round(Number(data?.usableCapacity) * quantity * 1000) / 1000 : null,
    createdAt: changedAt,
    updatedAt: changedAt,
  };
}

/** @param sources products and services by id */
export function madeLines(body: OfferBody, sources: ReadonlyMap<unknown, Row>, changedAt: string): Line[] {
  return groups.flatMap((group) =>
    ((body[group] ?? []) as Input[]).map((input, index) => {
      const source = sources.get(input.materialId ?? `service ${input.serviceId}`);
      return madeLine(group, input, source, index + 1, changedAt);
    }),
  );
}

/** Calculates the columns of an offer that depend on its lines. */
export function sumsOf(lines: readonly Line[]) {
  const netByRate = new Map<number, number>();
  const sums = { purchase: 0, powerKwp: 0, modules: 0, inverterKw: 0, capacity: 0 };
  for (const {
    lineGroup,
    active,
    vatRate,
    totalPrice,
    quantity,
    purchasePrice,
    powerKw,
    capacityKwh,
  } of lines) {
    if (active === false) continue;
    netByRate.set(vatRate, (netByRate.get(vatRate) ?? 0) + toCents(totalPrice));
    sums.purchase += toCents(quantity * purchasePrice);
    sums.capacity += capacityKwh ?? 0;
    if (lineGroup === 'modules') {
      sums.powerKwp += powerKw ?? 0;
      sums.modules += quantity;
    } else if (lineGroup === 'inverters') sums.inverterKw += powerKw ?? 0;
  }
  const rates = [...netByRate].sort(([one], [other]) => one - other);
  const vatBreakdown = rates.map(([vatRate, cents]) => ({
    vatRate,
    net: cents / 100,
    vat: Math.round((cents * vatRate) / 100) / 100,
  }));
  const net = rates.reduce((sum, [, cents]) => sum + cents, 0);
  const vat = vatBreakdown.reduce((sum, group) => sum + toCents(group.vat), 0);
  const kilo = (value: number) => Math.round(value * 1000) / 1000;
  return {
    netPrice: net / 100,
    vatAmount: vat / 100,
    offerPrice: (net + vat) / 100,
    purchasePrice: sums.purchase / 100,
    marginPercent: net > 0 ? Math.round(((net - sums.purchase) * 10_000) / net) / 100 : null,
    vatBreakdown,
    systemPowerKwp: kilo(sums.powerKwp),
    moduleCount: sums.modules,
    inverterPowerKw: kilo(sums.inverterKw),
    batteryCapacityKwh: kilo(sums.capacity),
  };
}
