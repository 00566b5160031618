import type { Scope } from '@pv-planning/contract';
import type { RequestHandler } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError, rateLimited } from './api-error.ts';
import type { Backend } from './backend.ts';

const windowSeconds = 60;

/** Counts the requests of a key in this process; returns the header values of the IETF RateLimit draft 11. */
function rateLimiter(requestsPerMinute: number) {
  const limiter = new RateLimiterMemory({ points: requestsPerMinute, duration: windowSeconds });
  const policy = `"default";q=${requestsPerMinute};w=${windowSeconds}`;
  const headers = ({ remainingPoints, msBeforeNext }: RateLimiterRes) => ({
    'RateLimit-Policy': policy,
    RateLimit: `"default";r=${remainingPoints};t=${Math.ceil(msBeforeNext / 1000)}`,
  });
  return async (keyId: string): Promise<Record<string, string>> => {
    try {
      return headers(await limiter.consume(keyId));
    } catch (exceeded) {
      if (!(exceeded instanceof RateLimiterRes)) throw exceeded;
      const seconds = Math.max(1, Math.ceil(exceeded.msBeforeNext / 1000));
      throw rateLimited(seconds, { headers: headers(exceeded) });
    }
  };
}

function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1];
}

const challenge = { 'WWW-Authenticate': 'Bearer' };

/**
 * Lets a request in, before any of its body is read: key (401), rate limit (429), scope (403). Expects
 * `response.locals.operation`, sets `response.locals.caller`.
 *
 * @param requestsPerMinute per API key and process; 0 switches the limit off
 */
export function admission(
  authenticate: Backend<unknown>['authenticate'],
  requestsPerMinute: number,
): RequestHandler {
  const countRequest = requestsPerMinute > 0 ? rateLimiter(requestsPerMinute) : undefined;
  return async (request, response, next) => {
    const apiKey = bearerToken(request.headers.authorization);
    if (apiKey === undefined) throw new ApiError('missing_api_key', { headers: challenge });
    const caller = await authenticate(apiKey);
    if (!caller) throw new ApiError('invalid_api_key', { headers: challenge });
    response.locals.caller = caller;
    if (countRequest) response.set(await countRequest(caller.keyId));
    const scope: Scope = response.locals.operation.scope;
    if (!caller.scopes.has(scope)) throw new ApiError('insufficient_scope', { values: { scope } });
    next();
  };
}
