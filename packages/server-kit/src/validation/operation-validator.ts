// The adapter to express-openapi-validator: no other file of the kit imports the library.
import type { IncomingHttpHeaders } from 'node:http';
import { parse } from 'node:url';
import type { Request, RequestHandler, Response } from 'express';
import type { Spec } from 'express-openapi-validator/dist/framework/openapi.spec.loader.js';
import { RequestValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js';
import { BadRequest, OpenApiValidator } from 'express-openapi-validator/dist/openapi.validator.js';
import type { Contract, ContractDocument, Operation } from '../contract/contract.ts';
import type { JsonBody } from '../request/json-body.ts';
import type { RequestQuery } from '../request/request-query.ts';
import { requestsOfPath } from './document-of-path.ts';
import { memoize } from './memoize.ts';
import type { RuleViolation, ViolatedRule } from './rule-violation.ts';

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

/** Validates the requests of one operation. */
export interface OperationValidator {
  /** Returns the violated rules; empty if the request is valid. Converts query values and applies defaults in place. */
  violationsOf(parts: RequestParts): Promise<readonly RuleViolation[]>;
}

interface ValidatorOptions {
  formatValidators: FormatValidators;
  /** Whether all violations are collected, or only the first one. */
  allErrors: boolean;
}

/** Returns validators by operationId, created on first use. They compile the schemas of an operation on its first request. */
export function operationValidators(
  { document, operations }: Contract,
  options: ValidatorOptions,
): (operationId: string) => OperationValidator {
  suppressUrlParseWarning();
  // One instance per path, since an instance scans all paths of its document; each with a minimal copy of the document.
  const middlewaresOf = memoize((path) => middlewares(requestsOfPath(document, path), options));
  return memoize((operationId) => {
    const operation = operations[operationId];
    if (!operation) throw new Error(`The contract has no operation ${operationId}.`);
    return operationValidator(operation, middlewaresOf(operation.path));
  });
}

/**
 * Suppresses Node's `url.parse()` deprecation check. The library calls `url.parse()` for every request, and until the warning
 * has been emitted, Node walks the call stack each time to find out whether a dependency is the caller.
 */
function suppressUrlParseWarning(): void {
  const { noDeprecation = false } = process;
  process.noDeprecation = true;
  parse('/');
  process.noDeprecation = noDeprecation;
}

/** Allows unencoded `:` and `@` in query values (RFC 3986), which the library rejects by default. */
function allowReserved(part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  if ('in' in part && part.in === 'query') Object.assign(part, { allowReserved: true });
  Object.values(part).forEach(allowReserved);
}

/** Returns the library's middlewares for the document, with an own one for requests. */
function middlewares(
  document: ContractDocument,
  { formatValidators, allErrors }: ValidatorOptions,
): RequestHandler[] {
  const apiSpec = structuredClone({ ...document, servers: [{ url: '/' }] }) as never;
  allowReserved(apiSpec);
  const validator = new OpenApiValidator({
    apiSpec,
    validateApiSpec: false,
    validateSecurity: false,
    validateRequests: { allErrors },
    validateResponses: false,
    fileUploader: false,
    ajvFormats: { mode: 'full' },
    formats: formatValidators,
  });
  // The library's types declare this method private.
  Object.assign(validator, {
    requestValidationMiddleware: (apiDoc: DocumentArgument) =>
      requestMiddleware(new RequestValidator(apiDoc, { ...validator.ajvOpts.request, verbose: true })),
  });
  const spec: Spec = { apiDoc: apiSpec, basePaths: ['/'], routes: routesOf(document), serial: 0 };
  return validator.installMiddleware(Promise.resolve(spec)) as unknown as RequestHandler[];
}

const methods = ['get', 'post', 'patch', 'put', 'delete'];

/** Replaces the library's own document loader, which would also compile the schema of OpenAPI documents for each path. */
function routesOf({ paths }: ContractDocument): Spec['routes'] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods
      .filter((method) => method in item)
      .map((method) => ({
        basePath: '',
        openApiRoute: path,
        expressRoute: path.replaceAll(':', '\\:').replaceAll(/\{([^}]+)\}/g, ':$1'),
        method: method.toUpperCase(),
        pathParams: [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name),
      })),
  );
}

type DocumentArgument = ConstructorParameters<typeof RequestValidator>[0];

/** The result of the library's lookup of an operation, which it stores in `request.openapi`. */
interface LookupResult {
  expressRoute: string;
  pathParams: Record<string, string | undefined>;
}

/** The parts of an Express request that the library reads. */
interface MinimalRequest extends Pick<Operation, 'method'> {
  openapi?: LookupResult;
  originalUrl: string;
  path: string;
  baseUrl: string;
  headers: IncomingHttpHeaders;
  query: object;
  params: object;
  body: unknown;
  app: object;
}

/** An error of Ajv. */
interface AjvError extends ViolatedRule {
  /** JSON Pointer, such as `/body/roofs/0/tilt`. */
  instancePath: string;
}

/** Ajv's cache of compiled schemas. A schema has the errors of its latest validation. */
interface CompiledSchemas {
  getSchema(key: string): { errors?: readonly AjvError[] | null } | undefined;
}

class ViolatedRulesError extends Error {
  override readonly name = 'ViolatedRulesError';
  readonly errors: readonly AjvError[];

  constructor(errors: readonly AjvError[]) {
    super('The request violates rules of the contract.');
    this.errors = errors;
  }
}

/** Fails with `ViolatedRulesError`, since the library's own error has Ajv's messages, but not the parameters of the rules. */
function requestMiddleware(validator: RequestValidator): RequestHandler {
  const { ajv, ajvBody } = validator as unknown as Record<'ajv' | 'ajvBody', CompiledSchemas>;

  /** @param reported number of errors that the library has reported: a later version could store them elsewhere */
  function latestErrors({ method, openapi, headers }: MinimalRequest, reported: number): readonly AjvError[] {
    const key = `${method}-${openapi?.expressRoute}-${headers['content-type'] ?? 'not_provided'}`;
    const errors = [ajv, ajvBody].flatMap((schemas) => {
      const schema = schemas.getSchema(key);
      if (!schema) throw new Error(`express-openapi-validator has no compiled schema ${key}.`);
      return schema.errors ?? [];
    });
    if (errors.length === reported) return errors;
    throw new Error(`The schema ${key} has ${errors.length} errors, express-openapi-validator ${reported}.`);
  }

  return (request, response, next) => {
    try {
      void validator.validate(request as never, response, next);
    } catch (error) {
      const isByAjv = error instanceof BadRequest && error.errors.every(({ errorCode }) => errorCode);
      if (!isByAjv) throw error;
      const { length } = error.errors;
      throw new ViolatedRulesError(latestErrors(request as unknown as MinimalRequest, length));
    }
  };
}

/** The library replaces `type` by a keyword of its own where it may convert values, such as those of `date-time`. */
const standardKeywords: Readonly<Record<string, string>> = { 'x-eov-type': 'type' };

const locations = { body: 'body', query: 'query', headers: 'header', params: 'path' } as const;

function violationOf({ instancePath, keyword, params, message = '', ...rule }: AjvError): RuleViolation {
  const name = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty;
  const pointer = name === undefined ? instancePath : `${instancePath}/${name}`;
  const [, part = 'body', ...rest] = pointer.split('/');
  const location = locations[part as keyof typeof locations];
  // In a list of values, the value has no name of its own.
  const path = location === 'query' ? String(rest[0]) : rest.join('/');
  const isInBody = location === 'body' && rest.length > 0;
  return {
    in: location,
    path: isInBody ? `/${path}` : path,
    keyword: standardKeywords[keyword] ?? keyword,
    params,
    message,
    ...(rule.data !== undefined && { data: rule.data }),
    ...(rule.parentSchema && { parentSchema: rule.parentSchema }),
  };
}

function minimalRequest({ method, path, hasBody, rawBody }: Operation): MinimalRequest {
  const url = path.replaceAll(/\{\w+\}/g, '1');
  return {
    method,
    originalUrl: url,
    path: url,
    baseUrl: '',
    // The library compiles one schema per media type; without a body there is only one.
    headers: { 'content-type': hasBody && !rawBody ? 'application/json' : undefined },
    query: {},
    params: {},
    body: undefined,
    app: { enabled: () => true, param: () => undefined },
  };
}

/** Runs a middleware and returns the value that it passes to `next`. */
function outcomeOf(middleware: RequestHandler, request: MinimalRequest): Promise<unknown> {
  return new Promise((resolve) => {
    void middleware(request as unknown as Request, {} as Response, resolve);
  });
}

function operationValidator(
  operation: Operation,
  middlewares: readonly RequestHandler[],
): OperationValidator {
  const named = (name: string): RequestHandler => {
    const found = middlewares.find((middleware) => middleware.name === name);
    if (!found) throw new Error(`express-openapi-validator has no ${name}.`);
    return found;
  };
  const lookupMiddlewares = [named('pathParamsMiddleware'), named('metadataMiddleware')];
  const validateRequest = named('requestMiddleware');
  const example = minimalRequest(operation);
  let lookupResult: Promise<LookupResult> | undefined;

  /** Called once, because the library compiles a regular expression for each lookup. */
  async function lookUp(): Promise<LookupResult> {
    const request = { ...example };
    for (const middleware of lookupMiddlewares) {
      const failure = await outcomeOf(middleware, request);
      if (failure) throw failure;
    }
    if (!request.openapi) throw new Error(`The contract has no ${operation.method} ${operation.path}.`);
    return request.openapi;
  }

  async function requestWith({ params, query, headers, body }: RequestParts): Promise<MinimalRequest> {
    lookupResult ??= lookUp();
    return {
      ...example,
      openapi: { ...(await lookupResult), pathParams: { ...params } },
      headers: { ...headers, ...example.headers },
      query,
      body: body?.value,
    };
  }

  return {
    async violationsOf(parts) {
      const failure = await outcomeOf(validateRequest, await requestWith(parts));
      if (failure === undefined) return [];
      if (failure instanceof ViolatedRulesError) return failure.errors.map(violationOf);
      throw failure;
    },
  };
}
