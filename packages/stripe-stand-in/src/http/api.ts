import { apiVersion } from '../provider/objects.ts';
import { invalidRequest, ProviderError } from '../provider/provider-error.ts';
import { authenticate } from '../resources/accounts.ts';
import { newId } from '../resources/context.ts';
import type { Store } from '../store.ts';
import { type Disturbance, type Disturbances, endOf } from './disturbances.ts';
import { expand } from './expand.ts';
import { type Execution, findRoute, type Operation, type RouteContext } from './routes.ts';
import { findResponse, fingerprintOf, saveResponse } from './saved-responses.ts';

export interface ApiRequest {
  method: string;
  path: string;
  /** From query or body. */
  parameters: Record<string, unknown>;
  headers: {
    authorization?: string | undefined;
    idempotencyKey?: string | undefined;
    version?: string | undefined;
  };
}

export interface ApiResponse {
  status: number;
  body: unknown;
  requestId: string;
  isReplayed?: boolean;
  /** What becomes of the response on its way. */
  transport: 'as usual' | 'hang' | 'drop' | Promise<unknown>;
}

export interface ApiSettings {
  store: Store;
  now(): number;
  pages: string;
  disturbances: Disturbances;
}

const serverError = new ProviderError(500, {
  type: 'api_error',
  message: 'An unknown error occurred.',
});
const keyIsInUse = new ProviderError(409, {
  type: 'idempotency_error',
  code: 'idempotency_key_in_use',
  message: 'There is currently another in-progress request using this key.',
});
const rateLimit = new ProviderError(429, {
  type: 'invalid_request_error',
  code: 'rate_limit',
  message: 'Too many requests.',
});

interface Prepared {
  context: RouteContext & { request: { idempotencyKey: string | null } };
  operation: Operation;
  execution: Execution;
  expandPaths: readonly string[];
}

function prepare(settings: ApiSettings, request: ApiRequest, requestId: string): Prepared {
  const { store, now, pages } = settings;
  const { method, path, parameters, headers } = request;
  const account = authenticate(store, headers.authorization);
  if (headers.version !== apiVersion)
    throw invalidRequest(`The stand-in knows version ${apiVersion} of the API only, not ${headers.version}.`);
  const route = findRoute(method, path);
  if (!route)
    throw new ProviderError(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${path}).`,
    });
  const context = {
    store,
    account: account.id,
    now,
    request: { id: requestId, idempotencyKey: headers.idempotencyKey ?? null },
    pages,
    refundStatus: 'succeeded' as const,
  };
  const execution = route.prepare(parameters);
  return {
    context,
    operation: route.operation,
    execution,
    expandPaths: (parameters.expand ?? []) as string[],
  };
}

interface Outcome {
  status: number;
  body: unknown;
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof ProviderError) return { status: error.status, body: { error: error.body } };
  throw error;
}

function refusalBy(disturbance: Disturbance): ProviderError | undefined {
  if (disturbance === '500') return serverError;
  if (disturbance === 'refuse') return invalidRequest('The stand-in was told to refuse this request.');
  return undefined;
}

/** The answer and its saved response are one transaction: whoever repeats the request after a crash gets it once. */
function carryOut(prepared: Prepared, disturbance: Disturbance, save: (outcome: Outcome) => void): Outcome {
  const { context, execution, expandPaths } = prepared;
  const refusal = refusalBy(disturbance);
  try {
    if (refusal) throw refusal;
    return context.store.transaction(() => {
      const refundStatus = disturbance === 'pending' ? 'pending' : 'succeeded';
      const body = expand(context, execution({ ...context, refundStatus }), expandPaths);
      const outcome = disturbance === '500-after' ? outcomeOf(serverError) : { status: 200, body };
      save(outcome);
      return outcome;
    });
  } catch (error) {
    const outcome = outcomeOf(error);
    save(outcome);
    return outcome;
  }
}

/** Answers requests to the provider's API. */
export class ProviderApi {
  readonly #settings: ApiSettings;
  /** Keys of requests whose response is late, by account. */
  readonly #keysInUse = new Set<string>();

  constructor(settings: ApiSettings) {
    this.#settings = settings;
  }

  answer(request: ApiRequest): ApiResponse {
    const requestId = newId('req');
    try {
      return { ...this.#answer(request, requestId), requestId };
    } catch (error) {
      return { ...outcomeOf(error), requestId, transport: 'as usual' };
    }
  }

  #answer(request: ApiRequest, requestId: string): Omit<ApiResponse, 'requestId'> {
    const prepared = prepare(this.#settings, request, requestId);
    const { context, operation } = prepared;
    const disturbance = this.#settings.disturbances.next(operation);
    if (disturbance === 'hang') return { status: 0, body: null, transport: 'hang' };
    if (disturbance === 'rate-limit') throw rateLimit;
    const late = typeof disturbance === 'object' ? endOf(disturbance) : undefined;
    const transport = late ?? (disturbance === 'drop' ? disturbance : 'as usual');
    const key = context.request.idempotencyKey;
    if (request.method === 'GET' || key === null)
      return { ...carryOut(prepared, disturbance, () => {}), transport };

    const keyInUse = `${context.account} ${key}`;
    if (this.#keysInUse.has(keyInUse)) throw keyIsInUse;
    const fingerprint = fingerprintOf(request.path, request.parameters);
    const saved = findResponse(context, key, fingerprint);
    if (saved) return { status: saved.status, body: saved.body, transport, isReplayed: true };
    if (late) {
      this.#keysInUse.add(keyInUse);
      const release = () => this.#keysInUse.delete(keyInUse);
      late.then(release, release);
    }
    const save = (outcome: Outcome) => saveResponse(context, key, fingerprint, outcome);
    return { ...carryOut(prepared, disturbance, save), transport };
  }
}
