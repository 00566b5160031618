import type { IncomingHttpHeaders } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parse } from 'node:url';
import type { Request, RequestHandler, Response } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import type { ErrorDetail } from '../api-error.ts';
import type { Contract, Operation } from '../contract.ts';
import { onDemand } from '../on-demand.ts';
import type { Reply } from '../reply.ts';
import type { JsonBody } from '../request-body.ts';
import type { RequestQuery } from '../request-query.ts';
import { documentOfPath } from './document-of-path.ts';
import { type RuleWords, ruleWords } from './rule-words.ts';

/** name → whether a value is written in this form. */
export type Formats = Readonly<
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

/** Holds requests and answers against a contract. */
export interface ContractValidator {
  /**
   * All that is wrong with a request, or the first thing alone when its body is large; nothing when it is valid. Converts
   * the values of the query and fills defaults, in place.
   */
  checkRequest(operationId: string, parts: RequestParts): Promise<readonly ErrorDetail[]>;
  /** @throws Error naming what the contract does not allow in an answer. Answers to faults are not looked at. */
  checkReply(operationId: string, reply: Reply): Promise<void>;
  /** Compiles what the first requests would otherwise wait for, until the signal. Yields to whatever else the process has to do. */
  warmUp(signal?: AbortSignal): Promise<void>;
}

interface ValidatorOptions {
  /** The formats that the document names beside those of JSON Schema. */
  formats?: Formats | undefined;
  /** `checkReply` can be asked. */
  validateResponses: boolean;
}

/** Bytes of a body up to which all errors are looked for: the time for that grows with the square of what there is to find. */
const allErrorsUpTo = 8 * 1024;

const noFormats: Formats = {};

const made = new WeakMap<
  Contract,
  { formats: Formats; validateResponses: boolean; validator: ContractValidator }[]
>();

/**
 * A validator of a contract, by express-openapi-validator. It keeps what it needs of a path from the first request on, since
 * compiling schemas takes tens of milliseconds; a contract that is served again, as in tests, has the same one.
 */
export function contractValidator(
  contract: Contract,
  { formats = noFormats, validateResponses }: ValidatorOptions,
): ContractValidator {
  const ofContract = made.get(contract) ?? [];
  const same = ofContract.find(
    (other) => other.formats === formats && other.validateResponses === validateResponses,
  );
  if (same) return same.validator;
  const validator = newValidator(contract, formats, validateResponses);
  made.set(contract, [...ofContract, { formats, validateResponses, validator }]);
  return validator;
}

function newValidator(
  { document, operations, forms }: Contract,
  formats: Formats,
  validateResponses: boolean,
): ContractValidator {
  settleUrlParseWarning();
  const problems = problemsInWords(forms);

  /** One instance per path, since it scans all paths of its document; and a clone of each document, with no more than it needs. */
  function middlewaresOf(allErrors: boolean): (path: string) => RequestHandler[] {
    const omit = new Set(['examples', 'example', ...(validateResponses ? [] : ['responses'])]);
    return onDemand((path) => {
      const apiSpec = { ...documentOfPath(document, path, omit), servers: [{ url: '/' }] };
      allowReserved(apiSpec);
      return OpenApiValidator.middleware({
        apiSpec: apiSpec as never,
        validateApiSpec: false,
        validateSecurity: false,
        validateRequests: { allErrors },
        validateResponses,
        fileUploader: false,
        ajvFormats: { mode: 'full' },
        formats,
      }) as RequestHandler[];
    });
  }

  function validationsOf(allErrors: boolean): (operationId: string) => Validation {
    const ofPath = middlewaresOf(allErrors);
    return onDemand((operationId) => {
      const operation = operations[operationId];
      if (!operation) throw new Error(`There is no operation ${operationId}.`);
      return operationValidation(operation, ofPath(operation.path));
    });
  }

  const allErrors = validationsOf(true);
  const firstError = validationsOf(false);

  return {
    async checkRequest(operationId, parts) {
      const isLarge = (parts.body?.bytes.length ?? 0) > allErrorsUpTo;
      const refused = await (isLarge ? firstError : allErrors)(operationId).refusalOf(parts);
      return refused === undefined ? [] : problems(refused as Refused, parts.query);
    },

    async checkReply(operationId, reply) {
      await allErrors(operationId).requireReply(reply);
    },

    async warmUp(signal) {
      for (const [operationId, { hasBody }] of Object.entries(operations)) {
        await nextTurn();
        if (signal?.aborted) return;
        // It may be refused; the schemas are compiled by then.
        const body = hasBody ? { value: {}, bytes: Buffer.from('{}') } : undefined;
        await allErrors(operationId).refusalOf({ params: {}, query: {}, headers: {}, body });
      }
    },
  };
}

/**
 * Lets Node believe that it has warned of `url.parse()`. The validator calls that for every request, and until the warning
 * was given, Node walks the call stack each time to find out whether a dependency asks.
 */
function settleUrlParseWarning(): void {
  const { noDeprecation = false } = process;
  process.noDeprecation = true;
  parse('/');
  process.noDeprecation = noDeprecation;
}

/** Query values may hold `:` and `@` as they are (RFC 3986), which the validator refuses unless a parameter says so. */
function allowReserved(part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  if ('in' in part && part.in === 'query') Object.assign(part, { allowReserved: true });
  Object.values(part).forEach(allowReserved);
}

/** What the validator writes to `request.openapi` when it has looked an operation up. */
interface LookedUp {
  pathParams: Record<string, string | undefined>;
}

/** As much of a request of Express as the validator looks at. */
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
    // It compiles and keeps a schema per media type; without a body there is none to tell apart.
    headers: { 'content-type': hasBody ? 'application/json' : undefined },
    query: {},
    params: {},
    body: undefined,
    app: { enabled: () => true, param: () => undefined },
  };
}

/** What a middleware hands to `next`. */
function outcomeOf(middleware: RequestHandler, request: SeenRequest): Promise<unknown> {
  return new Promise((resolve) => {
    void middleware(request as unknown as Request, {} as Response, resolve);
  });
}

interface Validation {
  /** What the validator refuses a request with; undefined for a valid one. */
  refusalOf(parts: RequestParts): Promise<unknown>;
  requireReply(reply: Reply): Promise<void>;
}

/**
 * The checks of one operation, out of the middlewares of its path. Those that look the operation up, by a regular expression
 * compiled for every request, run once: it has been found already.
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
      // It puts its check into `response.json`, and hands what is wrong to `next` once more.
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

/** A rule that a request breaks: `path` is `/body/roofs/0/tilt`, `errorCode` begins with a keyword of JSON Schema. */
interface BrokenRule {
  path: string;
  message: string;
  errorCode?: string;
}

/** What the validator refuses a request with. An unknown parameter is told in its `path` and `message`. */
interface Refused extends Partial<BrokenRule> {
  status?: number;
  errors?: readonly BrokenRule[];
}

const places = { body: 'body', query: 'query', headers: 'header', params: 'path' } as const;

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Whether the plus sign of a time's offset was sent as it is, which means a space in a query. */
function lostPlus(value: unknown): boolean {
  return typeof value === 'string' && /\d \d{2}:\d{2}$/.test(value);
}

function problemsInWords(forms: Contract['forms']) {
  const inWords: RuleWords = ruleWords(forms);
  const timeWords = Object.values(forms).find(({ format }) => format === 'date-time')?.says;

  function rule(keyword: string, message: string): string {
    if (keyword !== 'enum') return inWords(keyword, message);
    const values = message.slice(message.indexOf(': ') + 2).split(', ');
    // Null is written as nothing.
    return `must be one of ${alternatives.format(values.map((value) => value || 'null'))}`;
  }

  function detail({ path, message, errorCode }: BrokenRule, query: RequestQuery): ErrorDetail {
    const [, part = 'body', ...rest] = path.split('/');
    const where = places[part as keyof typeof places] ?? 'body';
    const code = errorCode?.split('.')[0] ?? 'invalid_request';
    const words = rule(code, message);
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
   * One detail for each place that is wrong. Of several rules broken in one place the last is the most telling: the values
   * allowed come after the type, the format after the pattern.
   *
   * @throws what is no refusal but a failure of the validator
   */
  return (refused: Refused, query: RequestQuery): readonly ErrorDetail[] => {
    if (refused.status !== 400) throw refused;
    const { path = '', message = '', errors = [] } = refused;
    const broken = errors.length > 0 ? errors : [{ path, message }];
    return [...new Map(broken.map((each) => [each.path, detail(each, query)])).values()];
  };
}
