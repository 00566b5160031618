import type { Database, LeaseOwners } from '@pv-planning/database';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { BackgroundTask } from '../../kernel/background-task.ts';
import type { MailContents } from '../../kernel/mails/mail-contents.ts';
import type { PaymentAccounts } from '../../kernel/payment-accounts/payment-accounts.ts';
import { type Clock, readClock } from '../../kernel/records/change-time.ts';
import type { Settings } from '../../kernel/settings/settings.ts';
import type { DatabaseTransactions } from '../../kernel/transactions/database-transactions.ts';
import { queueMetrics } from '../leased-queue/queue-metrics.ts';
import { queueTables } from '../leased-queue/queue-rows.ts';
import { type Queue, queueConnections, startQueue } from '../leased-queue/start-queue.ts';
import { mailAttachments } from './mail-attachments.ts';
import { startMails } from './mails.ts';
import { paymentQueues } from './payments.ts';
import { maxTasks, taskQueue } from './periodic-tasks.ts';

export interface BackgroundParts {
  settings: Pick<Settings, 'mail'>;
  tasks: readonly BackgroundTask[];
  database: Database;
  owners: () => LeaseOwners;
  clock: Clock;
  contents: MailContents;
  accounts: PaymentAccounts;
  transactions: DatabaseTransactions;
  registry: Registry;
  /** Interval at which due work is looked for. */
  pollMs: number;
  logger: Logger;
}

/** Each table uses one connection at a time, and each task that runs. Work at the payment provider shares those of requests, briefly. */
export const backgroundConnections = queueConnections * queueTables.length + maxTasks;

/** Starts the queues: mails, work at the payment provider, and periodic tasks. */
export function startBackground(parts: BackgroundParts): Queue {
  const { settings, tasks, contents, registry, database, owners, clock, transactions, pollMs, logger } =
    parts;
  const metrics = queueMetrics(registry, parts);
  const queueParts = { database, owners, clock, metrics, pollMs, logger };
  const { checkout, refund, providerEvent } = paymentQueues(parts);
  const running = [
    startMails({ settings, contents, attachments: mailAttachments(transactions), ...queueParts }),
    startQueue(checkout, queueParts),
    startQueue(refund, queueParts),
    startQueue(providerEvent, queueParts),
    // Uses the clock of the database, which tests do not move.
    startQueue(taskQueue({ tasks, database, transactions }), { ...queueParts, clock: readClock }),
  ];
  return {
    async stop() {
      await Promise.all(running.map(({ stop }) => stop()));
    },
  };
}
