import { Ajv2020, type Format, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { formatValidators } from '../../src/kernel/contract/format-validators.ts';
import { type ContractResponse, publicContract, type TestContract } from './contract-document.ts';

export interface Exchange {
  method: string;
  /** Without the query. */
  path: string;
  status: number;
  headers: Headers;
  text: string;
}

/** Checks responses and events of a service against its contract. */
export interface ContractCheck {
  /**
   * Checks a response: its status, headers and body must be documented for the operation.
   *
   * @throws Error that lists every difference
   */
  checkResponse(exchange: Exchange, options?: { mayFail?: boolean }): void;
  /** Checks a stored event against the schema of its webhook. @throws Error */
  checkEvent(type: string, event: unknown): void;
}

/** Returns a copy of a schema in which no object allows undocumented fields, so that they are found. */
function closed(value: unknown, insideCombination = false): unknown {
  if (Array.isArray(value)) return value.map((member) => closed(member, insideCombination));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, member]) => [
    key,
    closed(member, key === 'allOf' || key === 'oneOf'),
  ]);
  const open = ('$ref' in value || 'properties' in value) && !insideCombination;
  return { ...Object.fromEntries(entries), ...(open && { unevaluatedProperties: false }) };
}

const headerAjv = new Ajv2020({ strict: false, coerceTypes: true });

/** Headers that are present only in replayed responses and on pages other than the last one. */
const sometimesAbsent = ['Idempotent-Replayed', 'Link'];

type Content = Pick<ContractResponse, 'content'>;

/** Returns a function that describes how a body differs from the contract. */
function bodyValidation({ bundle }: TestContract) {
  const { schemas, ...others } = bundle.components;
  // A component stays open, since another may extend it. It is closed where it is used.
  const closedSchemas = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, closed(schema, true)]),
  );
  const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: false });
  addFormats.default(ajv);
  for (const [name, format] of Object.entries(formatValidators)) ajv.addFormat(name, format as Format);
  ajv.addSchema({ $id: 'contract', ...bundle, components: { ...others, schemas: closedSchemas } });
  const validators = new Map<string, ValidateFunction>();
  /** Responses of many operations have the same schema. */
  const compiled = new Map<string, ValidateFunction>();

  return ({ content }: Content, body: unknown, name: string): string | undefined => {
    let validate = validators.get(name);
    if (!validate) {
      const text = JSON.stringify(closed(content?.['application/json'].schema)).replaceAll(
        '"#/',
        '"contract#/',
      );
      validate = compiled.get(text) ?? ajv.compile(JSON.parse(text));
      compiled.set(text, validate);
      validators.set(name, validate);
    }
    return validate(body) ? undefined : ajv.errorsText(validate.errors, { dataVar: 'body' });
  };
}

/** Returns a function that lists the problems of headers. Headers that the contract defines only for other responses are problems, too. */
function headerValidation({ bundle, resolved }: TestContract) {
  const documentedHeaders = Object.keys(bundle.components.headers);

  return ({ headers = {} }: ContractResponse, { status, headers: sent }: Exchange): string[] => {
    const problems: string[] = [];
    for (const name of documentedHeaders) {
      const described = headers[name] && resolved(headers[name]);
      const value = sent.get(name);
      const optional =
        sometimesAbsent.includes(name) ||
        (name === 'Retry-After' && status !== 429 && status !== 503) ||
        (name === 'ETag' && status === 409) ||
        // If the database is unavailable, the key and its rate limit may not be known.
        (name.startsWith('RateLimit') && status === 503);
      if (!described && value !== null) problems.push(`undocumented header ${name}: ${value}`);
      if (described && value === null && !optional) problems.push(`header ${name} is missing`);
      if (described && value !== null && !headerAjv.validate(described.schema, value))
        problems.push(`header ${name}: ${value} ${headerAjv.errorsText()}`);
    }
    return problems;
  };
}

function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}

/**
 * Returns a function that finds the operation at a path. A path that cannot be decoded is not part of the contract. One without
 * parameters takes precedence.
 */
function operationSearch({ operations, operationIds }: TestContract) {
  const entries = operationIds.map((operationId) => {
    const { method, path } = operations[operationId] as { method: string; path: string };
    return { operationId, method, path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) };
  });
  return (method: string, path: string): string | undefined => {
    if (!isDecodable(path)) return undefined;
    const wanted = method === 'HEAD' ? 'GET' : method;
    const isExact = entries.some((entry) => entry.path === path);
    const isAt = (entry: (typeof entries)[number]) =>
      isExact ? entry.path === path : entry.pattern.test(path);
    return entries.find((entry) => entry.method === wanted && isAt(entry))?.operationId;
  };
}

/** Checks the body of an error outside the contract's operations: for an unknown path or method. */
function plainErrorProblems({ served: { errors } }: TestContract, status: number, body: unknown): string[] {
  const { error, message, ...rest } = body as { error: string; message: unknown };
  const fits =
    errors[error]?.status === status && typeof message === 'string' && Object.keys(rest).length === 0;
  return fits ? [] : [`invalid error body for ${status}: ${JSON.stringify(body)}`];
}

function newCheck(contract: TestContract): ContractCheck {
  const { bundle, describedOperation, resolved } = contract;
  const bodyProblems = bodyValidation(contract);
  const headerProblems = headerValidation(contract);
  const operationAt = operationSearch(contract);

  return {
    checkResponse(exchange, { mayFail = false } = {}) {
      const { method, path, status, headers, text } = exchange;
      const operationId = operationAt(method, path);
      const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
      const problems: string[] = [];
      const isEmpty = method === 'HEAD' || status === 204 || status === 304;
      if (isEmpty ? text !== '' : !isJson)
        problems.push(`content type ${headers.get('content-type')}, ${text.length} characters`);
      const body = isEmpty || !isJson ? undefined : JSON.parse(text);
      if (operationId === undefined) {
        if (!isEmpty) problems.push(...plainErrorProblems(contract, status, body));
      } else {
        const response = describedOperation(operationId).responses[String(status)];
        if (!response) problems.push('undocumented status');
        else {
          const described = resolved(response);
          problems.push(...headerProblems(described, exchange));
          const wrong =
            described.content && !isEmpty && bodyProblems(described, body, `${operationId} ${status}`);
          if (wrong) problems.push(wrong);
        }
      }
      if (status >= 500 && !mayFail) problems.push('an internal error of the service');
      if (problems.length > 0) {
        throw new Error(
          `${method} ${path} → ${status} breaks the contract: ${problems.join('; ')}\n${text.slice(0, 1000)}`,
        );
      }
    },
    checkEvent(type, event) {
      const { requestBody } = bundle.webhooks[type]?.post ?? {};
      const wrong = requestBody ? bodyProblems(requestBody, event, type) : 'unknown type';
      if (wrong) throw new Error(`The event ${JSON.stringify(event)} breaks the contract: ${wrong}`);
    },
  };
}

const checks = new WeakMap<object, ContractCheck>();

/** Returns the check of a contract. It compiles each schema once. */
export function contractCheck<Id extends string>(contract: TestContract<Id>): ContractCheck {
  const check = checks.get(contract) ?? newCheck(contract as unknown as TestContract);
  checks.set(contract, check);
  return check;
}

export const { checkResponse: checkAgainstContract, checkEvent } = contractCheck(publicContract);
