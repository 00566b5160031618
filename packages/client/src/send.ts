import { type OperationId, operations } from '@pv-planning/contract';
import { type AnyAnswer, emptyAnswer, jsonAnswer, noAnswer, refusal } from './answer.ts';
import type { CallOptions } from './client.ts';
import { startDeadline } from './deadline.ts';
import { ApiError, type PvPlanningError, TimeoutError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { pathParameters } from './path-parameters.ts';
import { backoffMs, effectOf, retryAfterMs } from './retry.ts';

/** A request with the types of its operation forgotten. The other properties are path parameters. */
export interface AnyRequest extends CallOptions {
  query?: Record<string, unknown>;
  body?: unknown;
  ifMatch?: string;
  ifNoneMatch?: string;
  idempotencyKey?: string | undefined;
  [pathParameter: string]: unknown;
}

/** Carries out a call with its repeats. Resolves with `undefined` only to `ifNoneMatch`: not changed (304). */
export type Send = (operationId: OperationId, request: AnyRequest) => Promise<AnyAnswer | undefined>;

function codeOf(error: PvPlanningError): string | undefined {
  return error instanceof ApiError ? error.error : undefined;
}

export function createSend(exchange: Exchange, defaults: { maxRetries: number; timeoutMs: number }): Send {
  return async function send(operationId, request) {
    const { method, path, readOnly, idempotent, status: successStatus } = operations[operationId];
    const { query, body, ifMatch, ifNoneMatch, signal: callerSignal } = request;
    const { maxRetries = defaults.maxRetries, timeoutMs = defaults.timeoutMs } = request;
    const idempotencyKey = idempotent ? (request.idempotencyKey ?? crypto.randomUUID()) : undefined;
    const call = { operationId, idempotencyKey };
    // PATCH and DELETE leave the record as one of them would; a POST does so only under a key.
    const repeatable = method !== 'POST' || readOnly || idempotent;
    const params = { path: pathParameters(path, request), query };
    const headers = {
      ...request.headers,
      'If-Match': ifMatch,
      'If-None-Match': ifNoneMatch,
      'Idempotency-Key': idempotencyKey,
    };

    callerSignal?.throwIfAborted();
    const deadline = startDeadline(timeoutMs, callerSignal);
    let lastError: PvPlanningError | undefined;
    let failures = 0;
    let perhapsDone = false;
    try {
      for (let attempt = 0; ; attempt++) {
        const exchanged = await exchange(method, path, { params, headers, body, signal: deadline.signal });
        deadline.signal.throwIfAborted();

        const { response } = exchanged;
        if (response?.ok) {
          return successStatus === 204 ? emptyAnswer(response) : jsonAnswer(call, response, exchanged.text);
        }
        if (response?.status === 304 && ifNoneMatch !== undefined) return undefined;

        const error = response ? refusal(call, response, exchanged.text) : noAnswer(call, exchanged.cause);
        lastError = error;
        const code = codeOf(error);
        // What a repeated DELETE does not find, the first one has deleted.
        if (response && perhapsDone && method === 'DELETE' && code === 'not_found')
          return emptyAnswer(response);

        const effect = effectOf(response?.status, code);
        perhapsDone ||= effect === 'unknown';
        if (effect === 'final' || (effect === 'unknown' && !repeatable)) throw error;
        // The first request is still at work: that is waiting, not failing.
        if (code !== 'idempotency_in_progress') failures++;
        if (failures > maxRetries || maxRetries === 0) throw error;
        const wait = backoffMs(attempt) + ((response && retryAfterMs(response.headers)) ?? 0);
        if (wait >= deadline.leftMs()) throw error;
        await deadline.sleep(wait);
      }
    } catch (error) {
      if (!deadline.signal.aborted) throw error;
      callerSignal?.throwIfAborted();
      throw new TimeoutError(`${operationId} took longer than ${timeoutMs} ms`, call, lastError);
    } finally {
      deadline.stop();
    }
  };
}
