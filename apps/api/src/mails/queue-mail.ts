import { type CompanyQueries, type CompanyTables, preparedQuery } from '@pv-planning/database';
import {
  type Appointment,
  type BookingNews,
  calendarPart,
  composeMail,
  MailError,
  type Template,
} from '@pv-planning/mail';
import type { Insertable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../records/change-time.ts';
import type { MailContents } from './mail-contents.ts';

/** What a mail says. */
export type MailKind =
  | 'offer-accepted'
  | 'offer-declined'
  | 'offer-withdrawn'
  | 'withdrawal-received'
  // To the customer
  | `booking-${'confirmed' | 'moved' | 'cancelled' | 'reminder'}`
  | `booking-payment-${'processing' | 'failed' | 'late'}`
  | `team-booking-${BookingNews['kind']}`;

/** An appointment for the calendar of the recipient, who is its attendee. The company organizes it. */
export type CalendarEntry = Omit<Appointment, 'organizer' | 'attendee'>;

export interface NewMail {
  kind: MailKind;
  /** The record that the mail is about. */
  record: { offerId: string } | { bookingId: string };
  /** Which of the mails of this kind about the record it is. It is created once. Default: the only one. */
  occasion?: string;
  /** Null if nobody can be told who should be: the mail is stored as skipped, so that operators see it. */
  to: { address: string; name: string } | null;
  /** Replies go to the company. */
  company: { name: string; email: string | null };
  template: Template;
  calendar?: CalendarEntry;
  /** Whether somebody without a key has caused it who may have entered the address. It is counted by `requireAnonymousMail`. Default: false. */
  isAnonymous?: boolean;
}

/**
 * Queues a mail in the transaction of the change that causes it. Data of which no mail can be composed, such as an invalid address,
 * do not reject the change: the mail is stored as skipped, with the reason.
 */
export type QueueMail = (mail: NewMail) => Promise<void>;

function compose({ template, company, to, calendar }: NewMail, sender: string | undefined) {
  if (!to) return { mail: null, error: 'Neither a planner nor the company has an address for it.' };
  try {
    const replyTo = company.email === null ? null : { address: company.email, name: company.name };
    const parties = { from: company.name, to, replyTo };
    const address = company.email ?? sender;
    const part =
      calendar && address !== undefined
        ? calendarPart({ ...calendar, organizer: { address, name: company.name }, attendee: to })
        : null;
    return { mail: composeMail(template, parties, part), error: null };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return { mail: null, error: error.message };
  }
}

const insertOnce = preparedQuery((db, mail: Insertable<CompanyTables['mail']>) =>
  db
    .insertInto('mail')
    .values(mail)
    .onConflict((conflict) => conflict.columns(['companyId', 'dedupeKey']).doNothing()),
);

interface MailQueueParts {
  companyId: string;
  contents: MailContents;
  clock: Clock;
  /** The address from which mails are sent. It organizes appointments of companies without an address of their own. */
  sender?: string | undefined;
}

/** @param db the transaction of the change, which has locked the record */
export function mailQueue(
  db: CompanyQueries,
  { companyId, contents, clock, sender }: MailQueueParts,
): QueueMail {
  return async (newMail) => {
    const { kind, record, occasion, to, isAnonymous = false } = newMail;
    const now = await clock(db);
    const { mail, error } = compose(newMail, sender);
    const id = uuidv7();
    const about = 'offerId' in record ? `offer:${record.offerId}` : `booking:${record.bookingId}`;
    await insertOnce(db, {
      ...record,
      id,
      kind,
      dedupeKey: [kind, about, ...(occasion === undefined ? [] : [occasion])].join(':'),
      toAddress: to?.address ?? '',
      isAnonymous,
      lane: `${about}:${to?.address ?? ''}`,
      dueAt: now,
      createdAt: now,
      ...(mail
        ? { content: contents.seal(mail, { companyId, id }), status: 'queued' }
        : { content: null, status: 'skipped', lastError: error, finishedAt: now }),
    });
  };
}
