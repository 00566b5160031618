import type { Logger } from 'pino';
import type { ContractErrors } from '../contract/contract.ts';
import type { ErrorEntry } from '../contract/error-codes.ts';
import {
  type ApiError,
  apiError,
  type ErrorDetail,
  isApiError,
  serviceUnavailable,
} from '../errors/api-error.ts';
import { loggedError } from '../logging/logged-error.ts';
import type { RequestLogEntry } from '../logging/request-log-entry.ts';
import { RequestTimeoutError } from '../request/request-lifetime.ts';
import type { ApiResponse } from './api-response.ts';

/**
 * Converts a thrown value to a response of the contract.
 *
 * @param listed the error codes of the operation, once it is known; any other code is an internal error
 */
export type ErrorResponses = (
  thrown: unknown,
  logEntry: RequestLogEntry,
  listed?: readonly string[],
) => ApiResponse;

/** `Retry-After` of a request that timed out. It has changed nothing. */
const retryAfterSeconds = 5;

/** The body of an error response. */
export interface ErrorBody {
  error: string;
  message: string;
  details: readonly ErrorDetail[] | undefined;
}

/** Returns the body of an error with the message of the contract. */
export function errorBody({ message }: ErrorEntry, { code, values, details }: ApiError): ErrorBody {
  const text = message.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
  return { error: code, message: text, details };
}

/** Unexpected errors are logged, never exposed. */
export function errorResponses({ errors, errorPages }: ContractErrors, logger: Logger): ErrorResponses {
  /** Returns undefined if the contract does not define the code. */
  function responseOf(error: ApiError, logEntry: RequestLogEntry): ApiResponse | undefined {
    const entry = errors[error.code];
    if (!entry) return undefined;
    logEntry.errorCode = error.code;
    const help = errorPages && { Link: `<${errorPages.replace('{code}', error.code)}>; rel="help"` };
    const json = JSON.stringify(errorBody(entry, error));
    return { status: entry.status, json, headers: { ...error.headers, ...help } };
  }

  function internalError(fault: unknown, logEntry: RequestLogEntry): ApiResponse {
    const { requestId, operationId } = logEntry;
    logger.error({ requestId, operationId, error: loggedError(fault) }, 'request failed');
    const response = responseOf(apiError('internal_error', { values: { requestId } }), logEntry);
    if (!response) throw new Error('The contract does not define internal_error.', { cause: fault });
    return response;
  }

  function logCause({ code, cause }: ApiError, { requestId, operationId }: RequestLogEntry): void {
    logger.warn({ requestId, operationId, code, error: loggedError(cause) }, 'request rejected');
  }

  return (thrown, logEntry, listed) => {
    const isTimeout = thrown instanceof RequestTimeoutError;
    const error = isTimeout ? serviceUnavailable(retryAfterSeconds, { cause: thrown }) : thrown;
    if (!isApiError(error)) return internalError(error, logEntry);
    const response = responseOf(error, logEntry);
    if (!response)
      return internalError(new Error(`The contract does not define the error code ${error.code}.`), logEntry);
    if (listed && !listed.includes(error.code))
      return internalError(new Error(`The operation does not list the error code ${error.code}.`), logEntry);
    if (error.cause !== undefined) logCause(error, logEntry);
    return response;
  };
}
