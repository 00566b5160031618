import type { CompanyQueries } from '@pv-planning/database';
import { sql } from 'kysely';

/** How many mails a day somebody without a key or link can cause to an address. */
export const maxAnonymousMails = 10;

const dayMs = 86_400_000;

/** Returns how many mails somebody without a key or link has caused to an address within the last 24 hours. */
export async function countAnonymousMails(db: CompanyQueries, address: string, now: string): Promise<number> {
  const { count } = await db
    .selectFrom('mail')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('isAnonymous', '=', sql<boolean>`true`)
    .where(({ eb, fn, ref }) => eb(fn<string>('lower', [ref('toAddress')]), '=', address.toLowerCase()))
    .where('createdAt', '>', new Date(Date.parse(now) - dayMs).toISOString())
    .executeTakeFirstOrThrow();
  return Number(count);
}
