import { createHmac } from 'node:crypto';
import { createSecretBox } from '@pv-planning/database';
import type { Mail } from '@pv-planning/mail';

interface MailRow {
  companyId: string;
  id: string;
}

/** Encrypts the contents of stored mails: they contain links and personal data. */
export interface MailContents {
  seal(mail: Mail, row: MailRow): string;
  /** @throws Error if the text was changed, moved to another row, or sealed with another key */
  open(sealed: string, row: MailRow): Mail;
}

const nameOf = ({ companyId, id }: MailRow) => `mail ${companyId} ${id}`;

/** @param secretKey the service's key, of which a subkey is used */
export function mailContents(secretKey: Buffer): MailContents {
  const box = createSecretBox(createHmac('sha256', secretKey).update('contents of mails').digest());
  return {
    seal: (mail, row) => box.seal(JSON.stringify(mail), nameOf(row)),
    open: (sealed, row) => JSON.parse(box.open(sealed, nameOf(row))) as Mail,
  };
}
