import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Contract } from './contract/contract.ts';
import { unknownPath } from './errors/api-error.ts';
import { logEntryOf } from './logging/request-log-entry.ts';
import { nearestPath } from './request/nearest-path.ts';
import { sendResponse } from './responses/api-response.ts';
import { errorResponses } from './responses/error-responses.ts';

interface FallbackOptions {
  contract: Pick<Contract, 'errors' | 'errorPages' | 'operations'>;
  logger: Logger;
}

/**
 * The last handlers of an Express app: respond with 404 to paths that no contract has or that cannot be decoded, with the most
 * similar known path, and with 500 to errors outside of contracts.
 */
export function fallbackResponder({
  contract,
  logger,
}: FallbackOptions): (RequestHandler | ErrorRequestHandler)[] {
  const errorResponse = errorResponses(contract, logger);
  const nearest = nearestPath(Object.values(contract.operations).map(({ path }) => path));
  const respondUnknown: RequestHandler = (request, response) => {
    const error = unknownPath(nearest(request.baseUrl + request.path));
    sendResponse(response, errorResponse(error, logEntryOf(request)));
  };
  const unexpectedError: ErrorRequestHandler = (error, request, response, next) => {
    if (response.headersSent) next(error);
    // The message contains the path, which can contain a token.
    else if (error instanceof URIError) respondUnknown(request, response, next);
    else sendResponse(response, errorResponse(error, logEntryOf(request)));
  };
  return [respondUnknown, unexpectedError];
}
