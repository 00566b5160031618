import type { AddressInputOrNull, AddressOrNull } from '@pv-planning/contract';

/** Converts a time with any offset to UTC with milliseconds. */
export function utc(time: string): string {
  return new Date(time).toISOString();
}

/** Converts a UUID to lowercase, as it is stored. */
export function uuid(text: string): string {
  return text.toLowerCase();
}

type Address = NonNullable<AddressOrNull>;
type AddressInput = NonNullable<AddressInputOrNull>;

/** Fills in the missing fields of an address. */
export function completeAddress(address: AddressInput): Address {
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

/** Converts some fields of a body to their stored form. Null and absent fields stay unchanged. */
export function converted<Body extends object>(body: Body, conversions: Conversions<Body>): Body {
  const result = { ...body } as Record<string, unknown>;
  for (const [field, convert] of Object.entries(conversions) as [string, (value: unknown) => unknown][]) {
    const value = result[field];
    if (value !== undefined && value !== null) result[field] = convert(value);
  }
  return result as Body;
}
