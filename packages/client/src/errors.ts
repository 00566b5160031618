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

/** What is known of an answer that is no success. */
export interface FailedAnswer {
  status: number;
  requestId: string | undefined;
  retryAfterMs: number | undefined;
}

/** What the client throws. Only a cancelled call throws something else: the reason of its `AbortSignal`. */
export abstract class PvPlanningError extends Error {
  readonly operationId: OperationId;
  /** The key the call was sent with. Give it to a later call to repeat this one without a second effect. */
  readonly idempotencyKey: string | undefined;
  /** HTTP status; `undefined` when no answer came, 0 for a redirect seen in a browser. */
  readonly status: number | undefined;
  /** Name it when you ask for help. */
  readonly requestId: string | undefined;
  /** How long the service asks to wait before the next attempt, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, call: FailedCall, answer?: FailedAnswer, options?: ErrorOptions) {
    super(message, options);
    this.operationId = call.operationId;
    this.idempotencyKey = call.idempotencyKey;
    this.status = answer?.status;
    this.requestId = answer?.requestId;
    this.retryAfterMs = answer?.retryAfterMs;
  }
}

/** The service refused the request. Branch on `error`; `message` is for people. */
export class ApiError extends PvPlanningError implements ErrorBody {
  override readonly name = 'ApiError';
  /** Tells a refusal from an answer in the result of `.safe()`. */
  readonly ok = false;
  declare readonly status: number;
  /** Machine-readable code. A later version of the service may send codes that are not listed here. */
  readonly error: ErrorCode;
  /** The places of the request that are at fault: with status 400 and with `already_exists`, otherwise empty. */
  readonly details: ErrorDetail[];

  constructor(call: FailedCall, answer: FailedAnswer, { error, message, details = [] }: ErrorBody) {
    super(message, call, answer);
    this.error = error;
    this.details = details;
  }
}

/** A refusal of one operation: `error` is one of its codes. */
export type ApiErrorOf<O extends OperationId> = ApiError & {
  readonly operationId: O;
  readonly error: ErrorCodeOf<O>;
};

/** An answer that is not of this API, such as the error page of a proxy or a redirect. */
export class UnexpectedAnswerError extends PvPlanningError {
  override readonly name = 'UnexpectedAnswerError';
  declare readonly status: number;
}

/** No answer, or only a part of one. The request may have been carried out. `cause` is what `fetch` threw. */
export class ConnectionError extends PvPlanningError {
  override readonly name = 'ConnectionError';
}

/**
 * The call took longer than `timeoutMs`. The request may have been carried out. `cause` is what the last attempt failed
 * with, if one did.
 */
export class TimeoutError extends PvPlanningError {
  override readonly name = 'TimeoutError';
}

/**
 * Whether the service refused, and, with an operation named, whether it was that operation which it refused: then
 * `error` is narrowed to the codes of that operation.
 */
export function isApiError(thrown: unknown): thrown is ApiError;
export function isApiError<O extends OperationId>(thrown: unknown, operationId: O): thrown is ApiErrorOf<O>;
export function isApiError(thrown: unknown, operationId?: OperationId): boolean {
  return thrown instanceof ApiError && (operationId ?? thrown.operationId) === thrown.operationId;
}
