import type { AddressInputOrNull, AddressOrNull } from '@pv-planning/contract';
import { sql } from 'kysely';

/**
 * The time of a change to a row, by the database's clock: of the statement, so that all columns which it writes have the same,
 * and later than that of the change before it, should the statement have waited for the row's lock. (The start of the
 * transaction lies before a wait in an earlier statement too.)
 */
export const now = sql<string>`greatest(statement_timestamp(), updated_at + interval '1 millisecond')`;

/** A time with any offset, as it is stored and answered: UTC with milliseconds. */
export function utc(time: string): string {
  return new Date(time).toISOString();
}

/** A UUID as it is stored and answered; a caller may send it in capitals. */
export function uuid(text: string): string {
  return text.toLowerCase();
}

type Address = NonNullable<AddressOrNull>;
type AddressInput = NonNullable<AddressInputOrNull>;

/** An address with every field present. */
export function wholeAddress(address: AddressInput): Address {
  return {
    street: address.street ?? null,
    houseNumber: address.houseNumber ?? null,
    addressLine2: address.addressLine2 ?? null,
    postalCode: address.postalCode ?? null,
    city: address.city ?? null,
    district: address.district ?? null,
    state: address.state ?? null,
    country: address.country ?? 'DE',
  };
}

type Conversions<Body> = { [Field in keyof Body]?: (value: NonNullable<Body[Field]>) => unknown };

/** The body with some of its fields converted to what is stored; null and absent stay as they are. */
export function converted<Body extends object>(body: Body, conversions: Conversions<Body>): Body {
  const result = { ...body } as Record<string, unknown>;
  for (const [field, convert] of Object.entries(conversions) as [string, (value: unknown) => unknown][]) {
    const value = result[field];
    if (value !== undefined && value !== null) result[field] = convert(value);
  }
  return result as Body;
}
