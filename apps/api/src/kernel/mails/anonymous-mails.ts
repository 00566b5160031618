import type { CompanyQueries } from '@pv-planning/database';
import { rateLimited } from '@pv-planning/server-kit';
import { sql } from 'kysely';
import { limited } from '../contract/api-errors.ts';
import { secondsTo, strangerLimits } from '../stranger-limits.ts';
import { isMailbox } from './mailbox.ts';

const { mails: anonymousMails, confirmationMails } = strangerLimits;

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
    .where('createdAt', '>', new Date(Date.parse(now) - anonymousMails.ms).toISOString())
    .where('status', '<>', 'skipped')
    .orderBy('createdAt', 'desc')
    .offset(anonymousMails.count - 1)
    .limit(1)
    .executeTakeFirst();
  return oldest ? Date.parse(oldest.createdAt) + anonymousMails.ms : null;
}

/** @throws 429 `rate_limited` if an address has got as many mails caused by somebody without a key as allowed in a day */
export async function requireAnonymousMail(db: CompanyQueries, address: string, now: string): Promise<void> {
  const next = await nextAnonymousMail(db, address, now);
  if (next !== null)
    throw rateLimited(
      secondsTo(next, now),
      'for this e-mail address, which has got as many e-mails as it gets in a day',
    );
}

/** @throws 429 `too_many_confirmation_mails` if an address has got as many mails that ask for a confirmation as allowed in an hour */
export async function requireConfirmationMail(
  db: CompanyQueries,
  address: string,
  now: string,
): Promise<void> {
  const since = new Date(Date.parse(now) - confirmationMails.ms).toISOString();
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
  if (oldest && mails.length >= confirmationMails.count)
    throw limited(
      'too_many_confirmation_mails',
      secondsTo(Date.parse(oldest.createdAt) + confirmationMails.ms, now),
    );
}
