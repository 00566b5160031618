import type { MailLanguage } from './language.ts';
import { texts } from './texts/texts.ts';

/** The company that sends a mail. */
export interface MailCompany {
  name: string;
  legalForm: string | null;
  address: {
    street: string | null;
    houseNumber: string | null;
    postalCode: string | null;
    city: string | null;
  } | null;
  phone: string | null;
  email: string | null;
  website: string | null;
  vatId: string | null;
  registerCourt: string | null;
  registerNumber: string | null;
  generalPartner?: string | null;
  managingDirectors: readonly string[];
}

const joined = (separator: string, ...parts: readonly (string | null | undefined)[]) =>
  parts.filter((part) => part).join(separator);

/** The words of a text, each between spaces, without brackets and commas. */
const words = (text: string) =>
  ` ${text
    .split(/[\s(),]+/)
    .filter(Boolean)
    .join(' ')} `;

/** Returns the name with the legal form, unless the name contains it, as business letters state it (§ 35a GmbHG, § 37a HGB). */
export function legalName({ name, legalForm }: Pick<MailCompany, 'name' | 'legalForm'>): string {
  return legalForm === null || words(name).includes(words(legalForm)) ? name : `${name} ${legalForm}`;
}

/** Returns the company's contact data, as the end of a sentence. */
export const contactOf = ({ email, phone }: MailCompany, language: MailLanguage) =>
  texts[language].contact(email !== null, phone);

/** Sender details required in business letters, including e-mails (§ 35a GmbHG, § 37a HGB). */
export function imprintOf(company: MailCompany, language: MailLanguage): string[] {
  const { address, registerCourt, registerNumber, managingDirectors, vatId } = company;
  const text = texts[language];
  // A sole trader represents nobody (§ 37a HGB).
  const managers = /^(e\. ?K|Einzel)/i.test(company.legalForm ?? '')
    ? text.imprintOwner
    : text.imprintManagers;
  const town = joined(' ', address?.postalCode, address?.city);
  return [
    joined(', ', legalName(company), joined(' ', address?.street, address?.houseNumber), town),
    registerCourt && registerNumber ? text.imprintRegister(registerCourt, registerNumber) : '',
    company.generalPartner ? text.imprintPartner(company.generalPartner) : '',
    managingDirectors.length > 0 ? managers(managingDirectors.join(', ')) : '',
    vatId === null ? '' : text.imprintVatId(vatId),
    joined(' · ', company.phone, company.email, company.website),
  ].filter((line) => line !== '');
}
