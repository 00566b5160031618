import type { AddressInputOrNull, AddressOrNull, GeoPointOrNull } from './generated/public/schemas.ts';

export * from './generated/public/index.ts';

/** A postal address as it is read. */
export type Address = NonNullable<AddressOrNull>;

/** A postal address as it is sent. */
export type AddressInput = NonNullable<AddressInputOrNull>;

/** A position on the map. */
export type GeoPoint = NonNullable<GeoPointOrNull>;
