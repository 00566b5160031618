import { randomBytes } from 'node:crypto';
import type { FairSlots, Share } from '@pv-planning/fair-slots';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { addressBucket, networkOf } from './admission/address-bucket.ts';
import type { Admission } from './admission/admission.ts';
import { type Authenticate, type Caller, requireScope } from './admission/caller.ts';
import {
  type AppliedLimits,
  appliedLimits,
  inCountingOrder,
  type RequestCounter,
} from './admission/request-limits.ts';
import { canGrow, needsSpace, type StorageQuota, unlimitedStorage } from './admission/storage-quota.ts';
import type { Concurrency, Contract, Operation, RequestLimit } from './contract/contract.ts';
import type { Handlers } from './handlers/handler.ts';
import { type AnyHandler, type HandlerRun, runInTransaction } from './handlers/run-handler.ts';
import { runSteps } from './handlers/run-steps.ts';
import type { Transactions } from './handlers/transactions.ts';
import { fingerprint } from './idempotency/fingerprint.ts';
import type { RequestKey } from './idempotency/idempotency-records.ts';
import { type KeyedRequest, keyQueue } from './idempotency/key-queue.ts';
import { logEntryOf, type RequestLogEntry } from './logging/request-log-entry.ts';
import { cursorCodec } from './paging/cursor.ts';
import { requestedPage } from './paging/requested-page.ts';
import {
  absentBodyReader,
  type BodyReader,
  jsonBodyReader,
  mayBeLarge,
  optionalJsonBodyReader,
  parseJsonBody,
  rawBodyReader,
} from './request/json-body.ts';
import { methodNotAllowed, type OperationMatch, operationLookup } from './request/operation-lookup.ts';
import {
  ClientDisconnectedError,
  disconnectUnlessRead,
  type RequestLifetime,
  requestLifetime,
  whenClosed,
} from './request/request-lifetime.ts';
import { readQuery } from './request/request-query.ts';
import { type ApiResponse, sendResponse, setHeaders } from './responses/api-response.ts';
import { errorResponses } from './responses/error-responses.ts';
import { byteLengthOf, textOf } from './responses/json-text.ts';
import { contractValidator, validationError } from './validation/contract-validator.ts';
import type { FormatValidators } from './validation/operation-validator.ts';

const mebibyte = 1024 * 1024;

export interface ApiOptions<C extends Contract, Who extends Caller, Context> {
  contract: C;
  /** Validators of the formats that JSON Schema does not define. */
  formatValidators?: FormatValidators;
  authenticate: Authenticate<Who>;
  handlers: Handlers<C, Context>;
  transactions: Transactions<Who, Context>;
  /** Default: no limit. */
  storage?: StorageQuota;
  /** Per `rateLimitKey` of the caller and per process, in addition to the limits of the contract. 0 disables this limit. */
  requestsPerMinute: number;
  /** Shared by all contracts of a process. */
  admission: Admission;
  /** Time from the last byte of a request until the signal of its handler is aborted. Default: one minute. */
  handlerTimeoutMs?: number;
  /** Maximum time during which a body arrives at less than 64 KiB per second. Default: ten seconds. */
  slowBodyTimeoutMs?: number;
  /** Maximum time for a client to read its response. Default: one minute. */
  responseTimeoutMs?: number;
  /** Signs the cursors in links to next pages. Processes that serve the same callers must share it. Default: a random key. */
  cursorKey?: Buffer;
  /** Returns the presenter of the response if it is not sent as JSON, for example as a page. */
  presenterOf?: (request: Request) => Presenter | undefined;
  /** Also validates responses; for development and tests. */
  validateResponses: boolean;
  logger: Logger;
}

/** Sends a response in another form than JSON. The headers are already set. */
export type Presenter = (result: { status: number; body: unknown }, response: Response) => void;

export interface Api {
  /** Handles the requests of the contract. Passes on paths that the contract does not have. */
  handler: RequestHandler;
  /** Whether an operation of a path takes a raw body: other services call it, not pages in browsers. */
  takesRawBody(path: string): boolean;
  /** Compiles the validators ahead of the first requests. See `ContractValidator`. */
  warmUp(signal?: AbortSignal, share?: number): Promise<void>;
}

/** An operation with everything prepared for its requests. */
interface Endpoint<Context> {
  operationId: string;
  operation: Operation;
  readBody: BodyReader;
  addressCounters: readonly RequestCounter[];
  /** The limits that do not count by address alone. */
  callerCounters: readonly { counter: RequestCounter; by: Exclude<RequestLimit['by'], 'address'> }[];
  /** The slots of the operation's group, if it has one. */
  groupSlots: FairSlots | undefined;
  handle: AnyHandler<Context>;
}

/** A request in progress and what is known about it. */
interface Exchange<Context> {
  request: Request;
  response: Response;
  match: OperationMatch<Endpoint<Context>>;
  logEntry: RequestLogEntry;
  lifetime: RequestLifetime;
  limits: AppliedLimits;
  /** Counts the bytes of the response that the client has not read. Set when the body of the request has been read. */
  addUnread?: (unreadBytes: number) => () => void;
  /** Releases the slots of the request when its response has been passed to the connection. */
  slots: DisposableStack;
}

/** The configured limit, which applies to every operation. */
function limitPerMinute(requests: number): RequestLimit {
  return { name: 'default', by: 'caller', requests, seconds: 60 };
}

/**
 * Serves a contract as an Express handler.
 *
 * @throws Error if an operation has no handler, or a handler no operation
 */
export function contractApi<C extends Contract, Who extends Caller, Context>({
  contract,
  formatValidators,
  authenticate,
  handlers,
  transactions,
  storage = unlimitedStorage,
  requestsPerMinute,
  admission,
  handlerTimeoutMs = 60_000,
  slowBodyTimeoutMs = 10_000,
  responseTimeoutMs = 60_000,
  cursorKey = randomBytes(32),
  presenterOf = () => undefined,
  validateResponses,
  logger,
}: ApiOptions<C, Who, Context>): Api {
  requireHandlerPerOperation(contract, handlers);
  const everyLimit = requestsPerMinute > 0 ? [limitPerMinute(requestsPerMinute)] : [];
  const endpoints = Object.entries(contract.operations).map(([operationId, operation]): Endpoint<Context> => {
    const counters = inCountingOrder([...everyLimit, ...operation.limits]).map(admission.counterOf);
    return {
      operationId,
      operation,
      readBody: bodyReader(operation, slowBodyTimeoutMs),
      addressCounters: counters.filter(({ by }) => by === 'address'),
      callerCounters: counters.flatMap((counter) =>
        counter.by === 'address' ? [] : [{ counter, by: counter.by }],
      ),
      groupSlots: operation.concurrency ? admission.groupSlots(operation.concurrency) : undefined,
      handle: handlers[operationId as keyof typeof handlers] as unknown as AnyHandler<Context>,
    };
  });
  const findOperation = operationLookup(endpoints);
  const findRawBodyPath = operationLookup(endpoints.filter(({ operation }) => operation.rawBody));
  const { handlers: handlerSlots, largeBodies: largeBodySlots } = admission;
  const validator = contractValidator(contract, { formatValidators });
  const cursors = cursorCodec(cursorKey);
  const inKeyQueue = keyQueue();
  const errorResponse = errorResponses(contract, logger);

  /** Processes a request from its path to its response. Each step throws an error to reject the request. */
  async function processRequest(exchange: Exchange<Context>): Promise<ApiResponse> {
    const { request, response, match, logEntry, lifetime, limits } = exchange;
    const { endpoint, params } = match;
    if (!endpoint) throw methodNotAllowed(request.method, match.allowed);
    const { operationId, operation } = endpoint;
    logEntry.operationId = operationId;

    const { headers } = request;
    const { clientAddress } = logEntry;
    countByAddress(endpoint, clientAddress, limits);
    const caller = await authenticate({ operationId, params, headers, clientAddress });
    logEntry.caller = caller.logFields;
    const network = networkOf(clientAddress ?? '');
    const keys = keysOf(caller, network);
    for (const { counter, by } of endpoint.callerCounters) limits.apply(counter, keys[by]);
    requireScope(caller, operation);

    const { tenant, isAnonymous, share: name = 'anonymous' } = caller;
    const { signal } = lifetime;
    const { groupSlots } = endpoint;
    // Anonymous requests have a separate share, so that a flood of them leaves slots for the tenant's other requests.
    const anonymous = isAnonymous ? { name, isAnonymous, network } : undefined;
    if (groupSlots) exchange.slots.defer(await groupSlots.acquire(tenant, signal, anonymous));
    const share = operation.concurrency ? shareOfGroup(operation.concurrency, anonymous) : anonymous;
    const acquireSlot = (until: AbortSignal, isCommitted = false) =>
      handlerSlots.acquire(tenant, until, share, isCommitted);
    let releaseSlot = () => {};
    const takeSlot = async () => {
      releaseSlot = await acquireSlot(signal);
      exchange.slots.defer(releaseSlot);
    };
    const readBodyAndAcquireSlot = async () => {
      const read = await endpoint.readBody(request, response);
      lifetime.startTimeout();
      exchange.addUnread = (unreadBytes) =>
        (groupSlots ?? handlerSlots).addUnread(tenant, unreadBytes, anonymous);
      await takeSlot();
      return read;
    };
    // The slots of a group also limit its bodies.
    const isLimited = operation.hasBody && !groupSlots && mayBeLarge(request);
    const bytes = isLimited
      ? await largeBodySlots.run(tenant, signal, readBodyAndAcquireSlot, anonymous)
      : await readBodyAndAcquireSlot();

    const query = readQuery(request.url);
    const isJson = bytes !== undefined && !operation.rawBody;
    const body = isJson ? await parseJsonBody(bytes, operation.maxBodyMiB) : undefined;
    const problems = await validator.problemsOf(operationId, { params, query, headers, body });
    if (problems.length > 0) throw validationError(problems, query, operation);
    const page = requestedPage({ operation, operationId, tenant, params, query, url: request.url }, cursors);

    const valid = { params, query, requestedPage: page, headers, body: body ? body.value : bytes, signal };
    const handle: AnyHandler<Context> = (handled, context) => {
      if (needsSpace(operation)) storage.requireSpace(tenant, operation.quotaShare);
      limits.countSuccess();
      return endpoint.handle(handled, context);
    };
    const key = idempotencyKey(endpoint, request, { bytes, value: body?.value }, caller);
    const run: HandlerRun<Who, Context> = { caller, operation, handle, valid, key, transactions };
    const respond = async () => {
      if (!operation.steps) return runInTransaction(run);
      releaseSlot();
      return runSteps(run, { errors: contract.errors, lifetime, acquireSlot });
    };
    const keyed = ({ key: requestKey, fingerprint }: RequestKey): KeyedRequest => ({
      fingerprint,
      signal,
      leave: () => releaseSlot(),
      async enter() {
        if (!operation.steps) await takeSlot();
      },
      async isKeyInUse() {
        const release = await acquireSlot(signal);
        return transactions.isKeyInUse(caller, requestKey, signal).finally(release);
      },
    });
    const result = await (key
      ? inKeyQueue(`${tenant} ${caller.owner} ${key.key}`, keyed(key), respond)
      : respond());
    const isReplay = 'Idempotent-Replayed' in result.headers;
    if (canGrow(operation) && !isReplay)
      storage.add(tenant, (bytes?.length ?? 0) + byteLengthOf(result.json ?? ''));
    return result;
  }

  /** Processes a request and converts every error to a response. Returns undefined if the client has disconnected. */
  async function respond(exchange: Exchange<Context>): Promise<ApiResponse | undefined> {
    const { logEntry } = exchange;
    try {
      const response = await processRequest(exchange);
      if (validateResponses) requireValid(response, logEntry);
      return response;
    } catch (error) {
      exchange.limits.takeBackSuccess();
      if (error instanceof ClientDisconnectedError) return undefined;
      const response = errorResponse(error, logEntry, exchange.match.endpoint?.operation.errors);
      if (!validateResponses) return response;
      // An error response that violates the contract is an internal error, too.
      try {
        requireValid(response, logEntry);
        return response;
      } catch (fault) {
        return errorResponse(fault, logEntry);
      }
    }
  }

  function requireValid(response: ApiResponse, { operationId }: RequestLogEntry): void {
    if (operationId !== undefined) validator.requireValid(operationId, response);
  }

  return {
    async handler(request, response, next) {
      const match = findOperation(request.method, request.path);
      if (!match) return next();
      const logEntry = logEntryOf(request);
      const seconds = match.endpoint?.operation.timeLimitSeconds;
      const lifetime = requestLifetime(response, seconds ? seconds * 1000 : handlerTimeoutMs);
      using slots = new DisposableStack();
      const limits = appliedLimits();
      const exchange: Exchange<Context> = { request, response, match, logEntry, lifetime, limits, slots };
      const result = await respond(exchange);
      if (!result) return;
      limits.setHeaders(response);
      const present = presenterOf(request);
      if (present) {
        setHeaders(response, result.headers);
        const { status, json } = result;
        present({ status, body: json === undefined ? undefined : JSON.parse(textOf(json)) }, response);
      } else sendResponse(response, result);
      const unreadBytes = response.writableLength;
      if (unreadBytes === 0) return;
      disconnectUnlessRead(response, responseTimeoutMs);
      const stopCounting = exchange.addUnread?.(unreadBytes);
      if (stopCounting) whenClosed(response, stopCounting);
    },
    takesRawBody: (path) => findRawBodyPath('OPTIONS', path) !== undefined,
    warmUp: validator.warmUp,
  };
}

/** The requests of a group may be slow, so they take no slots of the tenant's other requests. */
function shareOfGroup({ group }: Concurrency, anonymous: Share | undefined): Share {
  return { ...anonymous, name: anonymous ? `${anonymous.name} ${group}` : group, isGroup: true };
}

/** The types ensure the same, unless a cast bypasses them. */
function requireHandlerPerOperation({ operations }: Contract, handlers: object): void {
  const missing = Object.keys(operations).filter((operationId) => !Object.hasOwn(handlers, operationId));
  const unknown = Object.keys(handlers).filter((name) => !Object.hasOwn(operations, name));
  if (missing.length > 0) throw new Error(`Operations without a handler: ${missing.join(', ')}.`);
  if (unknown.length > 0) throw new Error(`Handlers without an operation: ${unknown.join(', ')}.`);
}

function bodyReader(
  { hasBody, optionalBody, rawBody, maxBodyMiB }: Operation,
  slowBodyTimeoutMs: number,
): BodyReader {
  if (!hasBody) return absentBodyReader(slowBodyTimeoutMs);
  const readJson = optionalBody ? optionalJsonBodyReader : jsonBodyReader;
  const read = rawBody ? rawBodyReader : readJson;
  return read(maxBodyMiB * mebibyte, slowBodyTimeoutMs);
}

/** Counts a request by its address before any other work. @throws 429 `rate_limited` */
function countByAddress(
  { addressCounters }: Pick<Endpoint<never>, 'addressCounters'>,
  clientAddress: string | undefined,
  limits: AppliedLimits,
): void {
  if (addressCounters.length === 0) return;
  const bucket = addressBucket(clientAddress ?? '');
  for (const counter of addressCounters) limits.apply(counter, bucket);
}

/** Returns the keys by which a request is counted once its caller is known. */
function keysOf({ tenant, rateLimitKey }: Caller, network: string) {
  return { network, caller: rateLimitKey, 'tenant-network': `${tenant} ${network}`, tenant };
}

/** Returns the key for which the response is to be stored. */
function idempotencyKey(
  { operationId, operation }: Pick<Endpoint<never>, 'operationId' | 'operation'>,
  request: Request,
  body: { bytes: Buffer | undefined; value: unknown },
  { isAnonymous = false }: Caller,
): RequestKey | undefined {
  const key = request.get('idempotency-key');
  if (!operation.idempotent || key === undefined || isDryRun(operation, body.value)) return undefined;
  const print = fingerprint({ operationId, target: request.originalUrl, bodyBytes: body.bytes });
  // Guessing a key neither reveals nor blocks the response to another request.
  return { key: isAnonymous ? `${key} ${print}` : key, fingerprint: print };
}

/** Whether a valid body requests a dry run. It changes nothing, so its response is not stored. */
function isDryRun({ dryRun }: Operation, body: unknown): boolean {
  return dryRun && (body as { dryRun?: boolean }).dryRun === true;
}
