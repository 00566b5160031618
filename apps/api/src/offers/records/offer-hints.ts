import type { LineHint, PriceHint, VatGroup, VatHint } from '@pv-planning/contract';
import { wiredLines } from '../lines/wired-modules.ts';
import type { Line } from '../model/line.ts';
import type { LineGroup } from '../model/line-groups.ts';
import { counts } from '../pricing/offer-sums.ts';
import { vatRulesOf } from '../pricing/vat-rules.ts';
import type { OfferHeader } from './offer-header.ts';

/** The groups whose lines make an offer one of a system. */
const plantGroups: readonly LineGroup[] = ['modules', 'inverters', 'batteries'];

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

/** Whether the line is sold at the zero rate of § 12 (3) UStG, if `vatMode` is `PV_ZERO`. */
function isAtZero(line: Line): boolean {
  return line.vatRate === 0 && line.quantity > 0 && counts(line);
}

/** Reasons to check the lines at 0 % of an offer with `PV_ZERO`. */
function zeroRateHints(
  { createdAt, systemPowerKwp, buildingUse }: OfferHeader,
  lines: readonly Line[],
): VatHint[] {
  if (!lines.some(isAtZero)) return [];
  const { kWpLimit } = vatRulesOf({ createdAt });
  const isFavoured = buildingUse === 'RESIDENTIAL' || buildingUse === 'PUBLIC_BENEFIT';
  const isPartOfPlant = (line: Line) => counts(line) && plantGroups.includes(line.lineGroup);
  const hints: (VatHint | false)[] = [
    systemPowerKwp > kWpLimit &&
      !isFavoured && {
        code: 'power_above_limit',
        message: `The system has more than ${kWpLimit} kWp, and the building is not known to be residential or of public benefit. The zero rate applies only to systems on or near such buildings, and only if the customer operates the system (§ 12 (3) UStG).`,
      },
    !lines.some(isPartOfPlant) && {
      code: 'zero_rate_without_plant',
      message:
        'Lines have 0 % VAT, but the offer has no modules, no inverter and no active battery. The zero rate applies only to a system, its essential parts, batteries and their installation (§ 12 (3) UStG).',
    },
  ];
  return hints.filter((hint) => hint !== false);
}

function reverseChargeHint({ customerType }: OfferHeader): VatHint {
  if (customerType === 'PRIVATE')
    return {
      code: 'reverse_charge_private',
      message: 'The customer is a private person, who does not owe VAT.',
    };
  return {
    code: 'reverse_charge_conditions',
    message:
      'The customer owes the VAT only as a business that itself provides construction work, which a certificate USt 1 TG proves (§ 13b (5) UStG).',
  };
}

export function vatHints(header: OfferHeader, lines: readonly Line[]): VatHint[] {
  const { vatMode, vatBreakdown } = header;
  return [
    ...(vatMode === 'PV_ZERO' ? zeroRateHints(header, lines) : []),
    ...(vatMode === 'REVERSE_CHARGE' ? [reverseChargeHint(header)] : []),
    ...negativeRates(vatBreakdown),
  ];
}

/** Whether a battery has another number of modules than the one to which the price of the catalog applies. */
function hasOtherModules({ moduleCount, product }: Line): boolean {
  if (moduleCount === null) return false;
  const { moduleCapacity, usableCapacity } = product ?? {};
  const usual = Math.round(Number(usableCapacity) / Number(moduleCapacity));
  return moduleCount !== usual;
}

function priceHint(line: Line): PriceHint | undefined {
  const { ref, name, lineGroup, moduleCount } = line;
  if (line.priceMissing) {
    const message = `${name} has price 0, because the product has no selling price at the site.`;
    return { code: 'price_missing', ref, message };
  }
  if (lineGroup === 'batteries' && line.priceFromCatalog && hasOtherModules(line)) {
    const message = `${name} has ${moduleCount} modules, but the price of the catalog is for its usual number. Set the price.`;
    return { code: 'price_for_default_modules', ref, message };
  }
  return undefined;
}

export function priceHints(lines: readonly Line[]): PriceHint[] {
  return lines.map(priceHint).filter((hint) => hint !== undefined);
}

function lineHint(line: Line, wired: ReadonlyMap<Line, number>): LineHint | undefined {
  const { ref, name, lineGroup, quantity } = line;
  const count = wired.get(line) ?? quantity;
  if (count < quantity)
    return { code: 'modules_not_wired', ref, message: `${count} of ${quantity} modules are wired.` };
  if (lineGroup === 'inverters' && (line.strings ?? []).length === 0)
    return { code: 'inverter_without_strings', ref, message: `Nothing is connected to ${name}.` };
  if (lineGroup === 'emergencyPower' && line.targetRef === null)
    return { code: 'without_inverter', ref, message: `The inverter of ${name} was removed.` };
  if (line.quantityIsAutomatic && quantity === 0)
    return { code: 'quantity_zero', ref, message: `The quantity of ${name} is automatic and 0.` };
  if (line.quantityFrozen) {
    const message = `The quantity of ${name} stays ${quantity}, because the line that it counted was removed.`;
    return { code: 'quantity_frozen', ref, message };
  }
  return undefined;
}

/** Returns at most one hint for each line. */
export function lineHints(lines: readonly Line[]): LineHint[] {
  const wired = new Map(wiredLines(lines).map(({ line, wired: count }) => [line, count]));
  return lines.map((line) => lineHint(line, wired)).filter((hint) => hint !== undefined);
}
