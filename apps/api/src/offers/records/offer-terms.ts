import { hash } from 'node:crypto';
import type { OfferPage } from '@pv-planning/contract/pages';
import { fieldNames } from '../../contract/contract-document.ts';
import type { Line } from '../model/line.ts';
import { groupNames } from '../model/line-groups.ts';
import { appliedVatRates } from '../pricing/vat-rules.ts';
import type { OfferHeader } from './offer-header.ts';
import { byPosition } from './show-offer.ts';

/** The terms of an offer as its customer sees them. */
export type OfferTerms = Pick<
  OfferPage,
  | 'number'
  | 'name'
  | 'isIndicationPrice'
  | 'validTo'
  | 'introText'
  | 'closingText'
  | 'groups'
  | 'netPrice'
  | 'vatBreakdown'
  | 'vatAmount'
  | 'offerPrice'
  | 'systemPowerKwp'
  | 'moduleCount'
  | 'batteryCapacityKwh'
>;

/** The groups in the order of the contract. */
const shownGroups = fieldNames('Offer').flatMap((field) => groupNames.filter((group) => group === field));

export function offerTerms(header: OfferHeader, lines: readonly Line[]): OfferTerms {
  const appliedVatRate = appliedVatRates(header);
  const byGroup = Map.groupBy(lines.toSorted(byPosition), ({ lineGroup }) => lineGroup);
  return {
    number: header.number,
    name: header.name,
    isIndicationPrice: header.isIndicationPrice,
    validTo: header.validTo,
    introText: header.introText,
    closingText: header.closingText,
    groups: shownGroups.flatMap((group) => {
      const shown = byGroup.get(group)?.map((line) => ({
        name: line.name,
        description: line.description,
        quantity: line.quantity,
        unit: line.unit as OfferTerms['groups'][number]['lines'][number]['unit'],
        price: line.price,
        totalPrice: line.totalPrice,
        vatRate: line.vatRate === null ? null : appliedVatRate(line.vatRate),
        active: line.active ?? true,
      }));
      return shown ? [{ group, lines: shown }] : [];
    }),
    netPrice: header.netPrice,
    vatBreakdown: header.vatBreakdown,
    vatAmount: header.vatAmount,
    offerPrice: header.offerPrice,
    systemPowerKwp: header.systemPowerKwp,
    moduleCount: header.moduleCount,
    batteryCapacityKwh: header.batteryCapacityKwh,
  };
}

/** Returns the version of the terms: their SHA-256. Whoever has read them accepts this version. */
export function termsVersionOf(terms: OfferTerms): string {
  return hash('sha256', JSON.stringify(terms), 'base64url');
}
