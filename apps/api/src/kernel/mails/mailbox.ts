import { domainToASCII, domainToUnicode } from 'node:url';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { domainsOfMailboxes } from './mail-domain.ts';

/**
 * The mailbox of an address in lower case, by which limits count: without `+tag`, and without the characters that its provider ignores,
 * whose domains are one. Indexes have the same expression.
 */
function mailboxOf(lower: RawBuilder<string>): RawBuilder<string> {
  const name = sql`regexp_replace(${lower}, '(\\+[^@]*)?@.*$', '')`;
  const cases = domainsOfMailboxes.map(({ domains, ignored }) => {
    const pattern = sql.lit(`@(${domains.map((domain) => domain.replace('.', '\\.')).join('|')})$`);
    return sql`when ${lower} ~ ${pattern} then translate(${name}, ${sql.lit(ignored)}, '') || ${sql.lit(`@${domains[0]}`)}`;
  });
  return sql<string>`case ${sql.join(cases, sql` `)} else regexp_replace(${lower}, '\\+[^@]*@', '@') end`;
}

/** Returns an address as it can be stored, apart from the case of ASCII letters: a domain with umlauts may have been typed in Punycode. */
export function writtenForms(address: string): string[] {
  const at = address.lastIndexOf('@') + 1;
  const local = address.slice(0, at);
  const ascii = domainToASCII(address.slice(at));
  return ascii === '' ? [address] : [...new Set([`${local}${ascii}`, `${local}${domainToUnicode(ascii)}`])];
}

/** Whether a column has an address of the mailbox to which another address belongs. */
export function isMailbox(column: string, address: string): RawBuilder<SqlBool> {
  const mailboxes = writtenForms(address.toLowerCase()).map((form) => mailboxOf(sql`${form}::text`));
  return sql<SqlBool>`${mailboxOf(sql`lower(${sql.ref(column)})`)} in (${sql.join(mailboxes)})`;
}
