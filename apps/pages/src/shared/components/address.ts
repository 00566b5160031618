import type { OfferPage } from '@pv-planning/contract/pages';

type Address = OfferPage['customer']['address'];

const joined = (separator: string, ...parts: (string | null)[]) =>
  parts.filter((part) => part !== null && part !== '').join(separator);

/** Returns an address as lines of a letter. */
export function addressLines(address: Address): string[] {
  if (address === null) return [];
  const { street, houseNumber, addressLine2, postalCode, city } = address;
  return [joined(' ', street, houseNumber), addressLine2 ?? '', joined(' ', postalCode, city)].filter(
    (line) => line !== '',
  );
}

export const oneLineOf = (address: Address) => addressLines(address).join(', ');
