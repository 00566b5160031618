import type { OfferHint } from '@pv-planning/contract';
import { isConsumer } from '@pv-planning/documents';
import { withoutContacts } from '../../../../company/texts/missing-contacts.ts';
import type { OfferHeader } from '../offer-header.ts';

/** Gaps that the company should close before it publishes the offer. */
export function offerHints(offer: OfferHeader): OfferHint[] {
  const hints: (OfferHint | false)[] = [
    offer.companyLacks.includes('address') && {
      code: 'company_without_address',
      message: 'Your company has no address, so that neither letter nor page say where it can be reached.',
    },
    offer.companyLacksPartner && {
      code: 'general_partner_missing',
      message:
        'Your company is a partnership without a natural person who is liable, and does not name its general partner.',
    },
    isConsumer(offer.customerType) &&
      !offer.companyHasWithdrawal && {
        code: 'no_withdrawal_instruction',
        message: 'The customer is a consumer, but your company has no instruction on withdrawal.',
      },
    isConsumer(offer.customerType) &&
      offer.companyHasWithdrawal &&
      offer.companyLacks.length > 0 && {
        code: 'withdrawal_instruction_incomplete',
        message: `Your company has ${withoutContacts(offer.companyLacks)}, which the instruction on withdrawal must state.`,
      },
  ];
  return hints.filter((hint) => hint !== false);
}
