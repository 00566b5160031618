import express, { type Router } from 'express';
import { admission } from './admission.ts';
import type { Backend } from './backend.ts';
import { type ContractDocument, contractValidation } from './contract-validation.ts';
import type { Handlers } from './handler.ts';
import { keyQueue } from './idempotency.ts';
import type { Operation } from './operation.ts';
import { operationEndpoint } from './operation-endpoint.ts';
import { operationLookup } from './operation-lookup.ts';
import { type OperationValidation, operationValidation } from './operation-validation.ts';
import { jsonBody } from './request-body.ts';
import { normalizedQuery } from './request-query.ts';
import { settleUrlParseWarning } from './url-parse-warning.ts';

const bodyLimit = 1024 * 1024;

export interface ApiOptions<Context> {
  document: ContractDocument;
  operations: Readonly<Record<string, Operation>>;
  handlers: Handlers<Context>;
  backend: Backend<Context>;
  /** Per API key and process; 0 switches the limit off. */
  requestsPerMinute: number;
  /** Checks our own answers too; for development and tests. */
  validateResponses: boolean;
}

export interface Api {
  router: Router;
  /** Compiles what the first requests would otherwise wait for; requests are served meanwhile. */
  warmUp(): Promise<void>;
}

/**
 * The contract as an Express router. A request passes: route (404, 405), key (401), rate limit (429), scope (403),
 * body (413, 415), contract (400), idempotency key, handler.
 */
export function contractApi<Context>(options: ApiOptions<Context>): Api {
  const { document, operations, handlers, backend, requestsPerMinute, validateResponses } = options;
  settleUrlParseWarning();
  const find = operationLookup(operations);
  const admit = admission(backend.authenticate, requestsPerMinute);
  const readBody = jsonBody(bodyLimit);
  const queued = keyQueue();
  const paths = new Set(Object.values(operations).map(({ path }) => path));
  const validators = new Map(
    [...paths].map((path) => [path, contractValidation(document, path, validateResponses)]),
  );
  const validations: OperationValidation[] = [];
  const chains = new Map<string, Router>();
  for (const [operationId, operation] of Object.entries(operations)) {
    const validation = operationValidation(operation, validators.get(operation.path) ?? []);
    validations.push(validation);
    const endpoint = operationEndpoint({
      operationId,
      operation,
      handlers,
      backend,
      queued,
      validateResponses,
    });
    const steps = [admit, readBody, normalizedQuery, ...validation.middlewares, endpoint];
    chains.set(operationId, express.Router().use(...steps));
  }

  const router = express.Router();
  router.use((request, response, next) => {
    const { operationId, operation, params } = find(request.method, request.path);
    Object.assign(response.locals, { operationId, operation, params });
    // HEAD is answered as GET; Node leaves the body out.
    request.method = operation.method;
    chains.get(operationId)?.(request, response, next);
  });

  return {
    router,
    async warmUp() {
      for (const validation of validations) await validation.warmUp();
    },
  };
}
