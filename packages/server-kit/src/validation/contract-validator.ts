import type { IncomingHttpHeaders } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parse } from 'node:url';
import type { Request, RequestHandler, Response } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import type { ErrorDetail } from '../api-error.ts';
import type { ApiResponse } from '../api-response.ts';
import type { Contract, Operation } from '../contract.ts';
import { onDemand } from '../on-demand.ts';
import type { JsonBody } from '../request-body.ts';
import type { RequestQuery } from '../request-query.ts';
import { documentOfPath } from './document-of-path.ts';
import { type RuleWords, ruleWords } from './rule-words.ts';

/** Validators by format name. */
export type FormatValidators = Readonly<
  Record<
    string,
    | { type: 'string'; validate: (text: string) => boolean }
    | { type: 'number'; validate: (value: number) => boolean }
  >
>;

export interface RequestParts {
  params: Readonly<Record<string, string | undefined>>;
  query: RequestQuery;
  headers: IncomingHttpHeaders;
  body: JsonBody | undefined;
}

/** Validates requests and responses against a contract. */
export interface ContractValidator {
  /**
   * Returns all problems with a request, or only the first one if the body is large; empty if the request is valid. Converts
   * the values of the query and applies defaults in place.
   */
  checkRequest(operationId: string, parts: RequestParts): Promise<readonly ErrorDetail[]>;
  /** @throws Error with the rules of the contract that a response violates. Responses with status 5xx are not checked. */
  checkResponse(operationId: string, reply: ApiResponse): Promise<void>;
  /** Compiles the validators ahead of the first requests, until the signal is aborted. Yields to the event loop in between. */
  warmUp(signal?: AbortSignal): Promise<void>;
}

interface ValidatorOptions {
  /** Validators of the formats that JSON Schema does not define. */
  formatValidators?: FormatValidators | undefined;
  /** Required for `checkResponse`. */
  validateResponses: boolean;
}

/** Maximum bytes of a body for which all errors are collected, which takes quadratic time. */
const allErrorsUpTo = 8 * 1024;

const noValidators: FormatValidators = {};

const validators = new WeakMap<
  Contract,
  { formatValidators: FormatValidators; validateResponses: boolean; validator: ContractValidator }[]
>();

/**
 * Returns a validator of a contract, based on express-openapi-validator. It compiles the schemas of a path on the first request,
 * which takes tens of milliseconds, and keeps them. The same contract shares one validator, for example in tests.
 */
export function contractValidator(
  contract: Contract,
  { formatValidators = noValidators, validateResponses }: ValidatorOptions,
): ContractValidator {
  const ofContract = validators.get(contract) ?? [];
  const same = ofContract.find(
    (other) => other.formatValidators === formatValidators && other.validateResponses === validateResponses,
  );
  if (same) return same.validator;
  const validator = newValidator(contract, formatValidators, validateResponses);
  validators.set(contract, [...ofContract, { formatValidators, validateResponses, validator }]);
  return validator;
}

function newValidator(
  { document, operations, formats }: Contract,
  formatValidators: FormatValidators,
  validateResponses: boolean,
): ContractValidator {
  suppressUrlParseWarning();
  const problems = problemsInWords(formats);

  /** One instance per path, since an instance scans all paths of its document; each with a minimal copy of the document. */
  function middlewaresOf(allErrors: boolean): (path: string) => RequestHandler[] {
    return onDemand((path) => {
      const reduced = documentOfPath(document, path, { withResponses: validateResponses });
      const apiSpec = { ...reduced, servers: [{ url: '/' }] };
      allowReserved(apiSpec);
      return OpenApiValidator.middleware({
        apiSpec: apiSpec as never,
        validateApiSpec: false,
        validateSecurity: false,
        validateRequests: { allErrors },
        validateResponses,
        fileUploader: false,
        ajvFormats: { mode: 'full' },
        formats: formatValidators,
      }) as RequestHandler[];
    });
  }

  function validationsOf(allErrors: boolean): (operationId: string) => Validation {
    const ofPath = middlewaresOf(allErrors);
    return onDemand((operationId) => {
      const operation = operations[operationId];
      if (!operation) throw new Error(`The contract has no operation ${operationId}.`);
      return operationValidation(operation, ofPath(operation.path));
    });
  }

  const allErrors = validationsOf(true);
  const firstError = validationsOf(false);

  return {
    async checkRequest(operationId, parts) {
      const bracketed = Object.keys(parts.query).find((name) => name.includes('['));
      if (bracketed !== undefined) return [unknownParameter(bracketed)];
      const isLarge = (parts.body?.bytes.length ?? 0) > allErrorsUpTo;
      const refused = await (isLarge ? firstError : allErrors)(operationId).refusalOf(parts);
      return refused === undefined ? infiniteNumbers(parts.query) : problems(refused as Refused, parts.query);
    },

    async checkResponse(operationId, reply) {
      await allErrors(operationId).requireReply(reply);
    },

    async warmUp(signal) {
      for (const [operationId, { hasBody }] of Object.entries(operations)) {
        await nextTurn();
        if (signal?.aborted) return;
        // The request may be invalid; the schemas are compiled anyway.
        const body = hasBody ? { value: {}, bytes: Buffer.from('{}') } : undefined;
        await allErrors(operationId).refusalOf({ params: {}, query: {}, headers: {}, body });
      }
    },
  };
}

/**
 * Suppresses Node's `url.parse()` deprecation check. The validator calls `url.parse()` for every request, and until the warning
 * has been emitted, Node walks the call stack each time to find out whether a dependency is the caller.
 */
function suppressUrlParseWarning(): void {
  const { noDeprecation = false } = process;
  process.noDeprecation = true;
  parse('/');
  process.noDeprecation = noDeprecation;
}

/** Allows unencoded `:` and `@` in query values (RFC 3986), which the validator rejects by default. */
function allowReserved(part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  if ('in' in part && part.in === 'query') Object.assign(part, { allowReserved: true });
  Object.values(part).forEach(allowReserved);
}

/** What the validator writes to `request.openapi` when it looks up an operation. */
interface LookedUp {
  pathParams: Record<string, string | undefined>;
}

/** The parts of an Express request that the validator reads. */
interface SeenRequest extends Pick<Operation, 'method'> {
  openapi?: LookedUp;
  originalUrl: string;
  path: string;
  baseUrl: string;
  headers: IncomingHttpHeaders;
  query: object;
  params: object;
  body: unknown;
  app: object;
}

function seenRequest({ method, path, hasBody }: Operation): SeenRequest {
  const url = path.replaceAll(/\{\w+\}/g, '1');
  return {
    method,
    originalUrl: url,
    path: url,
    baseUrl: '',
    // The validator compiles a schema per media type; without a body there is only one.
    headers: { 'content-type': hasBody ? 'application/json' : undefined },
    query: {},
    params: {},
    body: undefined,
    app: { enabled: () => true, param: () => undefined },
  };
}

/** Returns what a middleware passes to `next`. */
function outcomeOf(middleware: RequestHandler, request: SeenRequest): Promise<unknown> {
  return new Promise((resolve) => {
    void middleware(request as unknown as Request, {} as Response, resolve);
  });
}

interface Validation {
  /** Returns the validator's error, or undefined if the request is valid. */
  refusalOf(parts: RequestParts): Promise<unknown>;
  requireReply(reply: ApiResponse): Promise<void>;
}

/**
 * Returns the checks of one operation from the middlewares of its path. The middlewares that look up the operation compile a
 * regular expression for every request, so they run only once.
 */
function operationValidation(operation: Operation, middlewares: readonly RequestHandler[]): Validation {
  const named = (name: string): RequestHandler => {
    const found = middlewares.find((middleware) => middleware.name === name);
    if (!found) throw new Error(`express-openapi-validator has no ${name}.`);
    return found;
  };
  const lookUps = [named('pathParamsMiddleware'), named('metadataMiddleware')];
  const checkRequest = named('requestMiddleware');
  const example = seenRequest(operation);
  let lookedUp: Promise<LookedUp> | undefined;

  async function lookUp(): Promise<LookedUp> {
    const request = { ...example };
    for (const middleware of lookUps) {
      const failure = await outcomeOf(middleware, request);
      if (failure) throw failure;
    }
    if (!request.openapi) throw new Error(`The contract has no ${operation.method} ${operation.path}.`);
    return request.openapi;
  }

  async function requestWith({ params, query, headers, body }: RequestParts): Promise<SeenRequest> {
    lookedUp ??= lookUp();
    return {
      ...example,
      openapi: { ...(await lookedUp), pathParams: { ...params } },
      headers: { ...headers, ...example.headers },
      query,
      body: body?.value,
    };
  }

  return {
    async refusalOf(parts) {
      return outcomeOf(checkRequest, await requestWith(parts));
    },

    async requireReply({ status, json }) {
      if (json === undefined) return;
      const checkResponse = named('responseMiddleware');
      const request = await requestWith({ params: {}, query: {}, headers: {}, body: undefined });
      const response = {
        statusCode: status,
        headersSent: false,
        getHeaders: () => ({ 'content-type': 'application/json' }),
        json: (_body: unknown) => {},
      };
      let wrong: unknown;
      // The middleware puts its check into `response.json`, and calls `next` again with the error.
      await new Promise<void>((resolve) => {
        void checkResponse(request as unknown as Request, response as unknown as Response, (problem) => {
          wrong = problem;
          resolve();
        });
      });
      response.json(JSON.parse(json));
      if (wrong) throw wrong;
    },
  };
}

/** The validator accepts `1e400` as a number of a query, which is parsed as infinity. */
function infiniteNumbers(query: RequestQuery): readonly ErrorDetail[] {
  return Object.entries(query)
    .filter(([, value]) => typeof value === 'number' && !Number.isFinite(value))
    .map(([path]) => ({ in: 'query', path, code: 'type', message: 'must be a finite number' }));
}

/** A rule that a request violates. `path` is like `/body/roofs/0/tilt`; `errorCode` begins with a JSON Schema keyword. */
interface BrokenRule {
  path: string;
  message: string;
  errorCode?: string;
}

/** An error of the validator. Unknown parameters are reported in its own `path` and `message`. */
interface Refused extends Partial<BrokenRule> {
  status?: number;
  errors?: readonly BrokenRule[];
}

const places = { body: 'body', query: 'query', headers: 'header', params: 'path' } as const;

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Whether the plus sign of a UTC offset was sent unencoded, which means a space in a query. */
function lostPlus(value: unknown): boolean {
  return typeof value === 'string' && /\d \d{2}:\d{2}$/.test(value);
}

const isNoParameter = 'is not a parameter of this request';

/** The validator reads limit[] as a list named limit, and drops a parameter named []. */
function unknownParameter(name: string): ErrorDetail {
  return { in: 'query', path: name, code: 'invalid_request', message: isNoParameter };
}

/** Words for the messages of the validator itself, which have no JSON Schema keyword. */
function parameterWords(message: string): string {
  if (message.startsWith('Unknown query parameter')) return isNoParameter;
  return message.startsWith('Empty value found') ? 'must not be empty' : message;
}

function problemsInWords(formats: Contract['formats']) {
  const inWords: RuleWords = ruleWords(formats);
  const timeWords = Object.values(formats).find(({ format }) => format === 'date-time')?.says;

  function rule(keyword: string, message: string): string {
    if (keyword !== 'enum') return inWords(keyword, message);
    const values = message.slice(message.indexOf(': ') + 2).split(', ');
    // Ajv writes null as an empty text.
    return `must be one of ${alternatives.format(values.map((value) => value || 'null'))}`;
  }

  function detail({ path, message, errorCode }: BrokenRule, query: RequestQuery): ErrorDetail {
    const [, part = 'body', ...rest] = path.split('/');
    const where = places[part as keyof typeof places] ?? 'body';
    const code = errorCode?.split('.')[0] ?? 'invalid_request';
    const words = errorCode === undefined ? parameterWords(message) : rule(code, message);
    if (where === 'body') {
      return { in: where, path: rest.length === 0 ? '' : `/${rest.join('/')}`, code, message: words };
    }
    const name = rest.join('/');
    if (where === 'query' && Array.isArray(query[name])) {
      return { in: where, path: name, code: 'type', message: 'was given more than once' };
    }
    const hint =
      words === timeWords && lostPlus(query[name]) ? '; a plus sign in a query is written %2B' : '';
    return { in: where, path: name, code, message: words + hint };
  }

  /**
   * Returns one detail per location. If several rules are violated at one location, the last is the most specific: allowed
   * values come after the type, the format after the pattern.
   *
   * @throws the error unchanged if it is a failure of the validator itself
   */
  return (refused: Refused, query: RequestQuery): readonly ErrorDetail[] => {
    if (refused.status !== 400) throw refused;
    const { path = '', message = '', errors = [] } = refused;
    const broken = errors.length > 0 ? errors : [{ path, message }];
    const details = new Map<string, ErrorDetail>();
    for (const each of broken) {
      const found = detail(each, query);
      // The rule that a key violates precedes it, with the path of the object.
      const ofKey = found.code === 'propertyNames' && details.get(each.path);
      details.set(each.path, ofKey ? { ...found, message: `each key ${ofKey.message}` } : found);
    }
    return [...details.values()];
  };
}
