import type { QueryExecutorProvider } from 'kysely';
import { envelope } from './event-envelope.ts';
import { dbNow, outboxStatement } from './outbox-statement.ts';
import type { NewEvent } from './record-event.ts';

const statement = outboxStatement(
  { ids: 'uuid[]', types: 'text[]', changedAt: 'timestamptz[]', beforeTimes: 'text[]', afterTimes: 'text[]' },
  ({ ids, types, changedAt, beforeTimes, afterTimes }) => `
  select given.id, given.type, coalesce(given.changed_at, ${dbNow}) as now,
    given.before_time, given.after_time
  from unnest(${ids}, ${types}, ${changedAt}, ${beforeTimes}, ${afterTimes})
    as given (id, type, changed_at, before_time, after_time)
`,
);

/**
 * Records many events of one company in one statement, for a change of many records with one event each. See `recordEvent`.
 * Returns the number of deliveries.
 */
export async function recordEvents(
  transaction: QueryExecutorProvider,
  companyId: string,
  events: readonly Omit<NewEvent, 'companyId'>[],
): Promise<number> {
  if (events.length === 0) return 0;
  const envelopes = events.map(({ type, data }) => envelope(type, data));
  const { numAffectedRows } = await transaction.getExecutor().executeQuery(
    statement({
      companyId,
      ids: envelopes.map(({ id }) => id),
      types: events.map(({ type }) => type),
      changedAt: events.map(({ changedAt }) => changedAt ?? null),
      beforeTimes: envelopes.map(({ beforeTime }) => beforeTime),
      afterTimes: envelopes.map(({ afterTime }) => afterTime),
    }),
  );
  return Number(numAffectedRows);
}
