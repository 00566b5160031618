import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Operation } from './operation.ts';

/** As much of a request as the validator looks at. What it finds wrong with it does not matter. */
function emptyRequest({ method, path, hasBody }: Operation): Request {
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
  } as unknown as Request;
}

/**
 * Lets the validator of an operation compile its schemas, which takes tens of milliseconds that its first request would wait
 * for. Yields to whatever else the process has to do.
 */
export async function warmUp(operation: Operation, validate: readonly RequestHandler[]): Promise<void> {
  const request = emptyRequest(operation);
  for (const middleware of validate) {
    await nextTurn();
    const error = await new Promise((resolve) => {
      void middleware(request, {} as Response, resolve as NextFunction);
    });
    if (error) return;
  }
}
