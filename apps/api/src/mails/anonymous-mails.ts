import type { CompanyQueries } from '@pv-planning/database';
import { rateLimited } from '@pv-planning/server-kit';
import { sql } from 'kysely';
import { isMailbox } from './mailbox.ts';

/** How many mails a day somebody without a key can cause to an address. Cancellations are beyond it: there is one of each booking. */
const maxAnonymousMails = 10;

const dayMs = 86_400_000;

/**
 * Returns when the next mail can be sent to an address by somebody without a key, or null if at once. Without a lock, requests that run at
 * the same time do not count the mails of each other. That is few: a process runs two at a time for a company, and eight with links.
 *
 * @param now the present time
 */
export async function nextAnonymousMail(
  db: CompanyQueries,
  address: string,
  now: string,
): Promise<number | null> {
  const oldest = await db
    .selectFrom('mail')
    .select('createdAt')
    .where('isAnonymous', '=', sql<boolean>`true`)
    .where(isMailbox('to_address', address))
    .where('keptSlotId', 'is', null)
    .where('createdAt', '>', new Date(Date.parse(now) - dayMs).toISOString())
    .where('status', '<>', 'skipped')
    .orderBy('createdAt', 'desc')
    .offset(maxAnonymousMails - 1)
    .limit(1)
    .executeTakeFirst();
  return oldest ? Date.parse(oldest.createdAt) + dayMs : null;
}

/** @throws 429 `rate_limited` if an address has got as many mails caused by somebody without a key as allowed in a day */
export async function requireAnonymousMail(db: CompanyQueries, address: string, now: string): Promise<void> {
  const next = await nextAnonymousMail(db, address, now);
  if (next !== null) throw limitedUntil(next, now);
}

const limitedUntil = (time: number, now: string) =>
  rateLimited(Math.max(1, Math.ceil((time - Date.parse(now)) / 1000)));

/** How many mails an hour that ask for the confirmation of an appointment an address gets. */
const maxConfirmationMails = 3;

const hourMs = 3_600_000;

/** @throws 429 `rate_limited` if an address has got as many mails that ask for a confirmation as allowed in an hour */
export async function requireConfirmationMail(
  db: CompanyQueries,
  address: string,
  now: string,
): Promise<void> {
  const since = new Date(Date.parse(now) - hourMs).toISOString();
  const mails = await db
    .selectFrom('mail')
    .select('createdAt')
    .where('isAnonymous', '=', sql<boolean>`true`)
    .where(isMailbox('to_address', address))
    .where('keptSlotId', 'is not', null)
    .where('createdAt', '>', since)
    .orderBy('createdAt')
    .execute();
  const [oldest] = mails;
  if (oldest && mails.length >= maxConfirmationMails)
    throw limitedUntil(Date.parse(oldest.createdAt) + hourMs, now);
}
