import type { OfferPage } from '@pv-planning/contract/pages';
import type { CompanyQueries } from '@pv-planning/database';
import { type Instalment, readCompanyTexts } from '../../../company/texts/company-texts.ts';
import {
  type Sender,
  withdrawalForm,
  withdrawalInstruction,
} from '../../../company/texts/withdrawal-instruction.ts';
import type { CompanyLinks } from '../../../kernel/links/links.ts';
import { earlyStart } from './declarations.ts';

type ConsumerTexts = NonNullable<OfferPage['consumerTexts']>;

/** Splits a price into instalments. The last one takes the rounding difference. */
function instalments(price: number, plan: readonly Instalment[]): ConsumerTexts['paymentPlan'] {
  let rest = Math.round(price * 100);
  return plan.map(({ percent, due }, index) => {
    const cents = index === plan.length - 1 ? rest : Math.round(price * percent);
    rest -= cents;
    return { percent, amount: cents / 100, due };
  });
}

/** Returns the texts of the company for an offer at a price to a consumer; null if it has none. */
export async function readConsumerTexts(
  db: CompanyQueries,
  links: Pick<CompanyLinks, 'urlOf'>,
  company: Sender,
  price: number,
): Promise<ConsumerTexts | null> {
  const texts = await readCompanyTexts(db);
  if (!texts) return null;
  const url = links.urlOf('offer', '…');
  const { version, withdrawal, termsAndConditions, paymentPlan, deliveryTime, guarantee } = texts;
  return {
    version,
    withdrawalInstruction:
      withdrawal && withdrawalInstruction(company, withdrawal, url && `${url} (Ihr Link zu diesem Angebot)`),
    withdrawalForm: withdrawal && withdrawalForm(company),
    earlyStart: withdrawal && earlyStart(withdrawal),
    termsAndConditions,
    paymentPlan: paymentPlan && instalments(price, paymentPlan),
    deliveryTime,
    guarantee,
  };
}
