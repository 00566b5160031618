import type { Address } from '@pv-planning/contract';

/** Joins the non-empty parts in one line. */
export function joined(parts: readonly (string | null | undefined)[], separator = ' '): string {
  return parts.filter((part) => part !== null && part !== undefined && part !== '').join(separator);
}

const countryNames = new Intl.DisplayNames('de', { type: 'region' });

/** The lines of a postal address, without the country if it is Germany. Letters abroad need its name in capitals (DIN 5008). */
export function addressLines(address: Address | null): string[] {
  if (!address) return [];
  const { street, houseNumber, addressLine2, postalCode, city, country } = address;
  const lines = [joined([street, houseNumber]), addressLine2 ?? '', joined([postalCode, city])];
  return [
    ...lines,
    country === 'DE' ? '' : (countryNames.of(country) ?? country).toLocaleUpperCase('de'),
  ].filter((line) => line !== '');
}
