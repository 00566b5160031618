import type {
  ApiError as ErrorBody,
  ErrorCode,
  ErrorCodeOf,
  ErrorDetail,
  OperationId,
} from '@pv-planning/contract';

/** Which call failed. */
export interface FailedCall {
  operationId: OperationId;
  idempotencyKey: string | undefined;
}

/** What a failed response says about itself. */
export interface FailedResponse {
  status: number;
  requestId: string | undefined;
  retryAfterMs: number | undefined;
}

/** Base class of the client's errors. A cancelled call throws the reason of its `AbortSignal` instead. */
export abstract class PvPlanningError extends Error {
  readonly operationId: OperationId;
  /** The idempotency key of the call. Pass it to a later call to retry this one without a second effect. */
  readonly idempotencyKey: string | undefined;
  /** HTTP status; `undefined` without a response, 0 for a redirect in a browser. */
  readonly status: number | undefined;
  /** Quote it in support requests. */
  readonly requestId: string | undefined;
  /** Milliseconds that the service asks to wait before the next attempt. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, call: FailedCall, response?: FailedResponse, options?: ErrorOptions) {
    super(message, options);
    this.operationId = call.operationId;
    this.idempotencyKey = call.idempotencyKey;
    this.status = response?.status;
    this.requestId = response?.requestId;
    this.retryAfterMs = response?.retryAfterMs;
  }
}

const maxShownDetails = 3;

function summaryOf(details: readonly ErrorDetail[]): string {
  const shown = details
    .slice(0, maxShownDetails)
    .map(({ in: part, path, message }) => `${path || part} ${message}`);
  const more = details.length - shown.length;
  if (more > 0) shown.push(`and ${more} more`);
  return shown.length > 0 ? ` (${shown.join('; ')})` : '';
}

/**
 * The service rejected the request. Branch on `error`; `message` is for people and names the operation, the status, the code and the
 * first three details.
 */
export class ApiError extends PvPlanningError implements ErrorBody {
  override readonly name = 'ApiError';
  /** Distinguishes an error from a success in the result of `.safe()`. */
  readonly ok = false;
  declare readonly status: number;
  /** Machine-readable code. Later versions of the service may send codes that are not listed here. */
  readonly error: ErrorCode;
  /** The invalid parts of the request; empty except with status 400 and with `already_exists`. */
  readonly details: ErrorDetail[];

  constructor(call: FailedCall, response: FailedResponse, { error, message, details = [] }: ErrorBody) {
    super(
      `${call.operationId}: ${response.status} ${error}: ${message}${summaryOf(details)}`,
      call,
      response,
    );
    this.error = error;
    this.details = details;
  }
}

/** An error of one operation: `error` is one of its codes. */
export type ApiErrorOf<O extends OperationId> = ApiError & {
  readonly operationId: O;
  readonly error: ErrorCodeOf<O>;
};

/** A response that is not from this API, such as a proxy's error page or a redirect. */
export class UnexpectedResponseError extends PvPlanningError {
  override readonly name = 'UnexpectedResponseError';
  declare readonly status: number;
}

/** No response, or an incomplete one. The service may have processed the request. `cause` is the error of `fetch`. */
export class ConnectionError extends PvPlanningError {
  override readonly name = 'ConnectionError';
}

/**
 * The call took longer than `timeoutMs`. The service may have processed the request. `cause` is the error of the last attempt,
 * if one failed.
 */
export class TimeoutError extends PvPlanningError {
  override readonly name = 'TimeoutError';
}

/**
 * Whether the service rejected the request. With an operation id, whether it rejected this operation; `error` is then narrowed to
 * the codes of the operation.
 */
export function isApiError(thrown: unknown): thrown is ApiError;
export function isApiError<O extends OperationId>(thrown: unknown, operationId: O): thrown is ApiErrorOf<O>;
export function isApiError(thrown: unknown, operationId?: OperationId): boolean {
  return thrown instanceof ApiError && (operationId ?? thrown.operationId) === thrown.operationId;
}
