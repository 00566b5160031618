import type { CompanyQueries, CompanyTables, Database, LeaseOwners } from '@pv-planning/database';
import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { leaseOf, noLease } from '../records/lease.ts';
import { retryDelay } from '../records/retry-delay.ts';

/**
 * Tables whose rows are work that waits, such as mails to be sent. They share the columns that this folder uses. Rows of a lane are
 * processed one at a time, in the order of creation.
 */
export const queueTables = ['mail', 'checkout', 'refund', 'providerEvent', 'companyTask'] as const;

export type QueueTable = (typeof queueTables)[number];

/** What this folder knows of a row. The token fences the recording of the outcome. */
interface Lease {
  companyId: string;
  id: string;
  leaseToken: string;
  /** Since the work was done last, including the current one. */
  attempts: number;
  lastError: string | null;
}

/** A row that this process works on until the lease ends. */
export type LeasedRow<Table extends QueueTable> = Selectable<CompanyTables[Table]> & Lease;

/** Only columns that the tables share are used; the cast is safe. */
const shared = (table: QueueTable) => table as 'mail';

export type Outcome =
  | { kind: 'done' }
  /** The work has failed, and is repeated after growing delays. */
  | { kind: 'repeat'; error: string }
  /** There is more to do at this time. */
  | { kind: 'later'; dueAt: string }
  | { kind: 'failed'; error: string }
  /** The work has stored its outcome with what has changed by it. */
  | { kind: 'recorded' };

/** A literal, so that PostgreSQL uses the partial indexes even in generic plans. */
const queued = sql<string>`'queued'`;

type Builder = ExpressionBuilder<CompanyTables, 'mail'>;

/** No process works on the row: it has no lease, or an expired one, or that of a process that has died. */
export const isUnleased =
  (now: string, { alive, since }: LeaseOwners) =>
  ({ eb, or }: Pick<Builder, 'or'> & { eb: Builder }) =>
    or([
      eb('leaseUntil', 'is', null),
      eb('leaseUntil', '<=', now),
      eb.and([
        eb('leasedBy', '>', 0),
        eb('leasedBy', '<>', sql<number>`all(${alive}::integer[])`),
        eb('leasedAt', '<', sql<string>`${since}::timestamptz`),
      ]),
    ]);

/** Returns the companies with due rows. */
export async function dueCompanies(
  { kysely }: Pick<Database, 'kysely'>,
  table: QueueTable,
  owners: LeaseOwners,
  now: string,
): Promise<string[]> {
  const rows = await kysely
    .selectFrom(shared(table))
    .select('companyId')
    .distinct()
    .where('status', '=', queued)
    .where('dueAt', '<=', now)
    .where(isUnleased(now, owners))
    .orderBy('companyId')
    .execute();
  return rows.map(({ companyId }) => companyId);
}

/** Leases due rows of a company, the first one of each lane. To be called in a transaction. */
export async function claimRows<Table extends QueueTable>(
  db: CompanyQueries,
  table: Table,
  { owners, now, limit, leaseMs }: { owners: LeaseOwners; now: string; limit: number; leaseMs: number },
): Promise<LeasedRow<Table>[]> {
  const due = await db
    .selectFrom(`${shared(table)} as mail`)
    .select('mail.id')
    .where('mail.status', '=', queued)
    .where('mail.dueAt', '<=', now)
    .where(isUnleased(now, owners))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom(`${shared(table)} as earlier`)
            .select('earlier.id')
            .whereRef('earlier.lane', '=', 'mail.lane')
            .where('earlier.status', '=', queued)
            .where(({ eb, refTuple }) =>
              eb(refTuple('earlier.createdAt', 'earlier.id'), '<', refTuple('mail.createdAt', 'mail.id')),
            ),
        ),
      ),
    )
    .orderBy('mail.dueAt')
    .orderBy('mail.id')
    .limit(limit)
    .forUpdate('mail')
    .skipLocked()
    .execute();
  if (due.length === 0) return [];
  const lease = leaseOf(owners.self, now, leaseMs);
  const leased = await db
    .updateTable(shared(table))
    .set(({ eb }) => ({ ...lease, attempts: eb('attempts', '+', 1) }))
    .where(
      'id',
      'in',
      due.map(({ id }) => id),
    )
    .returningAll()
    .execute();
  return leased as LeasedRow<Table>[];
}

/**
 * Records the outcome of work under a lease.
 *
 * @returns the status of the row; undefined if the lease was lost: another process works on the row, or it was deleted
 */
export async function recordOutcome(
  db: CompanyQueries,
  { table, doneStatus = 'done' }: { table: QueueTable; doneStatus?: string },
  { id, leaseToken, attempts }: Pick<Lease, 'id' | 'leaseToken' | 'attempts'>,
  outcome: Exclude<Outcome, { kind: 'recorded' }>,
  now: string,
): Promise<string | undefined> {
  const repeatedAt = new Date(Date.parse(now) + retryDelay(attempts)).toISOString();
  const dueAt = outcome.kind === 'later' ? outcome.dueAt : outcome.kind === 'repeat' ? repeatedAt : undefined;
  const isQueued = dueAt !== undefined;
  const status = isQueued ? 'queued' : outcome.kind === 'done' ? doneStatus : 'failed';
  const { numUpdatedRows } = await db
    .updateTable(shared(table))
    .set({
      status,
      ...noLease,
      lastError: 'error' in outcome ? outcome.error : null,
      finishedAt: isQueued ? null : now,
      ...(isQueued && { dueAt }),
      ...(outcome.kind === 'later' && { attempts: 0 }),
    })
    .where('id', '=', id)
    .where('leaseToken', '=', leaseToken)
    .where('status', '=', queued)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 0n ? undefined : status;
}
