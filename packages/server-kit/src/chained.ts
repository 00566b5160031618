import type { NextFunction, RequestHandler } from 'express';

/** One middleware made of several, which run until one answers or refuses. A router of Express would match a path for each. */
export function chained(steps: readonly RequestHandler[]): RequestHandler {
  return (request, response, next) => {
    let position = 0;
    const proceed: NextFunction = (refusal?: unknown) => {
      const step = refusal ? undefined : steps[position];
      position += 1;
      if (!step) return next(refusal);
      try {
        const pending: unknown = step(request, response, proceed);
        if (pending instanceof Promise) pending.catch(next);
      } catch (error) {
        next(error);
      }
    };
    proceed();
  };
}
