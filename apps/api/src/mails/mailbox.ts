import { type RawBuilder, sql } from 'kysely';

/**
 * The mailbox of an address, by which limits count: without case and `+tag`. At Gmail, it is the local part without dots, which an address of
 * no other mailbox can be, as it has no `@`. Indexes have the same expression.
 */
export function mailboxOf(address: RawBuilder<string> | string): RawBuilder<string> {
  const lower = typeof address === 'string' ? sql`lower(${address}::text)` : sql`lower(${address})`;
  return sql<string>`case when ${lower} ~ '@(gmail|googlemail)\\.com$'
        then replace(regexp_replace(${lower}, '(\\+[^@]*)?@.*$', ''), '.', '')
        else regexp_replace(${lower}, '\\+[^@]*@', '@') end`;
}
