import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Logger } from 'pino';
import { ApiError, invalidRequest, mostDetails, notFound } from './api-error.ts';
import { type BrokenRule, errorDetails, isRepeated } from './broken-rule.ts';
import { loggedError } from './logged-error.ts';
import { invalidSort } from './page.ts';
import { invalidJson, payloadTooLarge } from './request-body.ts';
import { sendChecked, sendJson } from './send-json.ts';

/** What body-parser and the contract's validator throw. */
interface MiddlewareError {
  status?: number;
  type?: string;
  code?: string;
  limit?: number;
  message: string;
  path?: string;
  errors?: BrokenRule[];
}

/** An id in the path that breaks the contract is one that does not exist: the record's 404, after all that is 400. */
function invalid(error: MiddlewareError, query: Request['query'], sortable: readonly string[]): ApiError {
  const all = error.errors?.length ? error.errors : [{ path: error.path ?? '', message: error.message }];
  const problems = all.filter(({ path }) => !path.startsWith('/params/'));
  if (problems.length === 0) return notFound();
  const sort = problems.some(({ path }) => path === '/query/sort');
  if (sort && !isRepeated(query, 'sort')) return invalidSort(sortable);
  return invalidRequest(...errorDetails(problems.slice(0, mostDetails), query));
}

function translated(error: MiddlewareError, query: Request['query'], { locals }: Response): ApiError {
  const { operation } = locals;
  switch (error.type) {
    case 'entity.parse.failed':
      return invalidJson(error.message);
    case 'entity.too.large':
      return payloadTooLarge(error.limit ?? 0);
    case 'encoding.unsupported':
      return new ApiError('unsupported_media_type');
  }
  if (error.code?.startsWith('Z_')) return invalidJson(`it cannot be inflated (${error.message})`);
  if (error.status === 400) return invalid(error, query, operation?.sortable ?? []);
  if (error.status === 404) return notFound();
  throw error;
}

/** The last middleware: every error becomes an answer of the contract. A fault of ours is logged and says nothing of the inside. */
export function errorResponder(logger: Logger): ErrorRequestHandler {
  function internalError(fault: unknown, { locals: { requestId, operationId } }: Response): ApiError {
    logger.error({ requestId, operationId, error: loggedError(fault) }, 'request failed');
    return new ApiError('internal_error', { values: { requestId } });
  }

  /** What the caller need not know, but the operator may want to. */
  function logCause({ code, cause }: ApiError, { locals: { requestId, operationId } }: Response): void {
    logger.warn({ requestId, operationId, code, error: loggedError(cause) }, 'request refused');
  }

  function answer(thrown: unknown, request: Request, response: Response): ApiError {
    if (thrown instanceof ApiError) {
      if (thrown.cause !== undefined) logCause(thrown, response);
      return thrown;
    }
    try {
      return translated(thrown as MiddlewareError, request.query, response);
    } catch (fault) {
      return internalError(fault, response);
    }
  }

  return (thrown, request, response, next) => {
    const error = answer(thrown, request, response);
    if (response.headersSent) {
      next(thrown);
      return;
    }
    try {
      response.status(error.status).set(error.headers);
      sendChecked(response, JSON.stringify(error));
    } catch (fault) {
      // The refusal breaks the contract. What is thrown here would be answered by Express, with a page.
      for (const name of Object.keys(error.headers)) response.removeHeader(name);
      const broken = internalError(fault, response);
      sendJson(response.status(broken.status), JSON.stringify(broken));
    }
  };
}
