import type { CompanyQueries, CompanyTables, Database, LeaseOwners } from '@pv-planning/database';
import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { leaseOf, noLease } from '../../kernel/records/lease.ts';
import { retryDelay } from '../../kernel/records/retry-delay.ts';

/**
 * Tables whose rows are queued work, such as mails. They share the columns that this folder uses. Rows of a lane are processed one
 * at a time, in the order of creation.
 */
export const queueTables = ['mail', 'checkout', 'refund', 'providerEvent', 'companyTask'] as const;

export type QueueTable = (typeof queueTables)[number];

/** The columns that the queue uses. The token fences the recording of the outcome. */
interface Lease {
  companyId: string;
  id: string;
  leaseToken: string;
  /** Attempts since the last success, including the current one and those that ended with their process. */
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
  /** More work is due at this time. */
  | { kind: 'later'; dueAt: string }
  | { kind: 'failed'; error: string }
  /** The work has stored its outcome in the transaction of its changes. The status is for metrics. */
  | { kind: 'recorded'; status: 'done' | 'queued' | 'repeat' | 'failed' };

/** The rules of a queue. */
export interface QueueRules<Table extends QueueTable> {
  table: Table;
  /** The status of rows whose work is done. Default: `done`. */
  doneStatus?: string;
  /** The longest pause before the work of a row is repeated. Default: that of `retryDelay`. */
  longestPauseMs?(id: string): number;
}

/** A literal, so that PostgreSQL uses the partial indexes even in generic plans. */
const queued = sql<string>`'queued'`;

/** Number of processes that die during the work of a row before it pauses as after failures. */
const triesAtOnce = 2;

const pauseAfter = (
  { longestPauseMs }: Pick<QueueRules<QueueTable>, 'longestPauseMs'>,
  id: string,
  attempts: number,
) => retryDelay(attempts, longestPauseMs?.(id));

type Builder = ExpressionBuilder<CompanyTables, 'mail'>;

/** SQL condition: no process works on the row. It has no lease, or an expired one, or one of a process that has died. */
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

interface Selection {
  owners: LeaseOwners;
  now: string;
  /** Ids of rows that wait for others. */
  except: readonly string[];
}

/** Returns the companies with due rows. */
export async function dueCompanies(
  { kysely }: Pick<Database, 'kysely'>,
  table: QueueTable,
  { owners, now, except }: Selection,
): Promise<string[]> {
  const rows = await kysely
    .selectFrom(shared(table))
    .select('companyId')
    .distinct()
    .where('status', '=', queued)
    .where('dueAt', '<=', now)
    .where(isUnleased(now, owners))
    .$if(except.length > 0, (rows) => rows.where('id', 'not in', except))
    .orderBy('companyId')
    .execute();
  return rows.map(({ companyId }) => companyId);
}

/**
 * Leases due rows of a company, the first one of each lane. To be called in a transaction.
 *
 * If processes have died during the work of a row repeatedly, it may be the reason: the lease already says when the row is due if this
 * process dies, too. Rows that were leased together are due at different times, so that one does not keep the others from being done.
 */
export async function claimRows<Table extends QueueTable>(
  db: CompanyQueries,
  rules: QueueRules<Table>,
  { owners, now, except, limit, leaseMs }: Selection & { limit: number; leaseMs: number },
): Promise<LeasedRow<Table>[]> {
  const table = shared(rules.table);
  const due = await db
    .selectFrom(`${table} as mail`)
    .select(['mail.id', 'mail.attempts', 'mail.dueAt'])
    .where('mail.status', '=', queued)
    .where('mail.dueAt', '<=', now)
    .where(isUnleased(now, owners))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom(`${table} as earlier`)
            .select('earlier.id')
            .whereRef('earlier.lane', '=', 'mail.lane')
            .where('earlier.status', '=', queued)
            .where(({ eb, refTuple }) =>
              eb(refTuple('earlier.createdAt', 'earlier.id'), '<', refTuple('mail.createdAt', 'mail.id')),
            ),
        ),
      ),
    )
    .$if(except.length > 0, (rows) => rows.where('mail.id', 'not in', except))
    .orderBy('mail.dueAt')
    .orderBy('mail.id')
    .limit(limit)
    .forUpdate('mail')
    .skipLocked()
    .execute();
  if (due.length === 0) return [];
  const lease = leaseOf(owners.self, now, leaseMs);
  const ids = due.map(({ id }) => id);
  const dueTimes = due.map(({ id, attempts, dueAt }) => {
    if (attempts < triesAtOnce) return dueAt;
    const pauseMs = pauseAfter(rules, id, attempts) * (0.5 + Math.random() / 2);
    return new Date(Date.parse(now) + pauseMs).toISOString();
  });
  const leased = await db
    .updateTable(table)
    .set(({ eb }) => ({
      ...lease,
      attempts: eb('attempts', '+', 1),
      dueAt: sql<string>`(${dueTimes}::timestamptz[])[array_position(${ids}::text[], id::text)]`,
    }))
    .where('id', 'in', ids)
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
  rules: QueueRules<QueueTable>,
  { id, leaseToken, attempts }: Pick<Lease, 'id' | 'leaseToken' | 'attempts'>,
  outcome: Exclude<Outcome, { kind: 'recorded' }>,
  now: string,
): Promise<string | undefined> {
  const { table, doneStatus = 'done' } = rules;
  const repeatedAt = new Date(Date.parse(now) + pauseAfter(rules, id, attempts)).toISOString();
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
