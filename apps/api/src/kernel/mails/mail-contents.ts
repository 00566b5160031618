import type { Mail } from '@pv-planning/mail';
import { type SecretKeys, secretBoxFor } from '../secrets/secret-keys.ts';

interface MailRow {
  companyId: string;
  id: string;
}

/** Encrypts the contents of stored mails: they contain links and personal data. */
export interface MailContents {
  seal(mail: Mail, row: MailRow): string;
  /** @throws Error if the text was changed, moved to another row, or sealed with another key */
  open(sealed: string, row: MailRow): Mail;
  /** Returns the text sealed with the present key; undefined if it already is. @throws Error as `open` does */
  reseal(sealed: string, row: MailRow): string | undefined;
}

const nameOf = ({ companyId, id }: MailRow) => `mail ${companyId} ${id}`;

export function mailContents(keys: SecretKeys): MailContents {
  const box = secretBoxFor(keys, 'contents of mails');
  return {
    seal: (mail, row) => box.seal(JSON.stringify(mail), nameOf(row)),
    open: (sealed, row) => JSON.parse(box.open(sealed, nameOf(row))) as Mail,
    reseal: (sealed, row) => box.reseal(sealed, nameOf(row)),
  };
}
