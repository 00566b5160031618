import type { Booking } from '@pv-planning/contract';
import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { sql } from 'kysely';
import { limited } from '../../kernel/contract/api-errors.ts';
import { secondsTo, strangerLimits } from '../../kernel/stranger-limits.ts';

const { count, ms } = strangerLimits.moves;

/** The latest moves by the customer, the newest first. */
const movesSince = preparedQuery((db, { bookingId, since }: { bookingId: string; since: string }) =>
  db
    .selectFrom('bookingLog')
    .select('changedAt')
    .where('bookingId', '=', bookingId)
    .where('action', '=', sql.lit('reschedule'))
    .where('actorKind', '=', sql.lit('customer'))
    .where('changedAt', '>', since)
    .orderBy('id', 'desc')
    .limit(count),
);

/**
 * Limits the customer's moves of a locked booking: every move notifies the team, and takes a slot from others.
 *
 * @throws 429 `too_many_moves`
 */
export async function requireFewMoves(
  db: CompanyQueries,
  { id: bookingId }: Booking,
  now: string,
): Promise<void> {
  const since = new Date(Date.parse(now) - ms).toISOString();
  const first = (await movesSince(db, { bookingId, since }))[count - 1];
  if (!first) return;
  const next = Date.parse(first.changedAt) + ms;
  const until = new Date(next).toISOString();
  throw limited('too_many_moves', secondsTo(next, now), { values: { count: String(count), until } });
}
