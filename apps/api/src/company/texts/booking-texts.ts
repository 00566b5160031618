import type { CompanyPage } from '@pv-planning/contract/pages';
import type { CompanyQueries } from '@pv-planning/database';
import { readCompanyTexts } from './company-texts.ts';
import { type Sender, withdrawalForm, withdrawalInstruction } from './withdrawal-instruction.ts';

/** Where the customer withdraws online. Who books a paid appointment gets a link to it. */
const link = 'dem Link, den Sie von uns zu diesem Vertrag erhalten haben,';

export type BookingTexts = NonNullable<CompanyPage['consumerTexts']>;

/**
 * Returns the texts of the company for consumers who book a paid appointment, which is a service; null if it has none.
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
