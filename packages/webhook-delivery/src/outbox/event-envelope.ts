import { v7 as uuidv7 } from 'uuid';

export interface NewEvent {
  /** For example `customer.created`. */
  type: string;
  /** The event's data, as sent to receivers. */
  data: object;
  /** The time of the change. Default: the current time of the database. */
  changedAt?: string | undefined;
}

/** An event before it is recorded. */
export interface EventEnvelope {
  /** UUIDv7. */
  id: string;
  type: string;
  /** Null for the current time of the database. */
  changedAt: string | null;
  /** The exact text to send, before and after the event's time, which the database inserts. */
  beforeTime: string;
  afterTime: string;
}

export function envelope({ type, data, changedAt }: NewEvent): EventEnvelope {
  const id = uuidv7();
  return {
    id,
    type,
    changedAt: changedAt ?? null,
    beforeTime: `{"id":${JSON.stringify(id)},"type":${JSON.stringify(type)},"createdAt":"`,
    afterTime: `","data":${JSON.stringify(data)}}`,
  };
}

/** SQL that formats the time of an event for the envelope. `time` is an expression of type timestamptz(3). */
export const envelopeTime = (time: string): string =>
  `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The database's current time in SQL, in milliseconds like the times of records. */
export const dbNow = `date_trunc('milliseconds', clock_timestamp())`;
