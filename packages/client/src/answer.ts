import type { ApiError as ErrorBody } from '@pv-planning/contract';
import {
  ApiError,
  ConnectionError,
  type FailedAnswer,
  type FailedCall,
  UnexpectedAnswerError,
} from './errors.ts';
import type { Exchanged } from './exchange.ts';
import { retryAfterMs } from './retry-after.ts';

const longestExcerpt = 200;

/** A success with the types of its operation forgotten. */
export interface AnyAnswer {
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

function failedAnswer({ status, headers }: Response): FailedAnswer {
  return { status, requestId: requestIdOf(headers), retryAfterMs: retryAfterMs(headers) };
}

function unexpected(call: FailedCall, response: Response, text: string): UnexpectedAnswerError {
  const { status, headers } = response;
  const target = response.ok ? null : headers.get('location');
  const content = target ? `a redirect to ${target}` : (headers.get('content-type') ?? 'no content');
  const excerpt = text && `: ${text.slice(0, longestExcerpt)}`;
  const message = `${call.operationId} got no answer of the API but ${status}, ${content}${excerpt}`;
  return new UnexpectedAnswerError(message, call, failedAnswer(response));
}

/** A success without a body. */
export function emptyAnswer({ headers }: Response): AnyAnswer {
  return {
    ok: true,
    data: undefined,
    etag: headers.get('etag') ?? '',
    requestId: requestIdOf(headers),
    replayed: headers.get('idempotent-replayed') === 'true',
    headers,
  };
}

/** A success with a JSON body. @throws {UnexpectedAnswerError} when the body is something else */
export function jsonAnswer(call: FailedCall, response: Response, text: string): AnyAnswer {
  const data = parsed(text);
  if (data === undefined) throw unexpected(call, response, text);
  return { ...emptyAnswer(response), data };
}

/** The innermost cause in words. Node gives an `AggregateError` a code but no message. */
function reasonOf(fault: unknown): string {
  let reason = fault;
  while (reason instanceof Error && reason.cause) reason = reason.cause;
  const { message, code } = (reason ?? {}) as { message?: unknown; code?: unknown };
  return String(message || code || reason);
}

/** What it means that there is no success. */
export function failure(
  call: FailedCall,
  exchanged: Exchanged,
): ApiError | UnexpectedAnswerError | ConnectionError {
  const { response } = exchanged;
  if (response) {
    const body = parsed(exchanged.text);
    return isErrorBody(body)
      ? new ApiError(call, failedAnswer(response), body)
      : unexpected(call, response, exchanged.text);
  }
  const message = `${call.operationId} got no answer: ${reasonOf(exchanged.cause)}`;
  return new ConnectionError(message, call, undefined, { cause: exchanged.cause });
}
