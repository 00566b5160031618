import type { Database, LeaseOwners } from '@pv-planning/database';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../kernel/records/change-time.ts';
import { noLease } from '../../kernel/records/lease.ts';
import { isUnleased } from '../leased-queue/queue-rows.ts';

const maxHeldMs = 86_400_000;

type Status = 'queued' | 'held';

/** Literals, so that PostgreSQL uses the partial index even in generic plans. */
const literal = { queued: sql<string>`'queued'`, held: sql<string>`'held'` } as const;

async function companiesWith({ kysely }: Pick<Database, 'kysely'>, status: Status): Promise<string[]> {
  const rows = await kysely
    .selectFrom('mail')
    .select('companyId')
    .distinct()
    .where('status', '=', literal[status])
    .execute();
  return rows.map(({ companyId }) => companyId);
}

/** Holds all mails in the queue, because there is no server to send them. */
export async function holdMails(database: Database, owners: () => LeaseOwners, clock: Clock): Promise<void> {
  for (const companyId of await companiesWith(database, 'queued')) {
    await database.transaction(companyId, async (db) => {
      const now = await clock(db);
      await db
        .updateTable('mail')
        .set({ status: 'held', ...noLease })
        .where('status', '=', literal.queued)
        .where(isUnleased(now, owners()))
        .execute();
    });
  }
}

/** Queues the mails that were held, because there is a server now. Those of more than 24 hours ago are skipped, which is logged. */
export async function releaseMails(database: Database, clock: Clock, logger: Logger): Promise<void> {
  for (const companyId of await companiesWith(database, 'held')) {
    const skipped = await database.transaction(companyId, async (db) => {
      const now = await clock(db);
      const earliest = new Date(Date.parse(now) - maxHeldMs).toISOString();
      const { numUpdatedRows } = await db
        .updateTable('mail')
        .set({ status: 'skipped', finishedAt: now, lastError: 'Held for more than 24 hours.' })
        .where('status', '=', literal.held)
        .where('createdAt', '<', earliest)
        .executeTakeFirstOrThrow();
      await db
        .updateTable('mail')
        .set({ status: 'queued', dueAt: now })
        .where('status', '=', literal.held)
        .execute();
      return Number(numUpdatedRows);
    });
    if (skipped > 0)
      logger.warn({ companyId, mails: skipped }, 'mails held for more than 24 hours are skipped');
  }
}
