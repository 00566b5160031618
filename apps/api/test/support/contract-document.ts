import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type OperationId, operations } from '@pv-planning/contract';
import { resolveReference } from '@pv-planning/contract/document';

export interface Schema {
  $ref?: string;
  description?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
  items?: Schema;
  allOf?: Schema[];
  oneOf?: Schema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: 'query' | 'path' | 'header';
  required?: boolean;
  schema: Schema;
  example?: unknown;
}

interface Example {
  $ref?: string;
  value: unknown;
}

interface MediaType {
  schema: Schema;
  examples?: Record<string, Example>;
}

export interface ContractResponse {
  $ref?: string;
  headers?: Record<string, { $ref?: string; schema: Schema }>;
  content?: { 'application/json': MediaType };
}

interface ContractOperation {
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content: { 'application/json': MediaType } };
  responses: Record<string, ContractResponse>;
}

interface Document {
  tags: { name: string; description: string }[];
  webhooks: Record<string, { post: ContractOperation }>;
  paths: Record<string, Record<string, ContractOperation> & { parameters?: Parameter[] }>;
  components: { schemas: Record<string, Schema>; examples: Record<string, Example> };
}

export const contract: Document = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('@pv-planning/contract/openapi.json')), 'utf8'),
);

/** What a `$ref` points to; anything else as it is. */
export function resolved<T extends object>(value: T): T {
  return resolveReference(contract, value);
}

export const operationIds = Object.keys(operations) as OperationId[];

export function describedOperation(operationId: OperationId): ContractOperation {
  const { path, method } = operations[operationId];
  const described = contract.paths[path]?.[method.toLowerCase()];
  if (!described) throw new Error(`The contract does not describe ${operationId}.`);
  return described;
}

/** The parameters of an operation, those of its path included. */
export function parametersOf(operationId: OperationId, place: Parameter['in']): Parameter[] {
  const shared = contract.paths[operations[operationId].path]?.parameters ?? [];
  return [...shared, ...(describedOperation(operationId).parameters ?? [])]
    .map((parameter) => resolved(parameter))
    .filter((parameter) => parameter.in === place);
}

export function bodySchemaOf(operationId: OperationId): Schema | undefined {
  return describedOperation(operationId).requestBody?.content['application/json'].schema;
}

/** The values of the contract's examples. */
function exampleValues({ examples = {} }: MediaType): unknown[] {
  return Object.values(examples).map((example) => resolved(example).value);
}

export function bodyExamplesOf(operationId: OperationId): object[] {
  const { requestBody } = describedOperation(operationId);
  return requestBody ? (exampleValues(requestBody.content['application/json']) as object[]) : [];
}

/** The bodies that the contract shows for an answer. */
export function answerExamplesOf(operationId: OperationId, status: number): unknown[] {
  const content = resolved(describedOperation(operationId).responses[String(status)] ?? {}).content;
  return content ? exampleValues(content['application/json']) : [];
}

/** An example of the contract by its name in `components/examples`. */
export function namedExample<T>(name: string): T {
  const example = contract.components.examples[name];
  if (!example) throw new Error(`The contract has no example ${name}.`);
  return structuredClone(example.value) as T;
}
