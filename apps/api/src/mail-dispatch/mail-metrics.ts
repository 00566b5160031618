import type { Database } from '@pv-planning/database';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';

const statuses = ['queued', 'held', 'failed'] as const;

export interface MailMetrics {
  /** @param status the status after an attempt; undefined if the lease was lost */
  countAttempt(status: string | undefined): void;
}

/**
 * Registers metrics of the queue, read from the database at each scrape, and of the attempts of this process. If the database is
 * unavailable, a scrape lacks the former but succeeds.
 */
export function mailMetrics(
  registry: Registry,
  { database: { kysely }, logger }: { database: Database; logger: Logger },
): MailMetrics {
  const registers = [registry];
  let reading: Promise<void> | undefined;
  const collect = () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const mails = new Gauge({
    name: 'mail_queue_mails',
    help: 'Mails by status (queued, held, failed).',
    labelNames: ['status'],
    registers,
    collect,
  });
  const oldest = new Gauge({
    name: 'mail_queue_oldest_seconds',
    help: 'Time since the oldest queued mail was created.',
    registers,
    collect,
  });
  const oldestHeld = new Gauge({
    name: 'mail_queue_oldest_held_seconds',
    help: 'Time since the oldest held mail was created. After a day, it is not sent any more.',
    registers,
    collect,
  });
  const attempts = new Counter({
    name: 'mail_attempts_total',
    help: 'Attempts to send a mail, by outcome (sent, queued for another attempt, failed, lost).',
    labelNames: ['outcome'],
    registers,
  });

  async function read(): Promise<void> {
    mails.reset();
    oldest.reset();
    oldestHeld.reset();
    try {
      const { rows } = await sql<{ status: string; count: number; age: number }>`
        select status, count(*)::double precision as count,
               greatest(0, extract(epoch from now() - min(created_at)))::double precision as age
          from mail where status in ('queued', 'held', 'failed') group by status
      `.execute(kysely);
      for (const status of statuses)
        mails.set({ status }, rows.find((row) => row.status === status)?.count ?? 0);
      const ageOf = (status: string) => rows.find((row) => row.status === status)?.age ?? 0;
      oldest.set(ageOf('queued'));
      oldestHeld.set(ageOf('held'));
    } catch (error) {
      logger.warn({ err: error }, 'failed to measure the queue of mails');
    }
  }

  return { countAttempt: (status) => attempts.inc({ outcome: status ?? 'lost' }) };
}
