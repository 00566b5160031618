import { domainToASCII, domainToUnicode } from 'node:url';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * The mailbox of an address, by which limits count: without case and `+tag`. At Gmail, it is the local part without dots, which an address of
 * no other mailbox can be, as it has no `@`. Indexes have the same expression.
 */
function mailboxOf(address: RawBuilder<string> | string): RawBuilder<string> {
  const lower = typeof address === 'string' ? sql`lower(${address}::text)` : sql`lower(${address})`;
  return sql<string>`case when ${lower} ~ '@(gmail|googlemail)\\.com$'
        then replace(regexp_replace(${lower}, '(\\+[^@]*)?@.*$', ''), '.', '')
        else regexp_replace(${lower}, '\\+[^@]*@', '@') end`;
}

/** Returns an address as it can be stored: a domain with umlauts may have been typed in Punycode. */
export function writtenForms(address: string): string[] {
  const at = address.lastIndexOf('@') + 1;
  const local = address.slice(0, at);
  const ascii = domainToASCII(address.slice(at));
  return ascii === '' ? [address] : [...new Set([`${local}${ascii}`, `${local}${domainToUnicode(ascii)}`])];
}

/** Whether a column has an address of the mailbox to which another address belongs. */
export function isMailbox(column: string, address: string): RawBuilder<SqlBool> {
  const mailboxes = writtenForms(address).map(mailboxOf);
  return sql<SqlBool>`${mailboxOf(sql.ref(column))} in (${sql.join(mailboxes)})`;
}
