import { namedStatement, type Placeholders } from '../../sql/named-statement.ts';
import { storableText } from '../../sql/storable-text.ts';
import type { AttemptResult } from '../send/attempt.ts';

/** A column of the log. */
interface Column {
  type: 'uuid' | 'integer' | 'text' | 'boolean' | 'timestamptz' | 'json';
  value(result: AttemptResult): unknown;
}

type Columns<Name extends string = string> = Readonly<Record<Name, Column>>;

/** The columns whose values are also in the queue. */
const keyColumns = {
  delivery_id: { type: 'uuid', value: ({ claim }) => claim.deliveryId },
  endpoint_id: { type: 'uuid', value: ({ claim }) => claim.endpoint.id },
  event_id: { type: 'uuid', value: ({ claim }) => claim.eventId },
  attempt_number: { type: 'integer', value: ({ claim }) => claim.attemptNumber },
} satisfies Columns;

/** The token of the lease. */
const idColumn = {
  id: { type: 'uuid', value: ({ claim }) => claim.leaseToken },
} satisfies Columns;

const resultColumns = {
  trigger: { type: 'text', value: ({ claim }) => claim.trigger },
  url: { type: 'text', value: ({ claim }) => claim.endpoint.url },
  outcome: { type: 'text', value: ({ outcome }) => outcome },
  started_at: { type: 'timestamptz', value: ({ startedAtMs }) => new Date(startedAtMs).toISOString() },
  duration_ms: { type: 'integer', value: ({ durationMs }) => durationMs },
  response_status: { type: 'integer', value: ({ response }) => response?.status ?? null },
  response_body: { type: 'text', value: ({ response }) => response && storableText(response.body) },
  response_truncated: { type: 'boolean', value: ({ response }) => response?.truncated ?? false },
} satisfies Columns;

const jsonColumns = {
  timings: { type: 'json', value: ({ timings }) => timings },
  request_headers: { type: 'json', value: ({ requestHeaders }) => requestHeaders },
  response_headers: { type: 'json', value: ({ response }) => response && storableHeaders(response.headers) },
} satisfies Columns;

const errorColumns = {
  error_code: { type: 'text', value: ({ errorCode }) => errorCode },
  error_text: { type: 'text', value: ({ errorText }) => errorText && storableText(errorText) },
} satisfies Columns;

const namesOf = <Name extends string>(columns: Columns<Name>): Name[] => Object.keys(columns) as Name[];

const list = (columns: Columns, prefix = ''): string =>
  namesOf(columns)
    .map((name) => `${prefix}${name}`)
    .join(', ');

const mapColumns = <Name extends string, Value>(columns: Columns<Name>, map: (column: Column) => Value) =>
  Object.fromEntries(namesOf(columns).map((name) => [name, map(columns[name])])) as Record<Name, Value>;

const plainColumns = { ...idColumn, ...resultColumns };
const deliveredColumns = { ...plainColumns, ...jsonColumns };
type DeliveredColumn = keyof typeof deliveredColumns;

/** A part of a statement that logs successful attempts of dequeued deliveries (`gone`). */
interface DeliveredInsertion<Results> {
  /** Types of its parameters, one for each column. */
  types: Readonly<Record<DeliveredColumn, string>>;
  values(results: Results): Record<DeliveredColumn, unknown>;
  sql(placeholders: Placeholders<'companyId' | DeliveredColumn>): string;
}

const insertionFrom = (companyId: string, values: string, source: string): string => `
  insert into webhook_attempt (company_id, ${list({ ...keyColumns, ...deliveredColumns })})
  select ${companyId}, gone.id, gone.endpoint_id, gone.event_id, gone.attempts + 1, ${values}
  from ${source}
`;

/** Costs half as much as logging one attempt with `deliveredInsertion`. */
export const oneDeliveredInsertion: DeliveredInsertion<AttemptResult> = {
  types: mapColumns(deliveredColumns, ({ type }) => type),
  values: (result) => ({
    ...mapColumns(plainColumns, ({ value }) => value(result)),
    ...mapColumns(jsonColumns, ({ value }) => JSON.stringify(value(result))),
  }),
  sql: (placeholders) =>
    insertionFrom(
      placeholders.companyId,
      namesOf(deliveredColumns)
        .map((name) => placeholders[name])
        .join(', '),
      'gone',
    ),
};

/** Each parameter is an array, or a JSON array. PostgreSQL reads arrays several times faster than records. */
export const deliveredInsertion: DeliveredInsertion<readonly AttemptResult[]> = {
  types: {
    ...mapColumns(plainColumns, ({ type }) => `${type}[]`),
    ...mapColumns(jsonColumns, () => 'json'),
  },
  values: (results) => ({
    ...mapColumns(plainColumns, ({ value }) => results.map(value)),
    ...mapColumns(jsonColumns, ({ value }) => JSON.stringify(results.map(value))),
  }),
  sql: (placeholders) =>
    insertionFrom(
      placeholders.companyId,
      list(deliveredColumns, 'entry.'),
      `rows from (
    unnest(${namesOf(plainColumns)
      .map((name) => placeholders[name])
      .join(', ')}),
    ${namesOf(jsonColumns)
      .map((name) => `json_array_elements(${placeholders[name]})`)
      .join(', ')}
  ) as entry (${list(deliveredColumns)})
  join gone on gone.lease_token = entry.id`,
    ),
};

/** Columns that replace those of an attempt logged as lost. */
const outcomeColumns = { ...errorColumns, ...resultColumns, ...jsonColumns };
const allColumns = { ...keyColumns, ...idColumn, ...outcomeColumns };

/** Logs attempts, and replaces those logged as lost. Returns the ids of both. */
export const attemptInsertion = namedStatement(
  /** `rows`: as `attemptRows` returns them. */
  { companyId: 'bigint', rows: 'json' },
  ({ companyId, rows }) => `
  insert into webhook_attempt (company_id, ${list(allColumns)}, next_attempt_at)
  select ${companyId}, entry.*
  from json_to_recordset(${rows}) as entry (
    ${Object.entries<Column>(allColumns)
      .map(([name, { type }]) => `${name} ${type}`)
      .join(', ')}, next_attempt_at timestamptz)
  on conflict (company_id, delivery_id, id) do update
  set ${namesOf(outcomeColumns)
    .map((name) => `${name} = excluded.${name}`)
    .join(', ')}
  where webhook_attempt.company_id = ${companyId} and webhook_attempt.outcome = 'lost'
  returning id
`,
);

/** `rescheduled`: the times of next attempts, by lease. */
export function attemptRows(
  results: readonly AttemptResult[],
  rescheduled: ReadonlyMap<string, string>,
): string {
  return JSON.stringify(
    results.map((result) => ({
      ...mapColumns(allColumns, ({ value }) => value(result) ?? undefined),
      next_attempt_at: rescheduled.get(result.claim.leaseToken),
    })),
  );
}

const maxHeaderBytes = 8_192;

function storableHeaders(headers: Record<string, string>): Record<string, string> {
  let bytesLeft = maxHeaderBytes;
  const stored: [string, string][] = [];
  for (const [name, value] of Object.entries(headers)) {
    const [storedName, storedValue] = [storableText(name), storableText(value)];
    bytesLeft -= Buffer.byteLength(storedName) + Buffer.byteLength(storedValue);
    if (bytesLeft >= 0) stored.push([storedName, storedValue]);
  }
  // fromEntries, because an assignment would not store a header named __proto__.
  return Object.fromEntries(stored);
}
