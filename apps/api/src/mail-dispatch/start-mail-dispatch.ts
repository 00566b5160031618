import type { Database, LeaseOwners } from '@pv-planning/database';
import {
  createMailer,
  type Mailer,
  mailAddress,
  maxConnections,
  maxSendMs,
  SendError,
} from '@pv-planning/mail';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { LeasedRow, Outcome } from '../leased-queue/queue-rows.ts';
import { type Queue, startQueue } from '../leased-queue/start-queue.ts';
import type { MailContents } from '../mails/mail-contents.ts';
import { every } from '../process/periodically.ts';
import type { Clock } from '../records/change-time.ts';
import type { Settings } from '../settings/settings.ts';
import { holdMails, releaseMails } from './held-mails.ts';
import { mailMetrics } from './mail-metrics.ts';

interface MailParts {
  settings: Pick<Settings, 'mail'>;
  database: Database;
  owners: () => LeaseOwners;
  clock: Clock;
  contents: MailContents;
  registry: Registry;
  pollMs: number;
  logger: Logger;
}

/** More than sending and recording take. */
const leaseMs = 2 * maxSendMs;

async function sendMail(
  { companyId, id, content, createdAt }: LeasedRow<'mail'>,
  { contents, mailer }: { contents: MailContents; mailer: Mailer },
): Promise<Outcome> {
  if (content === null) return { kind: 'failed', error: 'The mail has no content.' };
  try {
    await mailer.send(contents.open(content, { companyId, id }), { id, createdAt });
    return { kind: 'done' };
  } catch (error) {
    if (!(error instanceof SendError)) throw error;
    return { kind: error.isFinal ? 'failed' : 'repeat', error: error.message };
  }
}

/** Sends queued mails, or holds them while there is no server to send them. */
export function startMailDispatch({
  settings,
  database,
  owners,
  clock,
  contents,
  registry,
  pollMs,
  logger,
}: MailParts): Queue {
  const metrics = mailMetrics(registry, { database, logger });
  if (settings.mail === undefined)
    return { stop: every(pollMs, () => holdMails(database, owners, clock), logger) };
  const { server, from } = settings.mail;
  const mailer = createMailer({ server, from: mailAddress(from) });
  const queue = startQueue({
    queue: { table: 'mail', doneStatus: 'sent' },
    database,
    owners,
    clock,
    prepare: () => releaseMails(database, clock, logger),
    work: (row) => sendMail(row, { contents, mailer }),
    onRecorded: (_row, status) => metrics.countAttempt(status),
    maxInProgress: maxConnections,
    leaseMs,
    pollMs,
    logger,
  });
  return {
    async stop() {
      await queue.stop();
      mailer.close();
    },
  };
}
