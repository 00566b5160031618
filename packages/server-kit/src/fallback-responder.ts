import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { notFound } from './api-error.ts';
import { sendResponse } from './api-response.ts';
import type { ErrorTable } from './contract.ts';
import { errorResponses } from './error-responses.ts';
import { recordOf } from './request-record.ts';

interface FallbackOptions {
  errors: ErrorTable;
  logger: Logger;
}

/** The last handler of an Express app: responds with 404 to paths outside all contracts, and with 500 to errors outside them. */
export function fallbackResponder({
  errors,
  logger,
}: FallbackOptions): (RequestHandler | ErrorRequestHandler)[] {
  const replyTo = errorResponses(errors, logger);
  const unknownPath: RequestHandler = (request, response) => {
    sendResponse(response, replyTo(notFound(), recordOf(request)));
  };
  const fault: ErrorRequestHandler = (error, request, response, next) => {
    if (response.headersSent) next(error);
    else sendResponse(response, replyTo(error, recordOf(request)));
  };
  return [unknownPath, fault];
}
