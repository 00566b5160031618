import type { OfferHint } from '@pv-planning/contract';
import { isConsumer } from '@pv-planning/documents';
import type { OfferHeader } from './offer-header.ts';

/** What the company should complete before it publishes the offer. */
export function offerHints(offer: OfferHeader): OfferHint[] {
  const hints: (OfferHint | false)[] = [
    !offer.companyHasAddress && {
      code: 'company_without_address',
      message: 'Your company has no address, so that neither letter nor page say where it can be reached.',
    },
    isConsumer(offer.customerType) &&
      !offer.companyHasWithdrawal && {
        code: 'no_withdrawal_instruction',
        message: 'The customer is a consumer, but your company has no instruction on withdrawal.',
      },
  ];
  return hints.filter((hint) => hint !== false);
}
