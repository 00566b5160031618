import { v7 as uuidv7 } from 'uuid';

export interface Envelope {
  /** UUIDv7. */
  id: string;
  /** The exact text to send, before and after the event's time, which the database inserts. */
  beforeTime: string;
  afterTime: string;
}

export function envelope(type: string, data: object): Envelope {
  const id = uuidv7();
  return {
    id,
    beforeTime: `{"id":${JSON.stringify(id)},"type":${JSON.stringify(type)},"createdAt":"`,
    afterTime: `","data":${JSON.stringify(data)}}`,
  };
}

/** SQL that formats the time of an event for the envelope. `time` is an expression of type timestamptz(3). */
export const envelopeTime = (time: string): string =>
  `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
