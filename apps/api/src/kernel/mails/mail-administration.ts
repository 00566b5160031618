import type { CompanyTables, Database } from '@pv-planning/database';
import type { Selectable } from 'kysely';
import { isUuid } from '../identifiers/record-id.ts';
import type { MailContents } from './mail-contents.ts';

/** A mail as operators see it. */
export interface StoredMail {
  companyId: string;
  id: string;
  kind: string;
  offerId: string | null;
  bookingId: string | null;
  webhookEndpointId: string | null;
  status: string;
  /** Null if nobody has an address for it. */
  to: string | null;
  /** Null if no mail could be composed. */
  subject: string | null;
  attempts: number;
  /** When it is sent next; null unless queued. */
  dueAt: string | null;
  lastError: string | null;
  createdAt: string;
  finishedAt: string | null;
}

export interface MailAdministration {
  /** Returns the mails of a company, newest first. */
  listMails(filter: { companyId: string; status?: string | undefined; limit: number }): Promise<StoredMail[]>;
  /** Returns a mail with its text, or undefined if it does not exist. */
  findMail(mail: {
    companyId: string;
    id: string;
  }): Promise<(StoredMail & { text: string | null }) | undefined>;
}

const columns = [
  ...(['companyId', 'id', 'kind', 'status', 'attempts', 'dueAt'] as const),
  ...(['offerId', 'bookingId', 'webhookEndpointId'] as const),
  ...(['lastError', 'createdAt', 'finishedAt', 'toAddress', 'content'] as const),
];

type MailRow = Pick<Selectable<CompanyTables['mail']>, (typeof columns)[number]>;

export function mailAdministration(
  { forCompany }: Pick<Database, 'forCompany'>,
  contents: MailContents,
): MailAdministration {
  function shown({ toAddress, content, dueAt, ...row }: MailRow): StoredMail & { text: string | null } {
    const mail = content === null ? null : contents.open(content, row);
    return {
      ...row,
      to: toAddress === '' ? null : toAddress,
      subject: mail?.subject ?? null,
      dueAt: row.status === 'queued' ? dueAt : null,
      text: mail?.text ?? null,
    };
  }

  return {
    async listMails({ companyId, status, limit }) {
      const newest = forCompany(companyId)
        .selectFrom('mail')
        .select(columns)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit);
      const rows = await (status === undefined ? newest : newest.where('status', '=', status)).execute();
      return rows.map((row) => {
        const { text: _text, ...mail } = shown(row);
        return mail;
      });
    },

    async findMail({ companyId, id }) {
      if (!isUuid(id)) return undefined;
      const row = await forCompany(companyId)
        .selectFrom('mail')
        .select(columns)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && shown(row);
    },
  };
}
