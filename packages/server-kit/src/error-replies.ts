import type { Logger } from 'pino';
import { type ApiError, isApiError, refusal } from './api-error.ts';
import type { ErrorTable } from './contract.ts';
import { loggedError } from './logged-error.ts';
import type { Reply } from './reply.ts';
import type { RequestRecord } from './request-record.ts';

/** Turns what was thrown into an answer of the contract. */
export type ErrorReplies = (thrown: unknown, record: RequestRecord) => Reply;

/** An unexpected error is logged and never exposed. */
export function errorReplies(errors: ErrorTable, logger: Logger): ErrorReplies {
  function replyOf({ code, values, details, headers }: ApiError): Reply | undefined {
    const entry = errors[code];
    if (!entry) return undefined;
    const message = entry.message.replace(
      /\{(\w+)\}/g,
      (placeholder, name: string) => values[name] ?? placeholder,
    );
    return { status: entry.status, json: JSON.stringify({ error: code, message, details }), headers };
  }

  function internalError(fault: unknown, { requestId, operationId }: RequestRecord): Reply {
    logger.error({ requestId, operationId, error: loggedError(fault) }, 'request failed');
    const reply = replyOf(refusal('internal_error', { values: { requestId } }));
    if (!reply) throw new Error('The contract has no internal_error.', { cause: fault });
    return reply;
  }

  /** What the caller need not know, but the operator may want to. */
  function logCause({ code, cause }: ApiError, { requestId, operationId }: RequestRecord): void {
    logger.warn({ requestId, operationId, code, error: loggedError(cause) }, 'request refused');
  }

  return (thrown, record) => {
    if (!isApiError(thrown)) return internalError(thrown, record);
    const reply = replyOf(thrown);
    if (!reply) return internalError(new Error(`The contract has no error code ${thrown.code}.`), record);
    if (thrown.cause !== undefined) logCause(thrown, record);
    return reply;
  };
}
