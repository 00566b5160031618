import type { OfferHint } from '@pv-planning/contract';
import type { OfferHeader } from './offer-header.ts';

/** What the company should complete before it publishes the offer. */
export function offerHints(offer: OfferHeader): OfferHint[] {
  const hints: (OfferHint | false)[] = [
    !offer.companyHasAddress && {
      code: 'company_without_address',
      message: 'Your company has no address, so that neither letter nor page say where it can be reached.',
    },
    offer.customerType === 'PRIVATE' &&
      !offer.companyHasWithdrawal && {
        code: 'no_withdrawal_instruction',
        message: 'The customer is a private person, but your company has no instruction on withdrawal.',
      },
  ];
  return hints.filter((hint) => hint !== false);
}
