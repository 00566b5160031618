import type { QueryExecutorProvider } from 'kysely';
import { envelope } from './event-envelope.ts';
import { dbNow, outboxStatement } from './outbox-statement.ts';

export interface NewEvent {
  companyId: string;
  /** For example `customer.created`. */
  type: string;
  /** The event's data, as sent to receivers. */
  data: object;
  /** The time of the change. Default: the current time of the database. */
  changedAt?: string | undefined;
}

export interface RecordedEvent {
  /** UUIDv7. */
  id: string;
  /** Number of endpoints that receive the event. */
  deliveries: number;
}

const statement = outboxStatement(
  { id: 'uuid', type: 'text', changedAt: 'timestamptz', beforeTime: 'text', afterTime: 'text' },
  ({ id, type, changedAt, beforeTime, afterTime }) => `
  select ${id} as id, ${type} as type, coalesce(${changedAt}, ${dbNow}) as now,
    ${beforeTime} as before_time, ${afterTime} as after_time
`,
);

/**
 * Records an event and one delivery for every endpoint of the company that subscribes to its type, regardless of the endpoint's
 * state, in the transaction of the change.
 *
 * Record events of one record under its row's lock, so that their times are in the order of the changes. The stored text is signed
 * and sent byte for byte. If there are deliveries, call `dispatcher.wake(companyId)` after the commit.
 */
export async function recordEvent(
  transaction: QueryExecutorProvider,
  { companyId, type, data, changedAt }: NewEvent,
): Promise<RecordedEvent> {
  const { id, beforeTime, afterTime } = envelope(type, data);
  const { numAffectedRows } = await transaction
    .getExecutor()
    .executeQuery(statement({ companyId, id, type, changedAt: changedAt ?? null, beforeTime, afterTime }));
  return { id, deliveries: Number(numAffectedRows) };
}
