import { calls, type OperationId } from '@pv-planning/contract';
import type { CallOptions } from './client.ts';
import { withDeadline } from './deadline.ts';
import { ApiError, type PvPlanningError, TimeoutError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { pathParameters } from './path-parameters.ts';
import { type AnyApiResponse, emptyResponse, failure, jsonResponse } from './response.ts';
import { mayHaveTakenEffect, planRetries } from './retries.ts';

/** A request without the types of its operation. All other properties are path parameters. */
export interface AnyRequest extends CallOptions {
  query?: Record<string, unknown>;
  body?: unknown;
  ifMatch?: string;
  ifNoneMatch?: string;
  idempotencyKey?: string | undefined;
  [pathParameter: string]: unknown;
}

/** Sends a request with its retries. Resolves with `undefined` only for `ifNoneMatch`: not modified (304). */
export type Send = (operationId: OperationId, request: AnyRequest) => Promise<AnyApiResponse | undefined>;

/** Matches no version. Replaces an `etag` that a proxy removed, because the API rejects an empty header. */
const noVersion = '"-"';

function isNotFound(error: PvPlanningError): boolean {
  return error instanceof ApiError && error.error === 'not_found';
}

export function createSend(exchange: Exchange, defaults: { maxRetries: number; timeoutMs: number }): Send {
  return async function send(operationId, request) {
    const { method, path, readOnly, idempotent, status } = calls[operationId];
    const { query, body, ifMatch, ifNoneMatch, signal } = request;
    const { maxRetries = defaults.maxRetries, timeoutMs = defaults.timeoutMs } = request;
    // Repeating a PATCH is harmless, unless it compares a version, which the first attempt may have changed.
    const needsKey = method !== 'PATCH' || ifMatch !== undefined;
    const newKey = () => (needsKey ? crypto.randomUUID() : undefined);
    const idempotencyKey = idempotent ? (request.idempotencyKey ?? newKey()) : undefined;
    const headers = {
      ...request.headers,
      'If-Match': ifMatch === '' ? noVersion : ifMatch,
      'If-None-Match': ifNoneMatch || undefined,
      'Idempotency-Key': idempotencyKey,
    };
    const outgoing = { params: { path: pathParameters(path, request), query }, headers, body };
    const call = { operationId, idempotencyKey };
    // PATCH and DELETE are idempotent; a POST is idempotent only with a key.
    const nextWait = planRetries(maxRetries, method !== 'POST' || readOnly || idempotent);
    let lastError: PvPlanningError | undefined;

    function timedOut(): TimeoutError {
      const message = `${operationId} took longer than ${timeoutMs} ms`;
      return new TimeoutError(message, call, undefined, { cause: lastError });
    }

    return withDeadline({ timeoutMs, signal }, timedOut, async (deadline) => {
      let mayBeDone = false;
      for (;;) {
        const exchanged = await exchange(method, path, { ...outgoing, signal: deadline.signal });
        deadline.signal.throwIfAborted();
        const { response } = exchanged;
        if (response?.ok) {
          return status === 204 ? emptyResponse(response) : jsonResponse(call, response, exchanged.text);
        }
        if (response?.status === 304 && ifNoneMatch !== undefined) return undefined;

        const error = failure(call, exchanged);
        // The first attempt of this DELETE has deleted the record.
        if (response && method === 'DELETE' && mayBeDone && isNotFound(error)) return emptyResponse(response);
        const wait = nextWait(error);
        if (wait === undefined || wait >= deadline.leftMs()) throw error;
        mayBeDone ||= mayHaveTakenEffect(error);
        lastError = error;
        await deadline.sleep(wait);
      }
    });
  };
}
