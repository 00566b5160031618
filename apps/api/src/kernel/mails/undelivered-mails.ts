import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { sql } from 'kysely';
import type { MailKind } from './queue-mail.ts';

/** Small, so that locks are held briefly. */
const batchSize = 50;

/** Older failures have been reported. */
const maxAgeMs = 86_400_000;

/** Mails to customers about records of one kind. */
interface Watched {
  record: 'bookingId' | 'offerId';
  /** Patterns of their kinds. */
  kinds: readonly string[];
  /** The mail to the team that reports one of them. Its occasion is the id of that one. */
  report: MailKind;
}

export interface UndeliveredMail {
  id: string;
  kind: MailKind;
  recordId: string;
  toAddress: string;
  createdAt: string;
  /** Whether no mail could be composed. */
  isRecipientInvalid: boolean;
}

const unreported = preparedQuery(
  (db, { since }: { since: string }, { record, kinds, report: reportKind }: Watched) =>
    db
      .selectFrom('mail')
      .select(['mail.id', 'mail.kind', 'mail.toAddress', 'mail.createdAt'])
      .select(({ ref }) => [
        ref(`mail.${record}`).$castTo<string>().as('recordId'),
        sql<boolean>`${ref('mail.status')} = 'skipped'`.as('isRecipientInvalid'),
      ])
      // Without content: the address or the name was invalid.
      .where(({ eb, or, and }) =>
        or([
          eb('mail.status', '=', sql.lit('failed')),
          and([eb('mail.status', '=', sql.lit('skipped')), eb('mail.content', 'is', null)]),
        ]),
      )
      .where('mail.finishedAt', '>=', since)
      .where(({ eb, or }) => or(kinds.map((kind) => eb('mail.kind', 'like', kind))))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('mail as report')
              .select('report.id')
              .whereRef('report.companyId', '=', 'mail.companyId')
              .whereRef(`report.${record}`, '=', `mail.${record}`)
              .where('report.kind', '=', reportKind)
              .where(({ eb, ref }) =>
                eb(sql`right(${ref('report.dedupeKey')}, 36)`, '=', sql`${ref('mail.id')}::text`),
              ),
          ),
        ),
      )
      .orderBy('mail.id')
      .limit(batchSize)
      .$castTo<UndeliveredMail>(),
);

/** Returns mails that have failed for good and are not reported to the team yet, and whether there may be more. */
export async function undeliveredMails(db: CompanyQueries, watched: Watched, now: string) {
  const since = new Date(Date.parse(now) - maxAgeMs).toISOString();
  const mails = await unreported(db, { since }, watched);
  return { mails, isMore: mails.length === batchSize };
}
