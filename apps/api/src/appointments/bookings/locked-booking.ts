import type { Booking } from '@pv-planning/contract';
import { type CompanyQueries, type CompanyTables, preparedQuery } from '@pv-planning/database';
import { notFound } from '@pv-planning/server-kit';
import type { Updateable } from 'kysely';
import { conflict } from '../../kernel/contract/api-errors.ts';
import { type ActionOf, stateAfter } from '../../kernel/contract/state-tables.ts';
import { uuidId } from '../../kernel/identifiers/record-id.ts';
import { changeTime } from '../../kernel/records/change-time.ts';
import { type LoggedValues, logChange } from './booking-log.ts';
import { type BookingContext, readBooking } from './booking-records.ts';

/** Columns that moves and cancellations need besides the record. */
const placeColumns = [
  'id',
  ...(['typeSlug', 'plannerId', 'resource', 'blockedFrom', 'blockedTo'] as const),
  ...(['calendarSequence', 'customerId', 'offerRequestId', 'holdUntil', 'checkoutSessionId'] as const),
  ...(['refundNoticeMinutes', 'refundUntil', 'withdrawnBeforeStart'] as const),
] as const;

const placeById = preparedQuery((db, { id }: { id: string }) =>
  db.selectFrom('booking').select(placeColumns).where('id', '=', id),
);
const lockById = preparedQuery((db, { id }: { id: string }) =>
  db.selectFrom('booking').select(placeColumns).where('id', '=', id).forNoKeyUpdate(),
);

export type BookingPlace = Awaited<ReturnType<typeof placeById>>[number];

/** Reads the ids that must be locked before the booking. They can change until then. @throws 404 `not_found` */
export async function readPlace(db: CompanyQueries, id: string): Promise<BookingPlace> {
  const [place] = await placeById(db, { id: uuidId(id) });
  if (!place) throw notFound();
  return place;
}

/** A booking whose row is locked until the end of the transaction. */
export interface LockedBooking {
  record: Booking;
  place: BookingPlace;
  /** The time, read under the lock. */
  now: string;
  /** The `updatedAt` of a change made under this lock. */
  changedAt: string;
}

/** Actions that are allowed while a cancellation waits for its refund: those of payments, and the customer's declaration. */
const duringCancellation: ReadonlySet<string> = new Set([
  ...(['pay', 'process', 'expire', 'refund', 'dispute'] as const),
  'withdraw',
]);

/** Extra preconditions, checked with the state table. */
export interface Expectation {
  /** Rejects a version that does not match the `If-Match` header. */
  requireMatch?: ((booking: Booking) => void) | undefined;
  /** Throws if the caller must not change the booking now, for example after the customer's deadline. */
  requireAllowed?: ((booking: Booking, now: string) => void | Promise<void>) | undefined;
}

/**
 * Locks a booking. Its customer, its offer request, its type and its planner are locked before it.
 *
 * @throws 404 `not_found`; 409 `version_conflict`, `cancel_in_progress`, and what the state table says of the action
 */
export async function lockBooking(
  { db, now: readNow }: Pick<BookingContext, 'db' | 'now'>,
  id: string,
  action: ActionOf<'booking'>,
  { requireMatch, requireAllowed }: Expectation = {},
): Promise<LockedBooking> {
  const [place] = await lockById(db, { id: uuidId(id) });
  if (!place) throw notFound();
  const record = await readBooking(db, id);
  const now = await readNow();
  requireMatch?.(record);
  stateAfter('booking', action, record.status);
  if (record.cancelRequestedAt !== null && !duringCancellation.has(action))
    throw conflict('cancel_in_progress');
  await requireAllowed?.(record, now);
  return { record, place, now, changedAt: changeTime(now, record.updatedAt) };
}

interface BookingChange {
  action: ActionOf<'booking'>;
  /** The changed columns. */
  changes: LoggedValues;
  /** Columns that are not logged: personal data, and ids of the payment provider. */
  unlogged?: Updateable<CompanyTables['booking']>;
  /** Whether calendar entries change, too. */
  changesCalendar?: boolean;
}

/** Stores the change of a locked booking, and logs it. Returns the booking with the SEQUENCE of its calendar entries. */
export async function storeChange(
  { db, actor }: Pick<BookingContext, 'db' | 'actor'>,
  { record, place, changedAt }: LockedBooking,
  { action, changes, unlogged, changesCalendar = false }: BookingChange,
): Promise<{ booking: Booking; sequence: number }> {
  const status = stateAfter('booking', action, record.status) as Booking['status'];
  const sequence = place.calendarSequence + Number(changesCalendar);
  await db
    .updateTable('booking')
    .set({ ...changes, ...unlogged, status, calendarSequence: sequence, updatedAt: changedAt })
    .where('id', '=', record.id)
    .execute();
  const previous = { ...record, plannerId: place.plannerId };
  await logChange(db, {
    bookingId: record.id,
    action,
    actor,
    previousStatus: record.status,
    status,
    previous: Object.fromEntries(
      Object.keys(changes).flatMap((name) =>
        name in previous ? [[name, previous[name as 'startsAt'] ?? null]] : [],
      ),
    ),
    changed: changes,
    changedAt,
  });
  return { booking: await readBooking(db, record.id), sequence };
}
