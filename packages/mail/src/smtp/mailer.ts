import { createTransport } from 'nodemailer';
import { domainOf, type MailAddress, mailAddress } from '../address.ts';
import type { Mail } from '../compose.ts';
import { requireLine } from '../line.ts';
import { sendErrorOf } from './send-error.ts';
import type { SmtpServer } from './smtp-server.ts';

export interface MailerOptions {
  server: SmtpServer;
  /** Sender address of all mails. */
  from: MailAddress;
  /** Certificates to trust in addition to those of Node, in PEM. For tests. */
  trusted?: string;
}

/** Identifies a mail in every attempt to send it. */
export interface MailIdentity {
  /** The local part of the Message-ID. Receivers drop mails with a known Message-ID. */
  id: string;
  createdAt: string;
}

/** A file that is not stored with the mail. */
export interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

export interface Mailer {
  /**
   * Sends a mail. Takes at most `maxSendMs`.
   *
   * @throws {SendError} if the server has not accepted it, or if that is unknown because the connection was lost
   */
  send(mail: Mail, identity: MailIdentity, attachments?: readonly Attachment[]): Promise<void>;
  close(): void;
}

/** Maximum number of mails sent at the same time. */
export const maxConnections = 5;

/** Limit for each step: resolving the host, connecting, each response. */
const stepMs = 10_000;

/** Limit for a mail with all steps. */
export const maxSendMs = 60_000;

/** Opens connections to the server as needed, and keeps them for the next mails. */
export function createMailer({ server, from, trusted }: MailerOptions): Mailer {
  const { host, port, security, login } = server;
  const transport = createTransport({
    pool: true,
    maxConnections,
    // The queue of the service does the retries.
    maxRequeues: 0,
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(trusted !== undefined && { tls: { ca: trusted } }),
    ...(login && { auth: login }),
    dnsTimeout: stepMs,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail, { id, createdAt }, attachments = []) {
      const to = mailAddress(mail.to.address, mail.to.name);
      const { calendar, replyTo, files = [] } = mail;
      try {
        await transport.sendMail({
          from: { name: requireLine('The name of the sender', mail.from), address: from.address },
          to,
          ...(replyTo && { replyTo: mailAddress(replyTo.address, replyTo.name) }),
          envelope: { from: from.address, to: to.address },
          subject: requireLine('The subject', mail.subject),
          text: mail.text,
          html: mail.html,
          ...(calendar && { icalEvent: { ...calendar, filename: 'termin.ics' } }),
          attachments: [
            ...files.map((file) => ({ ...file, contentType: 'text/plain; charset=utf-8' })),
            ...attachments,
          ],
          messageId: `<${id}@${domainOf(from)}>`,
          date: new Date(createdAt),
          // Prevents automatic replies (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(maxSendMs),
        });
      } catch (error) {
        throw sendErrorOf(error);
      }
    },
    close: () => transport.close(),
  };
}
