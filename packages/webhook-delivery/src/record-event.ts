import { CompiledQuery, type QueryExecutorProvider } from 'kysely';
import { envelope } from './event-envelope.ts';
import { present, recordingStatement } from './recording-statement.ts';

export interface NewEvent {
  companyId: string;
  /** For example `customer.created`. */
  type: string;
  /** The event's data, as it shall arrive. */
  data: object;
  /** When the change happened, as its record tells; the present by the database's clock when left out. */
  changedAt?: string | undefined;
}

export interface RecordedEvent {
  /** UUIDv7. */
  id: string;
  /** Endpoints it goes to. */
  deliveries: number;
}

const statement = recordingStatement(`
  select $2::uuid as id, $3::text as type, coalesce($4::timestamptz, ${present}) as now,
    $5::text as before_time, $6::text as after_time
`);

/**
 * Writes an event, and one delivery for every endpoint of the company that subscribes to its type whatever the
 * endpoint's state, in the transaction of the change it tells of.
 *
 * The times of events of one record follow each other as its changes did when they are recorded under its row's lock. The
 * stored text is what is signed and sent, byte for byte. Where there are deliveries, call `dispatcher.wake(companyId)` after
 * the commit.
 */
export async function recordEvent(
  transaction: QueryExecutorProvider,
  { companyId, type, data, changedAt }: NewEvent,
): Promise<RecordedEvent> {
  const { id, beforeTime, afterTime } = envelope(type, data);
  const values = [companyId, id, type, changedAt ?? null, beforeTime, afterTime];
  const { numAffectedRows } = await transaction
    .getExecutor()
    .executeQuery(CompiledQuery.raw(statement, values));
  return { id, deliveries: Number(numAffectedRows) };
}
