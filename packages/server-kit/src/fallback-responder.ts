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

/** The last of an Express app: answers what belongs to no contract with 404, and faults from outside of them with 500. */
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
