import { type RawBuilder, sql } from 'kysely';
import { storableText } from '../../storable-text.ts';
import type { AttemptResult } from '../send/attempt.ts';

/** Adds attempts to the log, and what is known now to those that were already taken for lost. Returns the ids of both. */
export function attemptInsertion({
  companyId,
  results,
  rescheduled,
}: {
  companyId: string;
  results: readonly AttemptResult[];
  /** When the next attempt is due, by lease. */
  rescheduled: ReadonlyMap<string, string>;
}): RawBuilder<unknown> {
  const rows = results.map((result) => logRow(result, rescheduled.get(result.claim.leaseToken)));
  return sql`
    insert into webhook_attempt (company_id, delivery_id, id, endpoint_id, event_id, attempt_number, trigger, outcome,
      error_code, error_text, url, started_at, duration_ms, timings, request_headers, response_status,
      response_headers, response_body, response_truncated, next_attempt_at)
    select ${companyId}::bigint, entry.*
    from json_to_recordset(${JSON.stringify(rows)}::json) as entry (delivery_id uuid, id uuid, endpoint_id uuid,
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
    error_code: result.errorCode,
    error_text: result.errorText && storableText(result.errorText),
    url: claim.endpoint.url,
    started_at: new Date(result.startedAtMs).toISOString(),
    duration_ms: result.durationMs,
    timings: result.timings,
    request_headers: result.requestHeaders,
    response_status: answer?.status ?? null,
    response_headers: answer && storableHeaders(answer.headers),
    response_body: answer && storableText(answer.body),
    response_truncated: answer?.truncated ?? false,
    next_attempt_at: nextAttemptAt ?? null,
  };
}

const headerBytesKept = 8_192;

function storableHeaders(headers: Record<string, string>): Record<string, string> {
  let room = headerBytesKept;
  return Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [storableText(name), storableText(value)] as const)
      .filter(([name, value]) => {
        room -= Buffer.byteLength(name) + Buffer.byteLength(value);
        return room >= 0;
      }),
  );
}
