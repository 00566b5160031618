import type { PriceHint, VatGroup, VatHint } from '@pv-planning/contract';
import type { Line } from '../model/line.ts';
import { vatRulesOf } from '../pricing/vat-rules.ts';
import type { OfferHeader } from './offer-header.ts';

/** Rates at which discounts exceed the other lines: these discounts were probably meant for lines at another rate. */
function negativeRates(vatBreakdown: readonly VatGroup[]): VatHint[] {
  if (vatBreakdown.length < 2) return [];
  return vatBreakdown
    .filter(({ net }) => net < 0)
    .map(({ vatRate }) => ({
      code: 'negative_rate',
      message: `Discounts at ${vatRate} % exceed the other lines at this rate.`,
    }));
}

export function vatHints({
  vatMode,
  createdAt,
  vatBreakdown,
  systemPowerKwp,
  buildingUse,
  customerType,
}: OfferHeader): VatHint[] {
  const { kWpLimit } = vatRulesOf({ createdAt });
  const isFavoured = buildingUse === 'RESIDENTIAL' || buildingUse === 'PUBLIC_BENEFIT';
  const hints: (VatHint | false)[] = [
    vatMode === 'PV_ZERO' &&
      systemPowerKwp > kWpLimit &&
      !isFavoured && {
        code: 'power_above_limit',
        message: `The system has more than ${kWpLimit} kWp, and the building is not known to be residential or of public benefit.`,
      },
    vatMode === 'REVERSE_CHARGE' &&
      customerType === 'PRIVATE' && {
        code: 'reverse_charge_private',
        message: 'The customer is a private person, who does not owe VAT.',
      },
    ...negativeRates(vatBreakdown),
  ];
  return hints.filter((hint) => hint !== false);
}

export function priceHints(lines: readonly Line[]): PriceHint[] {
  return lines
    .filter(({ priceMissing }) => priceMissing)
    .map(({ ref, name }) => ({
      code: 'price_missing',
      ref,
      message: `${name} was added automatically and has no selling price at the site.`,
    }));
}
