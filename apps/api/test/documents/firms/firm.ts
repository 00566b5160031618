import type { Body } from '@pv-planning/contract';
import type { CompanyTables } from '@pv-planning/database';
import type { Insertable } from 'kysely';

/** An offer with its customer and project. Products and services are named by their keys in the catalog, roofs by their names. */
export interface FirmOffer {
  customer: Body<'createCustomer'>;
  project: Omit<Body<'createProject'>, 'customerId'>;
  offer: Omit<Body<'createOffer'>, 'projectId'>;
}

export type RoofBody = NonNullable<Body<'createProject'>['roofs']>[number];

/** A firm with offers that are typical of its trade. */
export interface Firm {
  name: string;
  profile: Omit<Insertable<CompanyTables['company']>, 'name'>;
  offers: Readonly<Record<string, FirmOffer>>;
}

/** An address with all its fields. */
export function address(streetAndNumber: string, postalCodeAndCity: string) {
  const space = streetAndNumber.lastIndexOf(' ');
  return {
    addressLine2: null,
    district: null,
    state: null,
    country: 'DE',
    street: streetAndNumber.slice(0, space),
    houseNumber: streetAndNumber.slice(space + 1),
    postalCode: postalCodeAndCity.slice(0, 5),
    city: postalCodeAndCity.slice(6),
  };
}

/** A field of modules with its lower left corner at `x`, `y` in metres. */
export function field(columns: number, rows: number, x: number, y: number) {
  return { orientation: 'PORTRAIT' as const, columns, rows, offsetX: x, offsetY: y };
}
