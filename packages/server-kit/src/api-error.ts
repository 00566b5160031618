import { type ErrorCode, errors } from '@pv-planning/contract';

/** One thing that is wrong with a request: where it stands (`in`, `path`), a code and a sentence. */
export interface ErrorDetail {
  in: 'body' | 'query' | 'header' | 'path';
  /** JSON Pointer in a body (`/address/postalCode`), else the parameter's name. */
  path: string;
  code: string;
  message: string;
}

interface Particulars {
  /** Values for the `{placeholders}` of the contract's message. */
  values?: Record<string, string>;
  details?: readonly ErrorDetail[];
  headers?: Record<string, string>;
  cause?: unknown;
}

/** An answer that the contract lists in `errors.yaml`; status and message come from there. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, { values = {}, details, headers = {}, cause }: Particulars = {}) {
    super(
      errors[code].message.replace(/\{(\w+)\}/g, (placeholder, name) => values[name] ?? placeholder),
      { cause },
    );
    this.name = 'ApiError';
    this.code = code;
    this.status = errors[code].status;
    this.details = details;
    this.headers = headers;
  }

  toJSON(): { error: ErrorCode; message: string; details?: readonly ErrorDetail[] } {
    return { error: this.code, message: this.message, ...(this.details && { details: this.details }) };
  }
}

/** The codes of one status, for example `CodeOf<409>`. */
type CodeOf<Status extends number> = {
  [Code in ErrorCode]: (typeof errors)[Code]['status'] extends Status ? Code : never;
}[ErrorCode];

/** 404: the record does not exist in the caller's company, or not at all; the two look the same. */
export function notFound(): ApiError {
  return new ApiError('not_found');
}

/** 409: the record's present state forbids the operation. */
export function conflict(code: CodeOf<409>, particulars?: Particulars): ApiError {
  return new ApiError(code, particulars);
}

/** 409: a value that must be unique in the company is taken. @param path JSON Pointer of the field */
export function alreadyExists(path: string): ApiError {
  return new ApiError('already_exists', {
    values: { path },
    details: [{ in: 'body', path, code: 'already_exists', message: 'must be unique in your company' }],
  });
}

/** 429: the same request goes through after some seconds. */
export function rateLimited(seconds: number, particulars: Particulars = {}): ApiError {
  return new ApiError('rate_limited', {
    ...particulars,
    values: { seconds: String(seconds) },
    headers: { ...particulars.headers, 'Retry-After': String(seconds) },
  });
}

/** How many places a message names. `details` has all of them. */
const mostNamed = 5;

function named(paths: readonly string[]): string {
  const names = paths.slice(0, mostNamed).join(', ');
  const more = paths.length - mostNamed;
  return more > 0 ? `${names} and ${more} more` : names;
}

/** 400: fields of the body (JSON Pointers) name records that do not exist in the caller's company. */
export function unknownReference(...paths: readonly string[]): ApiError {
  return new ApiError('unknown_reference', {
    values: { path: named(paths) },
    details: paths.map((path) => ({
      in: 'body',
      path,
      code: 'unknown_reference',
      message: 'names a record that does not exist in your company',
    })),
  });
}

/** What the contract allows of `details`: a caller's own nonsense in them can be of any length. */
export const mostDetails = 1000;
const longestText = 500;

/** 400: the request breaks a rule of the contract. */
export function invalidRequest(...details: readonly ErrorDetail[]): ApiError {
  const bounded = details.slice(0, mostDetails).map((detail) => ({
    ...detail,
    path: detail.path.slice(0, longestText),
    message: detail.message.slice(0, longestText),
  }));
  return new ApiError('invalid_request', { details: bounded });
}
