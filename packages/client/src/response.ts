import type { ApiError as ErrorBody } from '@pv-planning/contract';
import {
  ApiError,
  ConnectionError,
  type FailedCall,
  type FailedResponse,
  UnexpectedResponseError,
} from './errors.ts';
import type { Exchanged } from './exchange.ts';
import { retryAfterMs } from './retry-after.ts';

const maxExcerpt = 200;

/** A successful response, without the types of its operation. */
export interface AnyApiResponse {
  ok: true;
  data: unknown;
  etag: string;
  requestId: string | undefined;
  replayed: boolean;
  headers: Headers;
}

function requestIdOf(headers: Headers): string | undefined {
  return headers.get('x-request-id') ?? undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isErrorBody(body: unknown): body is ErrorBody {
  const { error, message } = (body ?? {}) as Partial<Record<keyof ErrorBody, unknown>>;
  return typeof error === 'string' && typeof message === 'string';
}

function failedResponse({ status, headers }: Response): FailedResponse {
  return { status, requestId: requestIdOf(headers), retryAfterMs: retryAfterMs(headers) };
}

function unexpected(call: FailedCall, response: Response, text: string): UnexpectedResponseError {
  const { status, headers } = response;
  const target = response.ok ? null : headers.get('location');
  const content = target ? `a redirect to ${target}` : (headers.get('content-type') ?? 'no content');
  const excerpt = text && `: ${text.slice(0, maxExcerpt)}`;
  const message = `${call.operationId} expected a response of the API but got ${status}, ${content}${excerpt}`;
  return new UnexpectedResponseError(message, call, failedResponse(response));
}

/** A successful response without a body. */
export function emptyResponse({ headers }: Response): AnyApiResponse {
  return {
    ok: true,
    data: undefined,
    etag: headers.get('etag') ?? '',
    requestId: requestIdOf(headers),
    replayed: headers.get('idempotent-replayed') === 'true',
    headers,
  };
}

/** A successful response with a JSON body. @throws {UnexpectedResponseError} for any other body */
export function jsonResponse(call: FailedCall, response: Response, text: string): AnyApiResponse {
  const data = parsed(text);
  if (data === undefined) throw unexpected(call, response, text);
  return { ...emptyResponse(response), data };
}

/** The message of the innermost cause. Node gives an `AggregateError` a code but no message. */
function reasonOf(fault: unknown): string {
  let reason = fault;
  while (reason instanceof Error && reason.cause) reason = reason.cause;
  const { message, code } = (reason ?? {}) as { message?: unknown; code?: unknown };
  return String(message || code || reason);
}

/** The error for a failed exchange. */
export function failure(
  call: FailedCall,
  exchanged: Exchanged,
): ApiError | UnexpectedResponseError | ConnectionError {
  const { response } = exchanged;
  if (response) {
    const body = parsed(exchanged.text);
    return isErrorBody(body)
      ? new ApiError(call, failedResponse(response), body)
      : unexpected(call, response, exchanged.text);
  }
  const message = `${call.operationId} got no response: ${reasonOf(exchanged.cause)}`;
  return new ConnectionError(message, call, undefined, { cause: exchanged.cause });
}
