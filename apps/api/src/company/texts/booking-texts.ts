import type { CompanyPage } from '@pv-planning/contract/pages';
import type { CompanyQueries } from '@pv-planning/database';
import { readCompanyTexts } from './company-texts.ts';
import { type Sender, withdrawalForm, withdrawalInstruction } from './withdrawal-instruction.ts';

/** The place of the online withdrawal: the link to the booking. */
const link = 'dem Link, den Sie von uns zu diesem Vertrag erhalten haben,';

export type BookingTexts = NonNullable<CompanyPage['consumerTexts']>;

/**
 * Returns the company's texts for consumers who book a paid appointment (a service); null if it has none.
 *
 * @param version default: the current one
 */
export async function readBookingTexts(
  db: CompanyQueries,
  company: Sender,
  version?: number,
): Promise<BookingTexts | null> {
  const texts = await readCompanyTexts(db, version);
  if (!texts || (texts.withdrawal === null && texts.termsAndConditions === null)) return null;
  const hasWithdrawal = texts.withdrawal !== null;
  return {
    version: texts.version,
    withdrawalInstruction: hasWithdrawal ? withdrawalInstruction(company, 'CONTRACT', link) : null,
    withdrawalForm: hasWithdrawal ? withdrawalForm(company) : null,
    termsAndConditions: texts.termsAndConditions,
  };
}
