import {
  createMailer,
  type Mail,
  type Mailer,
  mailAddress,
  maxConnections,
  maxSendMs,
  SendError,
} from '@pv-planning/mail';
import { isApiError, loggedError } from '@pv-planning/server-kit';
import type { MailContents } from '../../kernel/mails/mail-contents.ts';
import type { Settings } from '../../kernel/settings/settings.ts';
import type { LeasedRow, Outcome } from '../leased-queue/queue-rows.ts';
import {
  type Queue,
  type QueueDefinition,
  type QueueParts,
  startQueue,
} from '../leased-queue/start-queue.ts';
import { every } from '../process/periodically.ts';
import { holdMails, releaseMails } from './held-mails.ts';
import type { ReadAttachments } from './mail-attachments.ts';

/** Exceeds the time for rendering an attachment, sending and recording. */
const leaseMs = 2 * maxSendMs;

/** Limits the delay caused by mail servers that do not respond to mails of the same company. */
const maxOfCompany = 2;

/** About two days. Later, a mail is useless. */
const maxAttempts = 300;

async function sendMail(
  row: LeasedRow<'mail'>,
  {
    contents,
    attachments,
    mailer,
    logger,
  }: Pick<MailParts, 'contents' | 'attachments' | 'logger'> & { mailer: Mailer },
): Promise<Outcome> {
  const { companyId, id, content, createdAt } = row;
  if (content === null) return { kind: 'failed', error: 'The mail has no content.' };
  let mail: Mail;
  try {
    mail = contents.open(content, { companyId, id });
  } catch (error) {
    logger.error({ companyId, id, error: loggedError(error) }, 'a mail cannot be decrypted');
    return { kind: 'failed', error: 'The mail cannot be decrypted.' };
  }
  try {
    await mailer.send(mail, { id, createdAt }, await attachments(row));
    return { kind: 'done' };
  } catch (error) {
    // A repetition would hold back the later mails of the lane.
    if (isApiError(error) && error.code === 'document_too_large')
      return { kind: 'failed', error: error.message };
    if (!(error instanceof SendError)) throw error;
    return { kind: error.isFinal ? 'failed' : 'repeat', error: error.message };
  }
}

interface MailParts extends QueueParts {
  settings: Pick<Settings, 'mail'>;
  contents: MailContents;
  attachments: ReadAttachments;
}

/** Sends queued mails, or holds them while there is no server to send them. */
export function startMails({ settings, contents, attachments, ...parts }: MailParts): Queue {
  const { database, owners, clock, pollMs, logger } = parts;
  if (settings.mail === undefined)
    return { stop: every(pollMs, () => holdMails(database, owners, clock), logger) };
  const { server, from } = settings.mail;
  const mailer = createMailer({ server, from: mailAddress(from) });
  const queue: QueueDefinition<'mail'> = {
    table: 'mail',
    doneStatus: 'sent',
    maxAttempts,
    prepare: () => releaseMails(database, clock, logger),
    work: (row) => sendMail(row, { contents, attachments, mailer, logger }),
    maxInProgress: maxConnections,
    maxOfCompany,
    leaseMs,
  };
  const { stop } = startQueue(queue, parts);
  return {
    async stop() {
      await stop();
      mailer.close();
    },
  };
}
