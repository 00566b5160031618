import { v7 as uuidv7 } from 'uuid';

export interface Envelope {
  /** UUIDv7. */
  id: string;
  /** The exact text to send, around the time of the event, which the database knows. */
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
