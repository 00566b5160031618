import type { Logger } from 'pino';
import { type ApiError, apiError, isApiError, serviceUnavailable } from './api-error.ts';
import type { ApiResponse } from './api-response.ts';
import type { ErrorTable } from './contract.ts';
import { loggedError } from './logged-error.ts';
import { RequestTimeoutError } from './request-end.ts';
import type { RequestRecord } from './request-record.ts';

/** Converts a thrown value to a response of the contract. */
export type ErrorResponses = (thrown: unknown, record: RequestRecord) => ApiResponse;

/** `Retry-After` of a request that took too long, which has changed nothing. */
const retryAfterSeconds = 5;

/** Unexpected errors are logged, never exposed. */
export function errorResponses(errors: ErrorTable, logger: Logger): ErrorResponses {
  function replyOf(
    { code, values, details, headers }: ApiError,
    record: RequestRecord,
  ): ApiResponse | undefined {
    const entry = errors[code];
    if (!entry) return undefined;
    record.errorCode = code;
    const message = entry.message.replace(
      /\{(\w+)\}/g,
      (placeholder, name: string) => values[name] ?? placeholder,
    );
    return { status: entry.status, json: JSON.stringify({ error: code, message, details }), headers };
  }

  function internalError(fault: unknown, record: RequestRecord): ApiResponse {
    const { requestId, operationId } = record;
    logger.error({ requestId, operationId, error: loggedError(fault) }, 'request failed');
    const reply = replyOf(apiError('internal_error', { values: { requestId } }), record);
    if (!reply) throw new Error('The contract does not define internal_error.', { cause: fault });
    return reply;
  }

  /** Logs the cause of an error for operators. It is not exposed to the caller. */
  function logCause({ code, cause }: ApiError, { requestId, operationId }: RequestRecord): void {
    logger.warn({ requestId, operationId, code, error: loggedError(cause) }, 'request refused');
  }

  return (fault, record) => {
    const isLate = fault instanceof RequestTimeoutError;
    const thrown = isLate ? serviceUnavailable(retryAfterSeconds, { cause: fault }) : fault;
    if (!isApiError(thrown)) return internalError(thrown, record);
    const reply = replyOf(thrown, record);
    if (!reply)
      return internalError(new Error(`The contract does not define the error code ${thrown.code}.`), record);
    if (thrown.cause !== undefined) logCause(thrown, record);
    return reply;
  };
}
