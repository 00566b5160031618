import { type CompanyQueries, type CompanyTables, preparedQuery } from '@pv-planning/database';
import { type Selectable, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { type Lease, leaseOf, noLease } from '../../kernel/records/lease.ts';
import type { ProviderRefund } from './ask-for-refund.ts';

export type Refund = Selectable<CompanyTables['refund']>;

interface NewRefund {
  bookingId: string;
  cause: 'cancellation' | 'late_payment' | 'team';
  amountCents: number;
  /** SHA-256 of the idempotency key of the cancellation. */
  requestKey?: string | null;
  now: string;
  /** The process that requests it first. Default: dispatchers. */
  leaseOwner?: number;
}

/** Exceeds the time of a request to the provider, and of a dispatcher's work on a refund. */
export const refundLeaseMs = 60_000;

/** Queues a refund. Returns its id. */
export async function queueRefund(
  db: CompanyQueries,
  { bookingId, cause, amountCents, requestKey = null, now, leaseOwner }: NewRefund,
): Promise<string> {
  const id = uuidv7();
  await db
    .insertInto('refund')
    .values({
      ...{ id, bookingId, cause, amountCents, requestKey },
      ...(leaseOwner !== undefined && leaseOf(leaseOwner, now, refundLeaseMs)),
      status: 'queued',
      dueAt: now,
      lane: `booking:${bookingId}`,
      createdAt: now,
    })
    .execute();
  return id;
}

/** Stores a refund that the team made by hand. Returns its id. */
export async function insertManualRefund(
  db: CompanyQueries,
  { bookingId, amountCents, now }: { bookingId: string; amountCents: number; now: string },
): Promise<string> {
  const id = uuidv7();
  await db
    .insertInto('refund')
    .values({
      ...{ id, bookingId, cause: 'team', amountCents },
      outcome: 'succeeded',
      refundedAt: now,
      status: 'done',
      lane: `booking:${bookingId}`,
      dueAt: now,
      createdAt: now,
      finishedAt: now,
    })
    .execute();
  return id;
}

const refundById = preparedQuery((db, { id }: { id: string }) =>
  db.selectFrom('refund').selectAll('refund').where('id', '=', id),
);

export async function findRefund(db: CompanyQueries, id: string): Promise<Refund | undefined> {
  const [refund] = await refundById(db, { id });
  return refund;
}

const openTeamRefund = preparedQuery((db, { bookingId }: { bookingId: string }) =>
  db
    .selectFrom('refund')
    .select('amountCents')
    .where('bookingId', '=', bookingId)
    .where('cause', '=', sql.lit('team'))
    .where('status', '=', sql.lit('queued'))
    .where('outcome', 'is', null),
);

/** Returns the amount of the team's refund that is still open. */
export async function findOpenTeamRefund(
  db: CompanyQueries,
  bookingId: string,
): Promise<Pick<Refund, 'amountCents'> | undefined> {
  const [refund] = await openTeamRefund(db, { bookingId });
  return refund;
}

const countedRefund = preparedQuery(
  (db, { bookingId, amountCents }: { bookingId: string; amountCents: number }) =>
    db
      .selectFrom('refund')
      .select('refundedAt')
      .where('bookingId', '=', bookingId)
      .where('amountCents', '=', amountCents)
      .where('outcome', 'in', [sql.lit('pending'), sql.lit('succeeded')])
      .orderBy('refundedAt', 'desc')
      .limit(1),
);

/** Returns the time of the last refund of this amount, whoever made it. */
export async function findCountedRefund(
  db: CompanyQueries,
  refund: { bookingId: string; amountCents: number },
): Promise<string | undefined> {
  const [found] = await countedRefund(db, refund);
  return found?.refundedAt ?? undefined;
}

const refundsOfBooking = preparedQuery((db, { bookingId }: { bookingId: string }) =>
  db.selectFrom('refund').selectAll('refund').where('bookingId', '=', bookingId).orderBy('id'),
);

/** Whether a refund is pending or has succeeded. */
export const isCounted = ({ outcome }: Pick<Refund, 'outcome'>) =>
  outcome === 'pending' || outcome === 'succeeded';

/** Order of outcomes: an answer with an earlier outcome is outdated. */
const order: Readonly<Record<string, number>> = { pending: 1, succeeded: 2, failed: 3, canceled: 3 };

/** Changes of the refunds since the last answer. */
export interface RefundChange {
  /** The sum of all refunds of the booking. */
  refundedCents: number;
  /** Refunds that count now. */
  added: { id: string; amountCents: number; refundedAt: string }[];
  /** Refunds that have failed, and no longer count. */
  lost: { id: string; amountCents: number }[];
}

/**
 * Stores the refunds of a locked booking as read from the provider. A refund is matched by its id there; if the response was lost,
 * by our id in its metadata.
 */
export async function storeProviderRefunds(
  db: CompanyQueries,
  bookingId: string,
  refunds: readonly ProviderRefund[],
  now: string,
): Promise<RefundChange> {
  const known = await refundsOfBooking(db, { bookingId });
  const added: RefundChange['added'] = [];
  const lost: RefundChange['lost'] = [];
  const counted = new Map(known.filter(isCounted).map(({ id, amountCents }) => [id, amountCents]));
  for (const { id: providerRefundId, refundId, amountCents, outcome, createdAt } of refunds) {
    const stored =
      known.find((refund) => refund.providerRefundId === providerRefundId) ??
      known.find((refund) => refund.id === refundId && refund.providerRefundId === null);
    const id = stored?.id ?? uuidv7();
    const values = {
      ...{ providerRefundId, outcome, amountCents },
      refundedAt: createdAt,
      status: 'done',
      ...noLease,
      lastError: null,
      finishedAt: now,
    };
    if (stored?.outcome && (order[stored.outcome] ?? 0) >= (order[outcome] ?? 0)) continue;
    if (stored) await db.updateTable('refund').set(values).where('id', '=', id).execute();
    else
      await db
        .insertInto('refund')
        .values({
          ...{ ...values, id, bookingId, cause: 'provider' },
          lane: `booking:${bookingId}`,
          dueAt: now,
          createdAt: now,
        })
        .execute();
    if (isCounted({ outcome })) {
      if (!counted.has(id)) added.push({ id, amountCents, refundedAt: createdAt });
      counted.set(id, amountCents);
    } else if (counted.delete(id)) lost.push({ id, amountCents });
  }
  const refundedCents = [...counted.values()].reduce((sum, amount) => sum + amount, 0);
  return { refundedCents, added, lost };
}

/** Ends a refund that the provider refuses. */
export async function failRefund(db: CompanyQueries, id: string, error: string, now: string): Promise<void> {
  await db
    .updateTable('refund')
    .set({ status: 'failed', lastError: error, finishedAt: now, ...noLease })
    .where('id', '=', id)
    .where('status', '=', sql.lit('queued'))
    .execute();
}

/** Ends the reading of a refund that the bank has still not accepted. */
export async function stopPollingRefund(
  db: CompanyQueries,
  id: string,
  error: string | null,
  now: string,
): Promise<void> {
  await db
    .updateTable('refund')
    .set({ status: 'done', lastError: error, finishedAt: now, ...noLease })
    .where('id', '=', id)
    .where('status', '=', sql.lit('queued'))
    .execute();
}

interface Retry {
  keyNumber: number;
  /** Default: as before. */
  amountCents?: number;
  /** Default: as before. */
  attempts?: number;
  error: string;
  dueAt: string;
  /** Default: none. */
  lease?: Lease;
}

/** Queues a refund again, for dispatchers unless somebody has a lease. Returns whether it is still wanted. */
export async function retryRefund(
  db: CompanyQueries,
  id: string,
  { error, lease = noLease, ...changes }: Retry,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('refund')
    .set({ ...changes, lastError: error, ...lease })
    .where('id', '=', id)
    .where('status', '=', sql.lit('queued'))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
