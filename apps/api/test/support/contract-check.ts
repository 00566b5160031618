import { type EventType, errors, type OperationId, operations } from '@pv-planning/contract';
import { Ajv2020, type Format, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { formatValidators } from '../../src/contract/format-validators.ts';
import {
  type ContractResponse,
  contract,
  describedOperation,
  operationIds,
  resolved,
} from './contract-document.ts';

export interface Exchange {
  method: string;
  /** Without the query. */
  path: string;
  status: number;
  headers: Headers;
  text: string;
}

/** A copy in which every object has the documented fields and no others: what leaks out is found. */
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

const { schemas, ...others } = contract.components;
const document = { ...contract, components: { ...others, schemas: closedSchemas() } };

/** A component stays open itself, since another may extend it; where it is used it is closed. */
function closedSchemas(): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, closed(schema, true)]));
}

const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: false });
addFormats.default(ajv);
for (const [name, format] of Object.entries(formatValidators)) ajv.addFormat(name, format as Format);
ajv.addSchema({ $id: 'contract', ...document });
const headerAjv = new Ajv2020({ strict: false, coerceTypes: true });

type Content = Pick<ContractResponse, 'content'>;

const validators = new Map<string, ValidateFunction>();

function bodyProblems({ content }: Content, body: unknown, name: string): string | undefined {
  let validate = validators.get(name);
  if (!validate) {
    const text = JSON.stringify(closed(content?.['application/json'].schema)).replaceAll(
      '"#/',
      '"contract#/',
    );
    validate = ajv.compile(JSON.parse(text));
    validators.set(name, validate);
  }
  return validate(body) ? undefined : ajv.errorsText(validate.errors, { dataVar: 'body' });
}

/** Holds a stored event against what the contract says that its webhook sends. @throws Error */
export function checkEvent(type: EventType, event: unknown): void {
  const { requestBody } = contract.webhooks[type]?.post ?? {};
  const wrong = requestBody ? bodyProblems(requestBody, event, type) : 'unknown type';
  if (wrong) throw new Error(`The event ${JSON.stringify(event)} breaks the contract: ${wrong}`);
}

/** Headers that an answer has for a reason: an answer that the contract does not give them to must not carry them. */
const documentedHeaders = Object.keys((contract.components as unknown as { headers: object }).headers);

/** Only replays and pages that are followed by another have them. */
const sometimesAbsent = ['Idempotent-Replayed', 'Link'];

function headerProblems({ headers = {} }: ContractResponse, { status, headers: sent }: Exchange): string[] {
  const problems: string[] = [];
  for (const name of documentedHeaders) {
    const described = headers[name] && resolved(headers[name]);
    const value = sent.get(name);
    const optional =
      sometimesAbsent.includes(name) ||
      (name === 'Retry-After' && status !== 429 && status !== 503) ||
      // The database may be unavailable before the key is known.
      (name.startsWith('RateLimit') && status === 503);
    if (!described && value !== null) problems.push(`undocumented header ${name}: ${value}`);
    if (described && value === null && !optional) problems.push(`header ${name} is missing`);
    if (described && value !== null && !headerAjv.validate(described.schema, value))
      problems.push(`header ${name}: ${value} ${headerAjv.errorsText()}`);
  }
  return problems;
}

const patterns = operationIds.map((operationId) => {
  const { method, path } = operations[operationId];
  return { operationId, method, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) };
});

function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}

/** The operation that answers; a path that cannot be decoded is no path of the API. */
function operationOf(method: string, path: string): OperationId | undefined {
  if (!isDecodable(path)) return undefined;
  const wanted = method === 'HEAD' ? 'GET' : method;
  return patterns.find((entry) => entry.method === wanted && entry.pattern.test(path))?.operationId;
}

/** What every refusal looks like where the contract describes no operation: an unknown path, an unknown method. */
function plainErrorProblems(status: number, body: unknown): string[] {
  const { error, message, ...rest } = body as { error: keyof typeof errors; message: unknown };
  const fits =
    errors[error]?.status === status && typeof message === 'string' && Object.keys(rest).length === 0;
  return fits ? [] : [`no error body for ${status}: ${JSON.stringify(body)}`];
}

/**
 * Holds an answer against the contract: its status, headers and body must be documented for the operation.
 *
 * @throws Error naming every difference
 */
export function checkAgainstContract(exchange: Exchange, { mayFail = false } = {}): void {
  const { method, path, status, headers, text } = exchange;
  const operationId = operationOf(method, path);
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
  const problems: string[] = [];
  const isEmpty = method === 'HEAD' || status === 204 || status === 304;
  if (isEmpty ? text !== '' : !isJson)
    problems.push(`content type ${headers.get('content-type')}, ${text.length} characters`);
  const body = isEmpty || !isJson ? undefined : JSON.parse(text);
  if (operationId === undefined) {
    if (!isEmpty) problems.push(...plainErrorProblems(status, body));
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
  if (status >= 500 && !mayFail) problems.push('a fault of the service');
  if (problems.length > 0) {
    throw new Error(
      `${method} ${path} → ${status} breaks the contract: ${problems.join('; ')}\n${text.slice(0, 1000)}`,
    );
  }
}
