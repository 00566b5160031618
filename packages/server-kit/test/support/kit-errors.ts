import type { KitErrors } from '../../src/index.ts';

/** The error codes of every contract. */
export const kitErrors = {
  invalid_request: { status: 400, message: 'See details.' },
  invalid_json: { status: 400, message: 'No JSON: {reason}.' },
  invalid_sort: { status: 400, message: 'Sort by {fields}.' },
  insufficient_scope: { status: 403, message: 'Needs {scope}.' },
  not_found: { status: 404, message: 'Nothing is here.' },
  method_not_allowed: { status: 405, message: '{method} is not possible. Use {allowed}.' },
  request_timeout: { status: 408, message: 'Too slow.' },
  version_conflict: { status: 409, message: 'It has changed.' },
  idempotency_key_reused: { status: 409, message: 'The key belongs to another request.' },
  idempotency_in_progress: { status: 409, message: 'The first request still runs.' },
  payload_too_large: { status: 413, message: 'Larger than {limit}.' },
  unsupported_media_type: { status: 415, message: 'No to {received}.' },
  rate_limited: { status: 429, message: 'Wait for {seconds} s.' },
  too_many_concurrent: { status: 429, message: 'Wait for {seconds} s.' },
  internal_error: { status: 500, message: 'Fault {requestId}.' },
  service_unavailable: { status: 503, message: 'Not now. Wait for {seconds} s.' },
} as const satisfies KitErrors;
