import type { MailCompany } from '../company.ts';
import { imprintOf } from '../company.ts';
import type { MailLanguage } from '../language.ts';
import { type Fact, facts, paragraph, quote, type Template, typedParagraph } from '../template/template.ts';
import { team, teamLanguage } from '../texts/team.ts';
import { texts } from '../texts/texts.ts';
import { euros, germanDay, germanTime } from '../texts/values.ts';

/** The data of an offer in mails. */
export interface MailOffer {
  number: string;
  name: string | null;
  offerPrice: number;
}

/** A declaration of a customer through the link of an offer. */
export interface Declaration {
  offer: MailOffer;
  company: MailCompany;
  /** Name of the customer's record. */
  customerName: string;
  /** Name as typed by the customer. */
  typedName: string | null;
  /** Time of receipt. */
  at: string;
}

function teamMail(
  { offer, company, customerName, typedName, at }: Declaration,
  subject: string,
  sentences: readonly string[],
  others: readonly Fact[] = [],
): Template {
  const { hello, typedName: statedName, receivedAt } = texts[teamLanguage];
  return {
    language: teamLanguage,
    subject,
    blocks: [
      paragraph(hello('')),
      ...sentences.map(paragraph),
      facts([
        [team.offer, offer.name === null ? offer.number : `${offer.number}, ${offer.name}`, 'typed'],
        [team.customer, customerName, 'typed'],
        [statedName, typedName, 'typed'],
        [receivedAt, germanTime(at, teamLanguage)],
        [team.offerPrice, euros(offer.offerPrice, teamLanguage)],
        ...others,
      ]),
      paragraph(team.automatic),
    ],
    imprint: [company.name],
  };
}

/** Declarations that are confirmed to the customer on a durable medium. */
export type Confirmed = keyof typeof team.offers;

/**
 * Tells the team that the customer has accepted an offer, or has withdrawn from the contract.
 *
 * @param confirmedTo address to which the confirmation is sent; null if the team must confirm
 * @param mustWait whether a consumer has not demanded that the work begins before the period for a withdrawal ends
 */
export function offerDecidedMail(
  confirmed: Confirmed,
  {
    confirmedTo,
    mustWait = false,
    ...declaration
  }: Declaration & { confirmedTo: string | null; mustWait?: boolean },
): Template {
  const text = team.offers[confirmed];
  return teamMail(declaration, text.subject(declaration.offer.number), [
    text.sentence,
    confirmedTo === null ? `${team.offerWithoutAddress} ${text.toConfirm}` : text.confirmed(confirmedTo),
    ...(mustWait ? [team.offerMustWait] : []),
  ]);
}

/** Tells the team that a confirmation to the customer could not be composed or delivered. */
export function offerUndeliveredMail(
  confirmed: Confirmed,
  {
    toAddress,
    isRecipientInvalid,
    ...declaration
  }: Declaration & { toAddress: string; isRecipientInvalid: boolean },
): Template {
  const { mail, toConfirm } = team.offers[confirmed];
  return teamMail(
    declaration,
    team.offerUndeliveredSubject(declaration.offer.number),
    [team.offerUndelivered, toConfirm],
    [
      [team.undelivered, mail],
      [team.email, toAddress, 'typed'],
      [team.undeliveredReason, isRecipientInvalid ? team.invalidRecipient : null],
    ],
  );
}

/** The acceptance of an offer in a version of its terms. */
export interface Acceptance extends Declaration {
  language: MailLanguage;
  revision: number;
  /** Whether the letter contains an instruction on withdrawal. */
  hasInstruction: boolean;
  startBeforeWithdrawalEnds: boolean;
}

/**
 * Confirms to the customer that the contract is concluded (§ 312f (2), § 312i (1) no. 3 BGB). The letter is attached when the
 * mail is sent.
 */
export function acceptanceConfirmedMail(acceptance: Acceptance): Template {
  const { language, offer, company, customerName, typedName, at, revision, hasInstruction } = acceptance;
  const { startBeforeWithdrawalEnds } = acceptance;
  const text = texts[language];
  return {
    language,
    subject: text.acceptanceSubject(offer.number),
    blocks: [
      typedParagraph(text.hello(customerName)),
      paragraph(text.acceptance(offer.number, revision, germanDay(at, language))),
      paragraph(text.acceptedContract(hasInstruction)),
      ...(startBeforeWithdrawalEnds ? [paragraph(text.earlyWork)] : []),
      facts([
        [text.typedName, typedName, 'typed'],
        [text.receivedAt, germanTime(at, language)],
      ]),
      typedParagraph(text.regards(company.name)),
    ],
    imprint: imprintOf(company, language),
  };
}

/** Tells the team that the customer has declined an offer. The reason is not mailed. */
export function offerDeclinedMail({
  hasReason,
  ...declaration
}: Declaration & { hasReason: boolean }): Template {
  const { offerDeclinedSubject, offerDeclined, offerDeclinedReason } = team;
  const sentences = hasReason ? [offerDeclined, offerDeclinedReason] : [offerDeclined];
  return teamMail(declaration, offerDeclinedSubject(declaration.offer.number), sentences);
}

/** A withdrawal from a contract. */
export interface Withdrawal extends Declaration {
  language: MailLanguage;
  acceptedAt: string;
  /** Text of the customer. */
  note: string | null;
}

/**
 * Acknowledges to the customer that a withdrawal was received: the content of the declaration, with date and time, on a durable
 * medium (§ 356a BGB).
 */
export function withdrawalReceivedMail(withdrawal: Withdrawal): Template {
  const { language, offer, company, customerName, typedName, at, acceptedAt, note } = withdrawal;
  const text = texts[language];
  return {
    language,
    subject: text.confirmationSubject(offer.number),
    blocks: [
      typedParagraph(text.hello(customerName)),
      paragraph(text.confirmation),
      facts([
        [text.contract, text.contractValue(offer.number, germanDay(acceptedAt, language))],
        [text.declaration, text.declarationValue],
        [text.typedName, typedName, 'typed'],
        [text.receivedAt, germanTime(at, language)],
      ]),
      ...(note === null ? [] : [paragraph(text.yourMessage), quote(note)]),
      paragraph(text.confirmationUse),
      typedParagraph(text.regards(company.name)),
    ],
    imprint: imprintOf(company, language),
  };
}
