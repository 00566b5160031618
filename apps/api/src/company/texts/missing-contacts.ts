import { sql } from 'kysely';

const contacts = ['address', 'phone', 'email'] as const;

/** Contact details of a company. The model of the instruction on withdrawal requires all of them. */
export type Contact = (typeof contacts)[number];

/** The contact details that a row of `company` lacks. */
export const missingContacts = sql<Contact[]>`array_remove(array[${sql.join(
  contacts.map((name) => sql`case when ${sql.ref(name)} is null then ${sql.lit(name)} end`),
)}], null)`.as('missingContacts');

const names: Readonly<Record<Contact, string>> = {
  address: 'address',
  phone: 'telephone number',
  email: 'e-mail address',
};

/** Names contacts in a sentence: `no address and no telephone number`. */
export const withoutContacts = (missing: readonly Contact[]) =>
  missing.map((contact) => `no ${names[contact]}`).join(' and ');
