import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { type ApiError, apiError, type ErrorDetail, invalidRequest, notFound } from './api-error.ts';
import { type ApiResponse, sendResponse, setHeaders } from './api-response.ts';
import type { Authenticate, Caller } from './caller.ts';
import type { Contract, Operation } from './contract.ts';
import { cursorCodec } from './cursor.ts';
import { isKnown } from './entity-tag.ts';
import { errorResponses } from './error-responses.ts';
import type { Handlers } from './handler.ts';
import { fingerprint, keyQueue, onlyOnce } from './idempotency.ts';
import { type Found, operationLookup } from './operation-lookup.ts';
import { invalidSort, requestedPage } from './page.ts';
import { rateLimit } from './rate-limit.ts';
import { absentBodyReader, type BodyReader, jsonBodyReader } from './request-body.ts';
import {
  ClientDisconnectedError,
  disconnectUnlessRead,
  type RequestEnd,
  requestEnd,
  whenClosed,
} from './request-end.ts';
import { type RequestQuery, readQuery } from './request-query.ts';
import { type RequestRecord, recordOf } from './request-record.ts';
import { type AnyHandler, runHandler } from './run-handler.ts';
import { type SlotLimits, type TenantSlots, tenantSlots } from './tenant-slots.ts';
import type { Transactions } from './transactions.ts';
import { contractValidator, type FormatValidators } from './validation/contract-validator.ts';

const mebibyte = 1024 * 1024;

export interface ApiOptions<C extends Contract, Who extends Caller, Context> {
  contract: C;
  /** Validators of the formats that JSON Schema does not define. */
  formatValidators?: FormatValidators;
  authenticate: Authenticate<Who>;
  handlers: Handlers<C, Context>;
  transactions: Transactions<Who, Context>;
  /** Per `rateLimitKey` of the caller and per process. 0 disables the limit. */
  requestsPerMinute: number;
  /**
   * Maximum number of requests whose handlers run concurrently. Should be below the number of database connections, some of
   * which authentication needs.
   */
  maxConcurrentRequests: number;
  /** Time from the last byte of a request until the signal of its handler is aborted. Default: one minute. */
  handlerTimeoutMs?: number;
  /** How long a body may arrive at less than 64 KiB per second. Default: ten seconds. */
  slowBodyTimeoutMs?: number;
  /** How long a client may take to read its response. Default: one minute. */
  responseTimeoutMs?: number;
  /**
   * Signs the cursors in links to next pages. Processes that serve the same callers must share it. Default: a random key.
   */
  cursorKey?: Buffer;
  /** Also validates responses; for development and tests. */
  validateResponses: boolean;
  logger: Logger;
}

export interface Api {
  /** Handles the requests of the contract. Passes on paths that the contract does not have. */
  handler: RequestHandler;
  /** Compiles the validators ahead of the first requests, until the signal is aborted. Requests are served meanwhile. */
  warmUp(signal?: AbortSignal): Promise<void>;
}

/** An operation with everything prepared for its requests. */
interface Endpoint<Context> {
  operationId: string;
  operation: Operation;
  readBody: BodyReader;
  slots: TenantSlots | undefined;
  handle: AnyHandler<Context>;
}

/** A request in progress and what is known about it. */
interface Exchange<Context> {
  request: Request;
  response: Response;
  found: Found<Endpoint<Context>>;
  record: RequestRecord;
  end: RequestEnd;
}

/** Requests at work, each with a database connection. A tenant leaves three quarters of them to others if there are any, who begin at once. */
function handlingLimits(maxConcurrentRequests: number): SlotLimits {
  return {
    maxRunning: maxConcurrentRequests,
    maxRunningPerTenant: Math.ceil(maxConcurrentRequests * 0.75),
    maxRunningPerTenantWhenContended: Math.ceil(maxConcurrentRequests * 0.25),
    maxWaiting: 500,
    maxWaitingPerTenant: 100,
    maxWaitMs: 5_000,
    retryAfterSeconds: 5,
  };
}

/** Requests of an operation with `oneAtATime`, each with a body in memory. Those that wait have not sent theirs. */
function uploadLimits(maxConcurrentRequests: number): SlotLimits {
  return {
    maxRunning: Math.ceil(maxConcurrentRequests / 2),
    maxRunningPerTenant: 1,
    maxWaiting: 100,
    maxWaitingPerTenant: 10,
    retryAfterSeconds: 10,
  };
}

/** Serves a contract as an Express handler. */
export function contractApi<C extends Contract, Who extends Caller, Context>({
  contract,
  formatValidators,
  authenticate,
  handlers,
  transactions,
  requestsPerMinute,
  maxConcurrentRequests,
  handlerTimeoutMs = 60_000,
  slowBodyTimeoutMs = 10_000,
  responseTimeoutMs = 60_000,
  cursorKey = randomBytes(32),
  validateResponses,
  logger,
}: ApiOptions<C, Who, Context>): Api {
  const endpoints = Object.entries(contract.operations).map(
    ([operationId, operation]): Endpoint<Context> => ({
      operationId,
      operation,
      readBody: operation.hasBody
        ? jsonBodyReader(operation.maxBodyMiB * mebibyte, slowBodyTimeoutMs)
        : absentBodyReader(slowBodyTimeoutMs),
      slots: operation.oneAtATime ? tenantSlots(uploadLimits(maxConcurrentRequests)) : undefined,
      handle: handlers[operationId as keyof typeof handlers] as unknown as AnyHandler<Context>,
    }),
  );
  const find = operationLookup(endpoints);
  const countRequest = requestsPerMinute > 0 ? rateLimit(requestsPerMinute) : undefined;
  const validator = contractValidator(contract, { formatValidators, validateResponses });
  const handling = tenantSlots(handlingLimits(maxConcurrentRequests));
  const queued = keyQueue();
  const codec = cursorCodec(cursorKey);
  const errorResponse = errorResponses(contract.errors, logger);

  /** Processes a request from its path to its response. Throws errors. */
  async function replyTo({ request, response, found, record, end }: Exchange<Context>): Promise<ApiResponse> {
    const { endpoint, params } = found;
    if (!endpoint) throw methodNotAllowed(request.method, found.allowed);
    const { operationId, operation } = endpoint;
    record.operationId = operationId;

    const { headers } = request;
    const { clientAddress } = record;
    const caller = await authenticate({ operationId, params, headers, clientAddress });
    record.caller = caller.logFields;
    if (countRequest) setHeaders(response, countRequest(caller.rateLimitKey));
    requireScope(caller, operation);

    const releaseSlot = await endpoint.slots?.acquire(caller.tenant, end.signal);
    try {
      const body = await endpoint.readBody(request, response);
      const query = readQuery(request.url);
      const problems = await validator.checkRequest(operationId, { params, query, headers, body });
      if (problems.length > 0) throw invalid(problems, query, operation);
      const { tenant } = caller;
      const list = { operation, operationId, tenant, params, query, url: request.url };
      const requested = requestedPage(list, codec);

      end.startClock();
      const { signal } = end;
      const valid = { params, query, requested, headers, body: body?.value, signal };
      const work = (context: Context) => {
        signal.throwIfAborted();
        return runHandler(operation, endpoint.handle, valid, context);
      };
      return await handling.run(caller.tenant, signal, async () => {
        if (operation.readOnly)
          return unlessKnown(await transactions.read(caller, work, signal), operation, headers);
        const isKept = operation.idempotent && !isDryRun(operation, body?.value);
        const key = isKept ? request.get('idempotency-key') : undefined;
        if (key === undefined) return transactions.write(caller, work);
        const print = fingerprint({ operationId, target: request.originalUrl, bodyBytes: body?.bytes });
        return queued(`${caller.tenant} ${caller.owner} ${key}`, () =>
          transactions.write(caller, (context, records) =>
            onlyOnce(records, key, print, () => work(context)),
          ),
        );
      });
    } finally {
      // The response stays in memory until it is sent, so the slot is held until then.
      if (releaseSlot) whenClosed(response, releaseSlot);
    }
  }

  /** Converts every error to a response. Returns undefined if the client is gone. */
  async function answerTo(exchange: Exchange<Context>): Promise<ApiResponse | undefined> {
    const { record } = exchange;
    try {
      const reply = await replyTo(exchange);
      if (validateResponses) await requireValid(reply, record);
      return reply;
    } catch (error) {
      if (error instanceof ClientDisconnectedError) return undefined;
      const reply = errorResponse(error, record);
      if (!validateResponses) return reply;
      // An error response that violates the contract is an internal error, too.
      return requireValid(reply, record).then(
        () => reply,
        (fault) => errorResponse(fault, record),
      );
    }
  }

  async function requireValid(reply: ApiResponse, { operationId }: RequestRecord): Promise<void> {
    if (operationId !== undefined) await validator.checkResponse(operationId, reply);
  }

  return {
    async handler(request, response, next) {
      const found = find(request.method, request.path);
      if (!found) return next();
      const record = recordOf(request);
      const end = requestEnd(response, handlerTimeoutMs);
      const reply = await answerTo({ request, response, found, record, end });
      if (!reply) return;
      sendResponse(response, reply);
      disconnectUnlessRead(response, responseTimeoutMs);
    },
    warmUp: validator.warmUp,
  };
}

/** 405 with the methods that the path supports. */
function methodNotAllowed(method: string, methods: readonly string[]): ApiError {
  const allowed = methods.join(', ');
  return apiError('method_not_allowed', { values: { method, allowed }, headers: { Allow: allowed } });
}

/** @throws 403 `insufficient_scope` */
function requireScope(caller: Caller, { scope }: Operation): void {
  if (scope !== undefined && !caller.hasScope(scope))
    throw apiError('insufficient_scope', { values: { scope } });
}

/** Whether a valid body asks for a dry run. It changes nothing, so repeating it needs no key. */
function isDryRun({ dryRun }: Operation, body: unknown): boolean {
  return dryRun && (body as { dryRun?: boolean }).dryRun === true;
}

/** An invalid path parameter means that the record does not exist: 404, unless other parts of the request are invalid (400). */
function invalid(problems: readonly ErrorDetail[], query: RequestQuery, { sortable }: Operation): ApiError {
  const others = problems.filter((problem) => problem.in !== 'path');
  if (others.length === 0) return notFound();
  const isSort = others.some(({ in: place, path }) => place === 'query' && path === 'sort');
  return isSort && !Array.isArray(query.sort) ? invalidSort(sortable) : invalidRequest(...others);
}

/** Returns 304 without a body if the client already has this version. */
function unlessKnown(reply: ApiResponse, { method }: Operation, headers: IncomingHttpHeaders): ApiResponse {
  const { ETag: tag } = reply.headers;
  if (method !== 'GET' || tag === undefined || !isKnown(headers['if-none-match'], tag)) return reply;
  return { ...reply, status: 304, json: undefined };
}
