import { CompiledQuery, type QueryExecutorProvider } from 'kysely';
import { envelope } from './event-envelope.ts';
import { dbNow, outboxStatement } from './outbox-statement.ts';
import type { NewEvent } from './record-event.ts';

const statement = outboxStatement(`
  select given.id, given.type, coalesce(given.changed_at, ${dbNow}) as now,
    given.before_time, given.after_time
  from unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::text[], $6::text[])
    as given (id, type, changed_at, before_time, after_time)
`);

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
  const values = [
    companyId,
    envelopes.map(({ id }) => id),
    events.map(({ type }) => type),
    events.map(({ changedAt }) => changedAt ?? null),
    envelopes.map(({ beforeTime }) => beforeTime),
    envelopes.map(({ afterTime }) => afterTime),
  ];
  const { numAffectedRows } = await transaction
    .getExecutor()
    .executeQuery(CompiledQuery.raw(statement, values));
  return Number(numAffectedRows);
}
