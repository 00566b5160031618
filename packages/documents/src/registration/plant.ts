import type { ExistingSystem, Offer, OfferBattery, OfferInverter } from '@pv-planning/contract';

/** The lines of an offer that are relevant to grid operators. Technical data may have been completed from the catalog. */
export type RegisteredOffer = Pick<
  Offer,
  'id' | 'number' | 'modules' | 'inverters' | 'batteries' | 'wallboxes' | 'emergencyPower'
>;

/** Inverters of the same product with the same data. Grid operators call them a generating unit (Erzeugungseinheit). */
export interface Unit {
  materialId: string;
  manufacturerName: string | null;
  product: OfferInverter['product'];
  count: number;
  /** The `ref` of their lines. */
  refs: readonly string[];
}

export function unitsOf({ inverters }: Pick<RegisteredOffer, 'inverters'>): Unit[] {
  const equal = Map.groupBy(inverters, ({ materialId, manufacturerName, product }) =>
    JSON.stringify([materialId, manufacturerName, product]),
  );
  return [...equal.values()].flatMap((lines) => {
    const [first] = lines;
    if (!first) return [];
    const { materialId, manufacturerName, product } = first;
    return [
      { materialId, manufacturerName, product, count: lines.length, refs: lines.map(({ ref }) => ref) },
    ];
  });
}

/** The battery that is offered. */
export function activeBattery({ batteries }: Pick<RegisteredOffer, 'batteries'>): OfferBattery | null {
  return batteries.find(({ active, quantity }) => active && quantity > 0) ?? null;
}

/** The inverter that charges and discharges a DC-coupled battery: the one that the line names, or the only one. */
export function batteryInverter(
  { inverters }: Pick<RegisteredOffer, 'inverters'>,
  { inverterRef }: OfferBattery,
): OfferInverter | null {
  const [only = null] = inverters;
  if (inverterRef === null) return inverters.length === 1 ? only : null;
  return inverters.find(({ ref }) => ref === inverterRef) ?? null;
}

export const couplingOf = ({ coupling, product }: OfferBattery) => coupling ?? product.coupling;

/** Usable capacity of a line of batteries in kWh. */
export function usableCapacity({ quantity, moduleCount, product }: OfferBattery): number {
  const { moduleCapacity, usableCapacity } = product;
  const each =
    moduleCount !== null && moduleCapacity !== null ? moduleCount * moduleCapacity : usableCapacity;
  return quantity * each;
}

/** Sum of values of which none may be unknown. */
export function sumOfKnown(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value),
    0,
  );
}

/** Sum of the known powers in kW or kVA, exact to the watt or volt-ampere. */
const sumOfPowers = (powers: readonly (number | null)[]) =>
  Math.round(1000 * powers.reduce<number>((sum, power) => sum + (power ?? 0), 0)) / 1000;

/** Converts W to kW, or VA to kVA. */
export const kilo = (value: number | null) => (value === null ? null : Math.round(value) / 1000);

/** Rated current I_r in A, for the nominal voltage of the low-voltage grid: 400 V between phases, 230 V to neutral. */
export function ratedCurrent(voltAmperes: number | null, phases: 1 | 3 | null): number | null {
  if (voltAmperes === null || phases === null) return null;
  return voltAmperes / (phases === 3 ? Math.sqrt(3) * 400 : 230);
}

/** Above this sum of apparent powers at the grid connection, VDE-AR-N 4105 requires central grid and plant protection. */
const maxKvaWithIntegratedProtection = 30;

type Protection = 'INTEGRATED' | 'CENTRAL';

/** Returns the grid and plant protection (NA-Schutz) that the plant needs; null if it depends on unknown data. */
export function naProtection(
  offer: RegisteredOffer,
  existingSystems: readonly ExistingSystem[],
): Protection | null {
  const apparentPowers = [
    ...newApparentPowers(offer),
    ...existingSystems.map(({ apparentPowerKva }) => apparentPowerKva),
  ];
  if (sumOfPowers(apparentPowers) > maxKvaWithIntegratedProtection) return 'CENTRAL';
  const battery = batteryWithConverter(offer);
  const integrated = [...offer.inverters, ...(battery ? [battery] : [])].map(
    ({ product }) => product.integratedNaProtection,
  );
  if (integrated.includes(false)) return 'CENTRAL';
  const isKnown = !apparentPowers.includes(null) && !integrated.includes(null) && integrated.length > 0;
  return isKnown ? 'INTEGRATED' : null;
}

/** The battery if it feeds in with its own converter. A DC-coupled battery uses its inverter. */
export function batteryWithConverter(offer: Pick<RegisteredOffer, 'batteries'>): OfferBattery | null {
  const battery = activeBattery(offer);
  return battery && couplingOf(battery) !== 'DC' ? battery : null;
}

/** A value of all batteries of a line; unknown while it is unknown whether they have a converter. */
function ofBatteries(battery: OfferBattery, each: number | null): number | null {
  return couplingOf(battery) === null || each === null ? null : kilo(battery.quantity * each);
}

/** The apparent powers in kVA of all devices that an offer connects to the grid. */
export function newApparentPowers(offer: RegisteredOffer): (number | null)[] {
  const battery = batteryWithConverter(offer);
  return [
    ...offer.inverters.map(({ product }) => kilo(product.acApparentPower)),
    ...(battery ? [ofBatteries(battery, battery.product.apparentPower)] : []),
  ];
}

/** The active powers in kW of all devices that an offer connects to the grid. */
export function newActivePowers(offer: Pick<RegisteredOffer, 'inverters' | 'batteries'>): (number | null)[] {
  const battery = batteryWithConverter(offer);
  return [
    ...offer.inverters.map(({ product }) => kilo(product.acPower)),
    ...(battery ? [ofBatteries(battery, battery.product.maxDischargePower)] : []),
  ];
}

/** Whether a device that an offer connects to the grid feeds in on one phase. */
export function hasSinglePhase(offer: RegisteredOffer): boolean {
  const battery = batteryWithConverter(offer);
  return [...offer.inverters, ...(battery ? [battery] : [])].some(({ product }) => product.phases === 1);
}

/** Whether an offer adds no photovoltaics, only storage: a battery, perhaps with its inverter. */
export function addsOnlyStorage({ modules, inverters, batteries }: RegisteredOffer): boolean {
  const isWired = inverters.some(({ strings }) => strings.length > 0);
  return modules.length === 0 && !isWired && activeBattery({ batteries }) !== null;
}

/** Whether an offer adds only a battery to a plant that exists, without an inverter. */
export const isRetrofit = (offer: RegisteredOffer) => addsOnlyStorage(offer) && offer.inverters.length === 0;

/**
 * From this active power of all generators and storage at a connection on, generating units are of type B (Regulation (EU) 2016/631,
 * article 5). VDE-AR-N 4110 applies to them even at low voltage, with unit certificates, but without a certificate of the plant up to
 * 500 kW of which 270 kW are fed in (NELEV as amended on 2024-05-16).
 */
const mediumVoltageRulesKw = 135;

/**
 * Returns the active power at the connection in kW, existing plants included, if it is so high that the rules of the medium voltage
 * apply; otherwise null. Unknown powers do not count.
 */
export function powerUnderMediumVoltageRules(
  offer: Pick<RegisteredOffer, 'inverters' | 'batteries'>,
  existingSystems: readonly ExistingSystem[],
): number | null {
  const existing = existingSystems.map(({ apparentPowerKva }) => apparentPowerKva);
  const known = sumOfPowers([...newActivePowers(offer), ...existing]);
  return known >= mediumVoltageRulesKw ? known : null;
}
