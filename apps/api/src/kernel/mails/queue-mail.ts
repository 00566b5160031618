import { type CompanyQueries, type CompanyTables, preparedQuery } from '@pv-planning/database';
import {
  type CalendarEntry,
  type CustomerOccasion,
  calendarPart,
  composeMail,
  MailError,
  type TeamOccasion,
  type Template,
  type TextFile,
} from '@pv-planning/mail';
import { v7 as uuidv7 } from 'uuid';
import { type ColumnArrays, columnArrays, unnestedArrays } from '../sql/unnested-rows.ts';
import type { MailContents } from './mail-contents.ts';

export type MailKind =
  | 'offer-accepted'
  | 'acceptance-confirmed'
  | 'offer-declined'
  | 'offer-withdrawn'
  | 'withdrawal-received'
  | 'offer-undelivered'
  | `webhook-${'failing' | 'disabled'}`
  // To the customer
  | 'slot-kept'
  | `booking-${CustomerOccasion}`
  | `team-booking-${TeamOccasion}`;

export interface NewMail {
  kind: MailKind;
  /** The record that the mail is about. */
  record:
    | { offerId: string }
    | { bookingId: string }
    | { keptSlotId: string }
    | { webhookEndpointId: string };
  /** Which of the mails of this kind about the record it is. It is created once. Default: the only one. */
  occasion?: string;
  /** Mails about the record to the same address are sent one after the other: a failing one holds back the later ones of its lane. Default: the common one. */
  lane?: string;
  /** Null if nobody can be told who should be: the mail is stored as skipped, so that operators see it. */
  to: { address: string; name: string } | null;
  /** Replies go to the company. */
  company: { name: string; email: string | null };
  template: Template;
  calendar?: CalendarEntry;
  files?: readonly TextFile[];
  /** Whether somebody without a key has caused it who may have entered the address. It is counted by `requireAnonymousMail`. Default: false. */
  isAnonymous?: boolean;
}

/**
 * Queues mails in the transaction of the change that causes them. Data of which no mail can be composed, such as an invalid address,
 * do not reject the change: the mail is stored as skipped, with the reason.
 *
 * @param now the present time, when they are due. The time of a change can lie after it: see `changeTime`
 */
export type QueueMails = (mails: readonly NewMail[], now: string) => Promise<void>;

function compose({ template, company, to, calendar, files }: NewMail, sender: string | undefined) {
  if (!to) return { mail: null, error: 'Neither a planner nor the company has an address for it.' };
  try {
    const replyTo = company.email === null ? null : { address: company.email, name: company.name };
    const parties = { from: company.name, to, replyTo };
    const address = company.email ?? sender;
    const part =
      calendar && address !== undefined
        ? calendarPart({ ...calendar, organizer: { address, name: company.name }, attendee: to })
        : null;
    return { mail: composeMail(template, parties, part, files), error: null };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return { mail: null, error: error.message };
  }
}

const columns = {
  id: 'uuid',
  kind: 'text',
  offerId: 'bigint',
  bookingId: 'uuid',
  webhookEndpointId: 'uuid',
  keptSlotId: 'uuid',
  dedupeKey: 'text',
  toAddress: 'text',
  isAnonymous: 'boolean',
  content: 'text',
  status: 'text',
  lane: 'text',
  dueAt: 'timestamptz',
  lastError: 'text',
  createdAt: 'timestamptz',
  finishedAt: 'timestamptz',
} as const;
const columnNames = Object.keys(columns) as (keyof typeof columns)[];

const insertOnce = preparedQuery((db, arrays: ColumnArrays<typeof columns>) =>
  db
    .insertInto('mail')
    .columns(columnNames)
    .expression(
      db
        .selectFrom(unnestedArrays<CompanyTables['mail'], 'given'>('given', columns, arrays))
        .select(columnNames as never),
    )
    .onConflict((conflict) => conflict.columns(['companyId', 'dedupeKey']).doNothing()),
);

interface MailQueueParts {
  companyId: string;
  contents: MailContents;
  /** The address from which mails are sent. It organizes appointments of companies without an address of their own. */
  sender?: string | undefined;
}

/** @param db the transaction of the change, which has locked the record */
export function mailQueue(db: CompanyQueries, { companyId, contents, sender }: MailQueueParts): QueueMails {
  function rowOf(newMail: NewMail, now: string) {
    const { kind, record, occasion, lane, to, isAnonymous = false } = newMail;
    const records = {
      ...{ offerId: null, bookingId: null, keptSlotId: null, webhookEndpointId: null },
      ...record,
    };
    const { offerId, bookingId, keptSlotId, webhookEndpointId } = records;
    const { mail, error } = compose(newMail, sender);
    const id = uuidv7();
    const about =
      offerId !== null
        ? `offer:${offerId}`
        : bookingId !== null
          ? `booking:${bookingId}`
          : keptSlotId !== null
            ? `slot:${keptSlotId}`
            : `webhook:${webhookEndpointId}`;
    return {
      ...{ id, kind, ...records },
      dedupeKey: [kind, about, ...(occasion === undefined ? [] : [occasion])].join(':'),
      toAddress: to?.address ?? '',
      isAnonymous,
      content: mail && contents.seal(mail, { companyId, id }),
      status: mail ? 'queued' : 'skipped',
      lane: [about, to?.address ?? '', ...(lane === undefined ? [] : [lane])].join(':'),
      dueAt: now,
      lastError: error,
      createdAt: now,
      finishedAt: mail ? null : now,
    };
  }

  return async (mails, now) => {
    if (mails.length === 0) return;
    const rows = mails.map((mail) => rowOf(mail, now));
    await insertOnce(db, columnArrays(columns, rows));
  };
}
