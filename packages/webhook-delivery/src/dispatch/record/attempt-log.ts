import { storableText } from '../../storable-text.ts';
import type { AttemptResult } from '../send/attempt.ts';

/**
 * Adds attempts to the log, and what is known now to those that were already taken for lost. Returns the ids of both.
 * $1 is the company, `rows` a parameter made by `logRows`.
 */
export const attemptInsertion = (rows: string): string => `
  insert into webhook_attempt (company_id, delivery_id, id, endpoint_id, event_id, attempt_number, trigger, outcome,
    error_code, error_text, url, started_at, duration_ms, timings, request_headers, response_status,
    response_headers, response_body, response_truncated, next_attempt_at)
  select $1::bigint, entry.*
  from json_to_recordset(${rows}::json) as entry (delivery_id uuid, id uuid, endpoint_id uuid,
    event_id uuid, attempt_number integer, trigger text, outcome text, error_code text, error_text text, url text,
    started_at timestamptz, duration_ms integer, timings json, request_headers json, response_status integer,
    response_headers json, response_body text, response_truncated boolean, next_attempt_at timestamptz)
  on conflict (company_id, delivery_id, id) do update
  set outcome = excluded.outcome, error_code = excluded.error_code, error_text = excluded.error_text,
    started_at = excluded.started_at, duration_ms = excluded.duration_ms, timings = excluded.timings,
    request_headers = excluded.request_headers, response_status = excluded.response_status,
    response_headers = excluded.response_headers, response_body = excluded.response_body,
    response_truncated = excluded.response_truncated
  where webhook_attempt.outcome = 'lost'
  returning id
`;

/** `rescheduled`: when the next attempt is due, by lease. */
export function logRows(
  results: readonly AttemptResult[],
  rescheduled?: ReadonlyMap<string, string>,
): string {
  return JSON.stringify(results.map((result) => logRow(result, rescheduled?.get(result.claim.leaseToken))));
}

function logRow(result: AttemptResult, nextAttemptAt: string | undefined) {
  const { claim, answer } = result;
  return {
    delivery_id: claim.deliveryId,
    id: claim.leaseToken,
    endpoint_id: claim.endpoint.id,
    event_id: claim.eventId,
    attempt_number: claim.attemptNumber,
    trigger: claim.trigger,
    outcome: result.outcome,
    error_code: result.errorCode ?? undefined,
    error_text: result.errorText === null ? undefined : storableText(result.errorText),
    url: claim.endpoint.url,
    started_at: new Date(result.startedAtMs).toISOString(),
    duration_ms: result.durationMs,
    timings: result.timings,
    request_headers: result.requestHeaders ?? undefined,
    response_status: answer?.status,
    response_headers: answer ? storableHeaders(answer.headers) : undefined,
    response_body: answer ? storableText(answer.body) : undefined,
    response_truncated: answer?.truncated ?? false,
    next_attempt_at: nextAttemptAt,
  };
}

const headerBytesKept = 8_192;

function storableHeaders(headers: Record<string, string>): Record<string, string> {
  let room = headerBytesKept;
  const stored: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const [storedName, storedValue] = [storableText(name), storableText(value)];
    room -= Buffer.byteLength(storedName) + Buffer.byteLength(storedValue);
    if (room >= 0) stored[storedName] = storedValue;
  }
  return stored;
}
