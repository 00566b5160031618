import type { AttemptResult } from '../send/attempt.ts';
import { storableText } from './storable-text.ts';

/** What the log has of an attempt. */
interface Column {
  name: string;
  type: 'uuid' | 'integer' | 'text' | 'boolean' | 'timestamptz' | 'json';
  value(result: AttemptResult): unknown;
}

/** Also in the row of the queue. */
const ofDelivery: readonly Column[] = [
  { name: 'delivery_id', type: 'uuid', value: ({ claim }) => claim.deliveryId },
  { name: 'endpoint_id', type: 'uuid', value: ({ claim }) => claim.endpoint.id },
  { name: 'event_id', type: 'uuid', value: ({ claim }) => claim.eventId },
  { name: 'attempt_number', type: 'integer', value: ({ claim }) => claim.attemptNumber },
];

const ofFailure: readonly Column[] = [
  { name: 'error_code', type: 'text', value: ({ errorCode }) => errorCode },
  { name: 'error_text', type: 'text', value: ({ errorText }) => errorText && storableText(errorText) },
];

const lease: Column = { name: 'id', type: 'uuid', value: ({ claim }) => claim.leaseToken };

const ofExchange: readonly Column[] = [
  { name: 'trigger', type: 'text', value: ({ claim }) => claim.trigger },
  { name: 'url', type: 'text', value: ({ claim }) => claim.endpoint.url },
  { name: 'outcome', type: 'text', value: ({ outcome }) => outcome },
  {
    name: 'started_at',
    type: 'timestamptz',
    value: ({ startedAtMs }) => new Date(startedAtMs).toISOString(),
  },
  { name: 'duration_ms', type: 'integer', value: ({ durationMs }) => durationMs },
  { name: 'response_status', type: 'integer', value: ({ answer }) => answer?.status ?? null },
  { name: 'response_body', type: 'text', value: ({ answer }) => answer && storableText(answer.body) },
  { name: 'response_truncated', type: 'boolean', value: ({ answer }) => answer?.truncated ?? false },
];

const documents: readonly Column[] = [
  { name: 'timings', type: 'json', value: ({ timings }) => timings },
  { name: 'request_headers', type: 'json', value: ({ requestHeaders }) => requestHeaders },
  {
    name: 'response_headers',
    type: 'json',
    value: ({ answer }) => answer && storableHeaders(answer.headers),
  },
];

const listed = (columns: readonly Column[], of = ''): string =>
  columns.map(({ name }) => `${of}${name}`).join(', ');

const ofDelivered = [lease, ...ofExchange];

/**
 * Logs the successful attempts of the deliveries that have just left the queue, `gone`. PostgreSQL reads arrays and lists of documents several times
 * faster than records.
 * $1 is the company, `first` the number of the first parameter made by `deliveredValues`, the leases.
 */
export const deliveredInsertion = (first: number): string => `
  insert into webhook_attempt (company_id, ${listed([...ofDelivery, ...ofDelivered, ...documents])})
  select $1::bigint, gone.id, gone.endpoint_id, gone.event_id, gone.attempts + 1,
    ${listed([...ofDelivered, ...documents], 'entry.')}
  from rows from (
    unnest(${ofDelivered.map(({ type }, index) => `$${first + index}::${type}[]`).join(', ')}),
    ${documents.map((_, index) => `json_array_elements($${first + ofDelivered.length + index}::json)`).join(', ')}
  ) as entry (${listed([...ofDelivered, ...documents])})
  join gone on gone.lease_token = entry.id
`;

export const deliveredValues = (results: readonly AttemptResult[]): unknown[] => [
  ...ofDelivered.map(({ value }) => results.map(value)),
  ...documents.map(({ value }) => JSON.stringify(results.map(value))),
];

const ofOutcome = [...ofFailure, ...ofExchange, ...documents];
const ofAttempt = [...ofDelivery, lease, ...ofOutcome];

/**
 * Adds attempts to the log, and what is known now to those that were already taken for lost. Returns the ids of both.
 * $1 is the company, $2 made by `attemptRows`.
 */
export const attemptInsertion = `
  insert into webhook_attempt (company_id, ${listed(ofAttempt)}, next_attempt_at)
  select $1::bigint, entry.*
  from json_to_recordset($2::json) as entry (
    ${ofAttempt.map(({ name, type }) => `${name} ${type}`).join(', ')}, next_attempt_at timestamptz)
  on conflict (company_id, delivery_id, id) do update
  set ${ofOutcome.map(({ name }) => `${name} = excluded.${name}`).join(', ')}
  where webhook_attempt.company_id = $1::bigint and webhook_attempt.outcome = 'lost'
  returning id
`;

/** `rescheduled`: when the next attempt is due, by lease. */
export function attemptRows(
  results: readonly AttemptResult[],
  rescheduled: ReadonlyMap<string, string>,
): string {
  return JSON.stringify(
    results.map((result) => ({
      ...Object.fromEntries(ofAttempt.map(({ name, value }) => [name, value(result) ?? undefined])),
      next_attempt_at: rescheduled.get(result.claim.leaseToken),
    })),
  );
}

const headerBytesKept = 8_192;

function storableHeaders(headers: Record<string, string>): Record<string, string> {
  let room = headerBytesKept;
  const stored: [string, string][] = [];
  for (const [name, value] of Object.entries(headers)) {
    const [storedName, storedValue] = [storableText(name), storableText(value)];
    room -= Buffer.byteLength(storedName) + Buffer.byteLength(storedValue);
    if (room >= 0) stored.push([storedName, storedValue]);
  }
  // A receiver may also send a header named __proto__.
  return Object.fromEntries(stored);
}
