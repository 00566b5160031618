import type { CodeOf, ErrorTable, KitErrors } from '../contract/error-codes.ts';

/** A problem with a request: its location (`in`, `path`), a code and a message. */
export interface ErrorDetail {
  in: 'body' | 'query' | 'header' | 'path';
  /** JSON Pointer in a body (`/address/postalCode`), otherwise the name of the parameter. */
  path: string;
  code: string;
  message: string;
  /** The id of the record with which a request conflicts. */
  id?: string;
}

export interface ApiErrorOptions {
  /** Values for the `{placeholders}` of the contract's message. */
  values?: Readonly<Record<string, string>>;
  details?: readonly ErrorDetail[];
  headers?: Readonly<Record<string, string>>;
  /** Logged, never exposed. */
  cause?: unknown;
}

/** An error with a code of the contract, which defines its status and message. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  readonly values: Readonly<Record<string, string>>;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: string, { values = {}, details, headers = {}, cause }: ApiErrorOptions = {}) {
    super(code, { cause });
    this.code = code;
    this.values = values;
    this.details = details;
    this.headers = headers;
  }
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}

/** Creates an error with a code that the kit itself uses. */
export function apiError(code: keyof KitErrors, options?: ApiErrorOptions): ApiError {
  return new ApiError(code, options);
}

type CreateError<Code extends string> = (code: Code, options?: ApiErrorOptions) => ApiError;

export interface ApiErrors<Errors extends ErrorTable> {
  /** 400: the request is invalid. */
  badRequest: CreateError<CodeOf<Errors, 400>>;
  /** 401: the caller is not authenticated. */
  unauthorized: CreateError<CodeOf<Errors, 401>>;
  /** 409: the current state of the record forbids the operation. */
  conflict: CreateError<CodeOf<Errors, 409>>;
  /** 429: the caller has reached a limit, and can retry the request after `seconds`, which are among the values. */
  limited: (
    code: CodeOf<Errors, 429>,
    seconds: number,
    options?: Pick<ApiErrorOptions, 'values'>,
  ) => ApiError;
  /** 502: another service failed. */
  badGateway: CreateError<CodeOf<Errors, 502>>;
  /** 503: the request can be retried after `seconds`, which are among the values. */
  unavailable: CreateError<CodeOf<Errors, 503>>;
}

/** Returns functions that create errors with codes of a contract. An unknown code or one with another status does not compile. */
export function apiErrors<const Errors extends ErrorTable>(_errors: Errors): ApiErrors<Errors> {
  const create = (code: string, options?: ApiErrorOptions) => new ApiError(code, options);
  return {
    badRequest: create,
    unauthorized: create,
    conflict: create,
    limited: (code, seconds, options) => create(code, retryAfter(seconds, options)),
    badGateway: create,
    unavailable: create,
  };
}

/** 404: the record does not exist, or the caller may not see it. The two are indistinguishable. */
export function notFound(): ApiError {
  return apiError('not_found', { values: { reason: 'there is no record with the id in the path.' } });
}

/** 404: no operation has the path. @param meant the most similar known path */
export function unknownPath(meant: string | undefined): ApiError {
  const hint = meant === undefined ? '.' : `; did you mean ${meant}?`;
  return apiError('not_found', { values: { reason: `the API has no such path${hint}` } });
}

function retryAfter(seconds: number, { values }: Pick<ApiErrorOptions, 'values'> = {}): ApiErrorOptions {
  return { values: { ...values, seconds: String(seconds) }, headers: { 'Retry-After': String(seconds) } };
}

/**
 * 429: too many requests within a period. The request can be retried after the given seconds.
 *
 * @param whose completes "too many requests …" with their sender or recipient
 */
export function rateLimited(seconds: number, whose: string): ApiError {
  return apiError('rate_limited', retryAfter(seconds, { values: { whose } }));
}

/** 429: too many requests of the tenant are running or waiting. The request can be retried after the given seconds. */
export function tooManyConcurrent(seconds: number): ApiError {
  return apiError('too_many_concurrent', retryAfter(seconds));
}

/**
 * 503: nothing was changed, and the request can be retried after some seconds. The value `reason` is the first sentence of the message,
 * without its full stop.
 */
export function serviceUnavailable(seconds: number, options: ApiErrorOptions = {}): ApiError {
  return apiError('service_unavailable', {
    ...options,
    values: { reason: 'The service is unavailable', ...options.values, seconds: String(seconds) },
    headers: { 'Retry-After': String(seconds) },
  });
}

/** `details` echoes input; bound it. */
export const maxDetails = 100;
const maxTextLength = 500;

/** 400: the request violates a rule of the contract. Reports the first 100 problems and the number of the others. */
export function invalidRequest(...details: readonly ErrorDetail[]): ApiError {
  const bounded = details.slice(0, maxDetails).map((detail) => ({
    ...detail,
    path: detail.path.slice(0, maxTextLength),
    message: detail.message.slice(0, maxTextLength),
  }));
  const more = details.length - maxDetails;
  if (more > 0) bounded.push({ in: 'body', path: '', code: 'more', message: `and ${more} more problems` });
  return apiError('invalid_request', { details: bounded });
}
