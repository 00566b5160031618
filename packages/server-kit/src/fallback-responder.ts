import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { notFound } from './api-error.ts';
import type { ErrorTable } from './contract.ts';
import { errorReplies } from './error-replies.ts';
import { sendReply } from './reply.ts';
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
  const replyTo = errorReplies(errors, logger);
  const unknownPath: RequestHandler = (request, response) => {
    sendReply(response, replyTo(notFound(), recordOf(request)));
  };
  const fault: ErrorRequestHandler = (error, request, response, next) => {
    if (response.headersSent) next(error);
    else sendReply(response, replyTo(error, recordOf(request)));
  };
  return [unknownPath, fault];
}
