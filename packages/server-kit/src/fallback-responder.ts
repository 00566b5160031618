import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { ErrorTable } from './contract/error-codes.ts';
import { notFound } from './errors/api-error.ts';
import { logEntryOf } from './logging/request-log-entry.ts';
import { sendResponse } from './responses/api-response.ts';
import { errorResponses } from './responses/error-responses.ts';

interface FallbackOptions {
  errors: ErrorTable;
  logger: Logger;
}

/**
 * The last handlers of an Express app: respond with 404 to paths that no contract has or that cannot be decoded, and with 500 to errors
 * outside of contracts.
 */
export function fallbackResponder({
  errors,
  logger,
}: FallbackOptions): (RequestHandler | ErrorRequestHandler)[] {
  const errorResponse = errorResponses(errors, logger);
  const unknownPath: RequestHandler = (request, response) => {
    sendResponse(response, errorResponse(notFound(), logEntryOf(request)));
  };
  const unexpectedError: ErrorRequestHandler = (error, request, response, next) => {
    if (response.headersSent) next(error);
    // The message contains the path, which can contain a token.
    else if (error instanceof URIError) unknownPath(request, response, next);
    else sendResponse(response, errorResponse(error, logEntryOf(request)));
  };
  return [unknownPath, unexpectedError];
}
