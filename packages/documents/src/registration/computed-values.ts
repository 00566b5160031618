import type { Address, OfferBattery, OfferInverter } from '@pv-planning/contract';
import { joined } from '../address.ts';
import { type Facts, isDcCoupled } from './field-sources.ts';
import { couplingOf, sumOfKnown } from './plant.ts';

export const streetOf = (address: Address | null) => joined([address?.street, address?.houseNumber]) || null;
export const postalCityOf = (address: Address | null) => joined([address?.postalCode, address?.city]) || null;

export function ofConverter<Value>(
  { battery, batteryInverter }: Facts,
  ofInverter: (inverter: OfferInverter) => Value,
  ofBattery: (battery: OfferBattery) => Value,
): Value | null {
  if (!battery || couplingOf(battery) === null) return null;
  if (!isDcCoupled(battery)) return ofBattery(battery);
  return batteryInverter && ofInverter(batteryInverter);
}

/** The power of a battery in W, which its inverter can limit. */
export function batteryPower(
  { battery, batteryInverter }: Facts,
  field: 'maxChargePower' | 'maxDischargePower',
  inverterField: 'maxBatteryChargePower' | 'maxBatteryDischargePower',
): number | null {
  const each = battery?.product[field] ?? null;
  if (!battery || each === null) return null;
  const limit = isDcCoupled(battery) ? (batteryInverter?.product[inverterField] ?? null) : null;
  const all = battery.quantity * each;
  return limit === null ? all : Math.min(all, limit);
}

/** Whether the house can be supplied without the grid by these inverters. */
export function suppliesWithoutGrid({ offer }: Facts, refs: readonly string[]): boolean {
  return offer.emergencyPower.some(({ inverterRef }) => inverterRef !== null && refs.includes(inverterRef));
}

interface Line {
  quantity: number;
  manufacturerName: string | null;
  name: string;
  product: { model: string | null };
}

/** Lines as text: `14 × Sonnenwerk Aurora 440`. */
export function listOf(lines: readonly Line[]): string | null {
  const counts = new Map<string, number>();
  for (const { quantity, manufacturerName, name, product } of lines) {
    const model = product.model ?? name;
    const type =
      manufacturerName !== null && model.startsWith(manufacturerName)
        ? model
        : joined([manufacturerName, model]);
    counts.set(type, (counts.get(type) ?? 0) + quantity);
  }
  return [...counts].map(([type, count]) => `${count} × ${type}`).join('; ') || null;
}

export const modulePower = ({ offer }: Facts) =>
  offer.modules.reduce((sum, { quantity, product }) => sum + quantity * product.power, 0);

export const existingPower = ({ project }: Facts) =>
  sumOfKnown(project.existingSystems.filter(({ type }) => type === 'PV').map(({ powerKwp }) => powerKwp));

export const existingApparentPowers = ({ existingSystems }: Facts['project']) =>
  existingSystems.map(({ apparentPowerKva }) => apparentPowerKva);

/** Whether all emergency power also disconnects the neutral conductor; null if that is unknown of one, or if there is none. */
export function allPoleDisconnection({ emergencyPower }: Facts['offer']): boolean | null {
  const each = emergencyPower.map(({ product }) => product.allPoleDisconnection);
  if (each.includes(false)) return false;
  return each.length === 0 || each.includes(null) ? null : true;
}

export const wallboxPower = ({ offer }: Facts) =>
  offer.wallboxes.reduce((sum, { quantity, product }) => sum + quantity * product.chargingPower, 0);

/** Above this charging power, a wallbox is a controllable device (§ 14a EnWG). */
export const maxUncontrollableWatts = 4_200;

/** The number of a contractor with this grid operator. */
export function registrationNumber({ contractor, operator }: Facts): string | null {
  if (!contractor) return null;
  const own = contractor.registrations.find(({ networkCarrierId }) => networkCarrierId === operator.id);
  return own?.number ?? contractor.registrationNumber;
}

/** The grid operator with whom the contractor has this number. */
export function registeredWith({ contractor, operator }: Facts): string | null {
  if (!contractor) return null;
  const isOwn = contractor.registrations.some(({ networkCarrierId }) => networkCarrierId === operator.id);
  return isOwn ? operator.name : contractor.registeredWith;
}

/** The owner of the building. A customer who may be a tenant is not taken for the owner. */
export function connectionHolderName({ project, customerName }: Facts): string | null {
  return project.isOwner ? customerName : project.ownerName;
}
