import type { Booking } from '@pv-planning/contract';
import { type CompanyQueries, type CompanyTables, preparedQuery } from '@pv-planning/database';
import type { Insertable } from 'kysely';
import type { Actor } from '../../kernel/handler-context.ts';

export type LoggedValues = Readonly<Record<string, string | number | null>>;

interface LoggedChange {
  bookingId: string;
  /** An action of the contract's state table, or `create`. */
  action: string;
  actor: Actor;
  /** Null for a new booking. */
  previousStatus: Booking['status'] | null;
  status: Booking['status'];
  /** The changed fields, with their values before and after. */
  previous?: LoggedValues;
  changed?: LoggedValues;
  changedAt: string;
}

const insertEntry = preparedQuery((db, entry: Insertable<CompanyTables['bookingLog']>) =>
  db.insertInto('bookingLog').values(entry),
);

/** Logs a change of a booking, for the team. */
export async function logChange(
  db: CompanyQueries,
  { actor, previous, changed, ...change }: LoggedChange,
): Promise<void> {
  await insertEntry(db, {
    ...change,
    actorKind: actor.kind,
    actorId: actor.id,
    previous: previous ?? null,
    changed: changed ?? null,
  });
}
