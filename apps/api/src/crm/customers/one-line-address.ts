import type { Address } from '@pv-planning/contract';

/** Returns an address on one line: `Lindenweg 12a, 01234 Musterstadt`. Null if nothing of it is known. */
export function oneLineAddress(address: Address | null): string | null {
  if (!address) return null;
  const { street, houseNumber, addressLine2, postalCode, city } = address;
  const parts = [[street, houseNumber], [addressLine2], [postalCode, city]];
  const texts = parts.map((part) => part.filter((text) => text !== null).join(' '));
  return texts.filter((text) => text !== '').join(', ') || null;
}
