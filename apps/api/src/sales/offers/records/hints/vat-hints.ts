import type { VatHint } from '@pv-planning/contract';
import type { Line } from '../../model/line.ts';
import type { LineGroup } from '../../model/line-groups.ts';
import { sumOf } from '../../pricing/amounts.ts';
import { counts } from '../../pricing/offer-sums.ts';
import { appliedVatRates, vatRulesOf } from '../../pricing/vat-rules.ts';
import type { OfferHeader } from '../offer-header.ts';

/** An offer with lines in these groups is an offer of a system. */
const plantGroups: readonly LineGroup[] = ['modules', 'inverters', 'batteries'];

/** Groups with the zero rate if the system has it. Equipment, material and services may be for something else. */
const zeroRatedGroups: readonly LineGroup[] = [...plantGroups, 'subconstructions', 'emergencyPower'];

/** A reason to check the offer, or no reason. */
type Reason = VatHint | false;

/** Returns a hint about lines, unless there are none. */
function aboutLines(code: VatHint['code'], lines: readonly Line[], message: string): Reason {
  return lines.length > 0 && { code, refs: lines.map(({ ref }) => ref), message };
}

/** Rates at which discounts exceed the other lines: these discounts were probably meant for lines at another rate. */
function negativeRates({ vatBreakdown }: OfferHeader, lines: readonly Line[]): VatHint[] {
  if (vatBreakdown.length < 2) return [];
  return vatBreakdown
    .filter(({ net }) => net < 0)
    .map(({ vatRate }) => ({
      code: 'negative_rate',
      refs: lines
        .filter((line) => line.totalPrice < 0 && (line.vatRate ?? vatRate) === vatRate)
        .map(({ ref }) => ref),
      message: `Discounts at ${vatRate} % exceed the other lines at this rate.`,
    }));
}

function isFavoured({ buildingUse }: OfferHeader): boolean {
  return buildingUse === 'RESIDENTIAL' || buildingUse === 'PUBLIC_BENEFIT';
}

/** The power of the photovoltaics at the site in kWp: the limit of the zero rate applies to all plants together. */
function powerAtSite({ systemPowerKwp, existingSystems }: OfferHeader): number {
  const existing = existingSystems.filter(({ type }) => type === 'PV');
  const watts = existing.reduce((sum, { powerKwp }) => sum + Math.round((powerKwp ?? 0) * 1000), 0);
  return (Math.round(systemPowerKwp * 1000) + watts) / 1000;
}

/** Reasons to check the lines at 0 % of an offer with `PV_ZERO`. */
function zeroRateReasons(header: OfferHeader, counted: readonly Line[]): Reason[] {
  const atZero = counted.filter(({ vatRate }) => vatRate === 0);
  if (atZero.length === 0) return [];
  const { kWpLimit } = vatRulesOf(header);
  const wallboxes = new Set(
    counted.filter(({ lineGroup }) => lineGroup === 'wallboxes').map(({ ref }) => ref),
  );
  const isForWallbox = ({ targetRef }: Line) => targetRef !== null && wallboxes.has(targetRef);
  const isApportionedToZero = sumOf(atZero.map(({ totalPrice }) => totalPrice)).gt(0);
  const hasPlant = counted.some(({ lineGroup }) => plantGroups.includes(lineGroup));
  return [
    powerAtSite(header) > kWpLimit &&
      !isFavoured(header) && {
        code: 'power_above_limit',
        refs: [],
        message: `The system has more than ${kWpLimit} kWp${header.systemPowerKwp > kWpLimit ? '' : ' together with existing plants'}, and the building is not known to be residential or of public benefit. The zero rate applies only to systems on or near such buildings, and only if the customer operates the system (§ 12 (3) UStG).`,
      },
    !hasPlant &&
      aboutLines(
        'zero_rate_without_plant',
        atZero,
        'Lines have 0 % VAT, but the offer has no modules, no inverter and no active battery. The zero rate applies only to a system, its essential parts, batteries and their installation (§ 12 (3) UStG).',
      ),
    aboutLines(
      'zero_rate_ineligible',
      atZero.filter((line) => line.standardRated || isForWallbox(line)),
      'Wallboxes, equipment for them and maintenance have 0 % VAT. The zero rate applies only to a system, its essential parts, batteries and their installation (§ 12 (3) UStG).',
    ),
    aboutLines(
      'cost_without_rate',
      counted.filter(({ vatRate, totalPrice }) => isApportionedToZero && vatRate === null && totalPrice > 0),
      'Costs without a VAT rate are apportioned over the rates of the other lines, so that they have 0 % VAT in full or in part. Set the rate, unless they are costs of the whole offer.',
    ),
  ];
}

/**
 * A private customer operates the system, and the zero rate is no choice: the building is favoured, or the power is within the limit,
 * for which the law presumes that.
 */
function zeroRateNotApplied(header: OfferHeader, counted: readonly Line[]): Reason {
  const power = powerAtSite(header);
  const isWithinLimit = power > 0 && power <= vatRulesOf(header).kWpLimit;
  if (header.customerType !== 'PRIVATE' || !(isFavoured(header) || isWithinLimit)) return false;
  const appliedVatRate = appliedVatRates(header);
  const isTaxed = ({ vatRate, totalPrice }: Line) =>
    vatRate !== null && totalPrice > 0 && appliedVatRate(vatRate) > 0;
  return aboutLines(
    'zero_rate_not_applied',
    counted.filter((line) => zeroRatedGroups.includes(line.lineGroup) && isTaxed(line)),
    'Parts of a system for a private customer have VAT. If the customer operates the system, the zero rate applies to it and to its installation (§ 12 (3) UStG), and you owe VAT that the invoice shows nevertheless (§ 14c (1) UStG).',
  );
}

function reverseChargeHint({ customerType }: OfferHeader): VatHint {
  if (customerType === 'PRIVATE')
    return {
      code: 'reverse_charge_private',
      refs: [],
      message: 'The customer is a private person, who does not owe VAT.',
    };
  return {
    code: 'reverse_charge_conditions',
    refs: [],
    message:
      'The customer owes the VAT only on construction work, which includes delivery with installation on a building, but not delivery alone (§ 13b (2) no. 4 UStG), and only as a business that itself provides construction work, which a certificate USt 1 TG proves (§ 13b (5) UStG).',
  };
}

/** @param lines sorted by position */
export function vatHints(header: OfferHeader, lines: readonly Line[]): VatHint[] {
  const { vatMode } = header;
  const counted = lines.filter((line) => line.quantity > 0 && counts(line));
  const reasons: Reason[] = [
    ...(vatMode === 'PV_ZERO' ? zeroRateReasons(header, counted) : []),
    zeroRateNotApplied(header, counted),
    vatMode === 'REVERSE_CHARGE' && reverseChargeHint(header),
    ...negativeRates(header, counted),
  ];
  return reasons.filter((reason) => reason !== false);
}
