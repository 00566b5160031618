import type { ApiError as ErrorBody } from '@pv-planning/contract';
import { ApiError, ConnectionError, type FailedCall, UnexpectedAnswerError } from './errors.ts';
import { retryAfterMs } from './retry.ts';

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

function unexpected(call: FailedCall, { status, headers }: Response, text: string): UnexpectedAnswerError {
  const target = headers.get('location');
  const content = target ? `a redirect to ${target}` : (headers.get('content-type') ?? 'no content');
  const excerpt = text && `: ${text.slice(0, longestExcerpt)}`;
  const message = `${call.operationId} got no answer of the API but ${status}, ${content}${excerpt}`;
  return new UnexpectedAnswerError(message, call, { status, requestId: requestIdOf(headers) });
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

/** What an answer that is no success means. */
export function refusal(
  call: FailedCall,
  response: Response,
  text: string,
): ApiError | UnexpectedAnswerError {
  const body = parsed(text);
  if (!isErrorBody(body)) return unexpected(call, response, text);
  const { status, headers } = response;
  const answer = { status, requestId: requestIdOf(headers), retryAfterMs: retryAfterMs(headers) };
  return new ApiError(call, answer, body);
}

/** What it means that no answer came. */
export function noAnswer(call: FailedCall, cause: unknown): ConnectionError {
  let reason = cause;
  while (reason instanceof Error && reason.cause instanceof Error) reason = reason.cause;
  return new ConnectionError(`${call.operationId} got no answer: ${(reason as Error)?.message}`, call, cause);
}
