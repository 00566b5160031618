import express, { type RequestHandler, type Router } from 'express';
import { admission } from './admission.ts';
import type { Backend } from './backend.ts';
import { chained } from './chained.ts';
import { companyTurns } from './company-turns.ts';
import { type ContractDocument, contractValidation, type Formats } from './contract-validation.ts';
import type { Handlers } from './handler.ts';
import { keyQueue } from './idempotency.ts';
import type { Operation } from './operation.ts';
import { operationEndpoint } from './operation-endpoint.ts';
import { operationLookup } from './operation-lookup.ts';
import { operationValidation } from './operation-validation.ts';
import { jsonBody } from './request-body.ts';
import { normalizedQuery } from './request-query.ts';
import { settleUrlParseWarning } from './url-parse-warning.ts';

const mebibyte = 1024 * 1024;
/** Bytes of a body up to which all that is wrong with it is told, and not the first thing alone. */
const thoroughUpTo = 8 * 1024;

export interface ApiOptions<Context> {
  document: ContractDocument;
  /** The formats that the document names beside those of JSON Schema. */
  formats?: Formats;
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

/** Makes a thing at the first time that it is asked for: a validator keeps the process busy long before it is used. */
function onDemand<Thing>(make: (name: string) => Thing): (name: string) => Thing {
  const made = new Map<string, Thing>();
  return (name) => {
    const thing = made.get(name) ?? make(name);
    made.set(name, thing);
    return thing;
  };
}

/**
 * The contract as an Express router. A request passes: route (404, 405), key (401), rate limit (429), scope (403), turn of
 * the company (429), body (413, 415), contract (400), idempotency key, handler.
 */
export function contractApi<Context>(options: ApiOptions<Context>): Api {
  const { document, formats, operations, handlers, backend, requestsPerMinute, validateResponses } = options;
  settleUrlParseWarning();
  const find = operationLookup(operations);
  const admit = admission(backend.authenticate, requestsPerMinute);
  const queued = keyQueue();
  const validations = (allErrors: boolean) => {
    const ofPath = onDemand((path) =>
      contractValidation(document, path, { formats, validateResponses, allErrors }),
    );
    return onDemand((operationId) => {
      const operation = operationOf(operationId);
      return operationValidation(operation, ofPath(operation.path));
    });
  };
  const thorough = validations(true);
  const brief = validations(false);

  function validation(operationId: string): RequestHandler {
    const validate = chained(thorough(operationId).middlewares);
    return (request, response, next) => {
      const isLarge = (response.locals.bodyBytes?.length ?? 0) > thoroughUpTo;
      return (isLarge ? chained(brief(operationId).middlewares) : validate)(request, response, next);
    };
  }

  const chain = onDemand((operationId) => {
    const operation = operationOf(operationId);
    const endpoint = operationEndpoint({
      operationId,
      operation,
      handlers,
      backend,
      queued,
      validateResponses,
    });
    const readBody = jsonBody(operation.maxBodyMiB * mebibyte);
    const turn = operation.oneAtATime ? [companyTurns()] : [];
    return chained([admit, ...turn, readBody, normalizedQuery, validation(operationId), endpoint]);
  });

  function operationOf(operationId: string): Operation {
    const operation = operations[operationId];
    if (!operation) throw new Error(`There is no operation ${operationId}.`);
    return operation;
  }

  const router = express.Router();
  router.use((request, response, next) => {
    const { operationId, operation, params } = find(request.method, request.path);
    Object.assign(response.locals, { operationId, operation, params });
    // HEAD is answered as GET; Node leaves the body out.
    request.method = operation.method;
    chain(operationId)(request, response, next);
  });

  return {
    router,
    async warmUp() {
      for (const operationId of Object.keys(operations)) await thorough(operationId).warmUp();
    },
  };
}
