import type { OfferPage } from '@pv-planning/contract/pages';
import { hasZeroRate } from '@pv-planning/documents';
import type { WithdrawalStart } from '../../../company/texts/company-texts.ts';

type Declaring = Pick<OfferPage, 'consumerTexts' | 'vatMode' | 'vatBreakdown'>;

/** Terms and conditions need an express reference (§ 305 (2) BGB). */
function applicable({ consumerTexts }: Declaring): string | null {
  const hasPlan = Boolean(consumerTexts?.paymentPlan?.length);
  if (consumerTexts?.termsAndConditions)
    return `Es gelten ${hasPlan ? 'der Zahlungsplan und ' : ''}die Allgemeinen Geschäftsbedingungen, die Teil dieses Angebots sind.`;
  return hasPlan ? 'Es gilt der Zahlungsplan.' : null;
}

/**
 * What the customer declares by accepting, above the signature and above the button. The customer does not confirm to have received the
 * instruction: such a sentence would need a signature of its own (§ 309 no. 12 BGB).
 */
export function declarations(terms: Declaring): string[] {
  const sentences = [
    applicable(terms),
    terms.consumerTexts?.withdrawalInstruction
      ? 'Zu diesem Angebot gehören die Widerrufsbelehrung und das Muster-Widerrufsformular.'
      : null,
    // The declaration of the customer is a proof (BMF letter of 27 February 2023 on § 12 (3) UStG).
    hasZeroRate(terms)
      ? 'Ich bin Betreiber der Anlage; sie hat höchstens 30 kWp oder steht auf oder bei einem begünstigten Gebäude.'
      : null,
  ];
  return sentences.filter((sentence) => sentence !== null);
}

const consequence =
  'Mir ist bekannt: Wenn ich danach widerrufe, muss ich die bis dahin erbrachten Leistungen anteilig bezahlen';

/**
 * The wish that the work begins before the period for a withdrawal ends. Without it, a company that begins earlier gets nothing for its work
 * after a withdrawal (§ 357a (2) BGB). Only the right to withdraw from a service ends with its completion (§ 356 (4) BGB).
 */
export const earlyStart = (start: WithdrawalStart): string =>
  `Ich verlange ausdrücklich, dass die Arbeiten vor Ablauf der Widerrufsfrist beginnen. ${consequence}${
    start === 'CONTRACT'
      ? '; mein Widerrufsrecht erlischt, wenn Sie den Vertrag vollständig erfüllt haben'
      : ''
  }.`;
