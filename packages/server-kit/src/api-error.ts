import type { CodeOf, ErrorTable, KitErrors } from './contract.ts';

/** One thing that is wrong with a request: where it stands (`in`, `path`), a code and a sentence. */
export interface ErrorDetail {
  in: 'body' | 'query' | 'header' | 'path';
  /** JSON Pointer in a body (`/address/postalCode`), else the parameter's name. */
  path: string;
  code: string;
  message: string;
}

export interface Particulars {
  /** Values for the `{placeholders}` of the contract's message. */
  values?: Readonly<Record<string, string>>;
  details?: readonly ErrorDetail[];
  headers?: Readonly<Record<string, string>>;
  /** Logged, never answered. */
  cause?: unknown;
}

/** A refusal by one of the contract's error codes; status and message stand in the contract. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  readonly values: Readonly<Record<string, string>>;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: string, { values = {}, details, headers = {}, cause }: Particulars = {}) {
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

/** A refusal by the kit itself. */
export function refusal(code: keyof KitErrors, particulars?: Particulars): ApiError {
  return new ApiError(code, particulars);
}

type Refuse<Code extends string> = (code: Code, particulars?: Particulars) => ApiError;

export interface Refusals<Errors extends ErrorTable> {
  /** 400: the request asks for what cannot be. */
  badRequest: Refuse<CodeOf<Errors, 400>>;
  /** 401: nobody knows who asks. */
  unauthorized: Refuse<CodeOf<Errors, 401>>;
  /** 409: the record's present state forbids the operation. */
  conflict: Refuse<CodeOf<Errors, 409>>;
}

/** Refusals by the codes of a contract. A code of another status, or one that the contract does not have, does not compile. */
export function refusalsOf<const Errors extends ErrorTable>(_errors: Errors): Refusals<Errors> {
  const refuse = (code: string, particulars?: Particulars) => new ApiError(code, particulars);
  return { badRequest: refuse, unauthorized: refuse, conflict: refuse };
}

/** 404: the record does not exist for the caller, or not at all; the two look the same. */
export function notFound(): ApiError {
  return refusal('not_found');
}

/** 429: the same request goes through after some seconds. */
export function rateLimited(seconds: number, particulars: Particulars = {}): ApiError {
  return refusal('rate_limited', {
    ...particulars,
    values: { seconds: String(seconds) },
    headers: { ...particulars.headers, 'Retry-After': String(seconds) },
  });
}

/** Details can echo what a caller sent, which can be of any length. */
const maxDetails = 1000;
const maxTextLength = 500;

/** 400: the request breaks a rule of the contract. */
export function invalidRequest(...details: readonly ErrorDetail[]): ApiError {
  const bounded = details.slice(0, maxDetails).map((detail) => ({
    ...detail,
    path: detail.path.slice(0, maxTextLength),
    message: detail.message.slice(0, maxTextLength),
  }));
  return refusal('invalid_request', { details: bounded });
}
