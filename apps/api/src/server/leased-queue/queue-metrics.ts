import { columnName, type Database } from '@pv-planning/database';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { type QueueTable, queueTables } from './queue-rows.ts';

export interface QueueMetrics {
  /** @param outcome the status after an attempt; undefined if the lease was lost */
  countAttempt(
    work: { queue: QueueTable; task?: string },
    outcome: string | undefined,
    seconds: number,
  ): void;
}

interface Waiting {
  queue: QueueTable;
  status: 'queued' | 'held';
  count: number;
  overdue: number;
  attempts: number;
}

/** Literals, so that PostgreSQL uses the partial indexes. */
const waitingRows = (table: QueueTable, status: Waiting['status']) => sql`
  select ${sql.lit(table)} as queue, ${sql.lit(status)} as status, count(*)::double precision as count,
         coalesce(greatest(0, extract(epoch from now() - min(due_at))), 0)::double precision as overdue,
         coalesce(max(attempts), 0)::double precision as attempts
    from ${sql.table(table)} where status = ${sql.lit(status)}`;

/**
 * Registers metrics of the queue, read from the database at each scrape, and of the attempts of this process. If the database is
 * unavailable, a scrape lacks the former but succeeds.
 */
export function queueMetrics(
  registry: Registry,
  { database: { kysely }, logger }: { database: Database; logger: Logger },
): QueueMetrics {
  const registers = [registry];
  let reading: Promise<void> | undefined;
  const collect = () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['queue', 'status'], registers, collect });
  const waiting = gauge(
    'job_queue_jobs',
    'Work that waits, by queue and status (queued; held without a mail server).',
  );
  const overdue = gauge('job_queue_oldest_due_seconds', 'Time since the oldest waiting work was due.');
  const mostAttempts = gauge(
    'job_queue_most_attempts',
    'Attempts in a row of the waiting work that has been attempted most often without success.',
  );
  const labelNames = ['queue', 'task'];
  const attempts = new Counter({
    name: 'job_attempts_total',
    help: 'Attempts to do work, by outcome: done or sent, queued for more work, repeat after a failure, failed, lost.',
    labelNames: [...labelNames, 'outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'job_duration_seconds',
    help: 'Duration of an attempt.',
    labelNames,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });

  async function read(): Promise<void> {
    waiting.reset();
    overdue.reset();
    mostAttempts.reset();
    try {
      const parts = [
        ...queueTables.map((table) => waitingRows(table, 'queued')),
        waitingRows('mail', 'held'),
      ];
      const { rows } = await sql<Waiting>`${sql.join(parts, sql` union all `)}`.execute(kysely);
      for (const { queue: table, status, count, overdue: seconds, attempts: most } of rows) {
        const labels = { queue: columnName(table), status };
        waiting.set(labels, count);
        overdue.set(labels, seconds);
        mostAttempts.set(labels, most);
      }
    } catch (error) {
      logger.warn({ err: error }, 'failed to measure the queue of background work');
    }
  }

  return {
    countAttempt({ queue: table, task = '' }, outcome = 'lost', seconds) {
      const queue = columnName(table);
      attempts.inc({ queue, task, outcome });
      durations.observe({ queue, task }, seconds);
    },
  };
}
