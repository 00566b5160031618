import type { Offer, OfferHint } from '@pv-planning/contract';
import { powerUnderMediumVoltageRules } from '@pv-planning/documents';
import type { OfferHeader } from '../offer-header.ts';

/** A hint if the registration forms of the low voltage do not apply. */
export function gridHints(
  lines: Pick<Offer, 'inverters' | 'batteries'>,
  { existingSystems }: OfferHeader,
): OfferHint[] {
  const kw = powerUnderMediumVoltageRules(lines, existingSystems);
  if (kw === null) return [];
  const message = `${Math.round(100 * kw) / 100} kW at the connection, existing plants included: from 135 kW on, VDE-AR-N 4110 applies, not VDE-AR-N 4105, which the forms E.1, E.2, E.3 and E.8 follow.`;
  return [{ code: 'medium_voltage_rules', message }];
}
