import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Operation } from './operation.ts';

/** What the validator writes to `request.openapi` when it has looked an operation up. */
interface LookedUp {
  pathParams: Record<string, string>;
}

type ValidatedRequest = Request & { openapi?: LookedUp };

/** As much of a request as the validator looks at. Valid or not, it finds the operation. */
function exampleRequest({ method, path, hasBody }: Operation): ValidatedRequest {
  const url = path.replaceAll(/\{\w+\}/g, '1');
  return {
    method,
    url,
    originalUrl: url,
    path: url,
    baseUrl: '',
    headers: hasBody ? { 'content-type': 'application/json' } : {},
    query: {},
    params: {},
    body: {},
    app: { enabled: () => true, param: () => undefined },
  } as unknown as ValidatedRequest;
}

/** Runs middlewares on a request that nobody waits for. @throws what the first of them refuses it with */
async function pass(request: Request, middlewares: readonly RequestHandler[]): Promise<void> {
  for (const middleware of middlewares) {
    await nextTurn();
    const error = await new Promise((resolve) => {
      void middleware(request, {} as Response, resolve as NextFunction);
    });
    if (error) throw error;
  }
}

/**
 * Throws what is wrong with an answer, so that it reaches whoever answers. The validator hands it to `next`, long after the
 * request went on: past the responder of errors, when it is that one's answer.
 */
function throwing(middleware: RequestHandler): RequestHandler {
  return (request, response, next) => {
    let isPassed = false;
    return middleware(request, response, (wrong?: unknown) => {
      if (isPassed) throw wrong;
      isPassed = true;
      next(wrong);
    });
  };
}

export interface OperationValidation {
  /** Expects `response.locals.params`. */
  middlewares: readonly RequestHandler[];
  /**
   * Lets the validator compile its schemas, which takes tens of milliseconds that the first request would wait for. Yields to
   * whatever else the process has to do.
   */
  warmUp(): Promise<void>;
}

/**
 * The checks of one operation, out of the middlewares that express-openapi-validator makes for its path. Those that look the
 * operation up, by a regular expression compiled for every request, run once: the router has found it already.
 */
export function operationValidation(
  operation: Operation,
  middlewares: readonly RequestHandler[],
): OperationValidation {
  const named = (...names: string[]) => middlewares.filter(({ name }) => names.includes(name));
  const lookUps = named('pathParamsMiddleware', 'metadataMiddleware');
  const checks = [...named('requestMiddleware'), ...named('responseMiddleware').map(throwing)];
  if (lookUps.length !== 2 || checks.length === 0) {
    throw new Error('express-openapi-validator names its middlewares differently from 5.6.');
  }
  let lookedUp: Promise<LookedUp> | undefined;

  async function lookUp(): Promise<LookedUp> {
    const request = exampleRequest(operation);
    await pass(request, lookUps);
    if (!request.openapi) throw new Error(`The contract has no ${operation.method} ${operation.path}.`);
    return request.openapi;
  }

  async function known(params: object): Promise<LookedUp> {
    lookedUp ??= lookUp();
    return { ...(await lookedUp), pathParams: { ...params } };
  }

  return {
    middlewares: [
      async (request: ValidatedRequest, response, next) => {
        request.openapi = await known(response.locals.params);
        next();
      },
      ...checks,
    ],
    async warmUp() {
      const request = exampleRequest(operation);
      request.openapi = await known({});
      // The example may be refused; the schemas are compiled by then.
      for (const check of checks) await pass(request, [check]).catch(() => {});
    },
  };
}
