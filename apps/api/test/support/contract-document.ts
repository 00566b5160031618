import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type OperationId, operations } from '@pv-planning/contract';
import {
  type Components,
  type DescribedResponse,
  type Example,
  jsonOf,
  type MediaType,
  type OpenApiDocument,
  type Operation,
  operationsOf,
  type Parameter,
  type PlacedOperation,
  type Reference,
  resolveReference,
  type Schema,
} from '@pv-planning/contract/document';

export type { DescribedResponse as ContractResponse, Parameter, Schema };

/** It has everything that a document can have. */
type WholeDocument = Required<OpenApiDocument> & { components: Required<Components> };

export const contract: WholeDocument = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('@pv-planning/contract/openapi.json')), 'utf8'),
);

/** What a `$ref` points to; anything else as it is. */
export function resolved<T extends object>(value: T | Reference): T {
  return resolveReference(contract, value);
}

export const operationIds = Object.keys(operations) as OperationId[];

const placedOperations = new Map(
  operationsOf(contract).map((placed) => [placed.operation.operationId, placed]),
);

function placedOperation(operationId: OperationId): PlacedOperation {
  const placed = placedOperations.get(operationId);
  if (!placed) throw new Error(`The contract does not describe ${operationId}.`);
  return placed;
}

export function describedOperation(operationId: OperationId): Operation {
  return placedOperation(operationId).operation;
}

/** The parameters of an operation, those of its path included. */
export function parametersOf(operationId: OperationId, place: Parameter['in']): Parameter[] {
  return placedOperation(operationId).parameters.filter((parameter) => parameter.in === place);
}

/** The examples of the query parameters that the operation requires. */
export function requiredQueryOf(operationId: OperationId): Record<string, unknown> {
  const required = parametersOf(operationId, 'query').filter((parameter) => parameter.required);
  return Object.fromEntries(required.map(({ name, example }) => [name, example]));
}

export function bodySchemaOf(operationId: OperationId): Schema | undefined {
  return jsonOf(describedOperation(operationId).requestBody)?.schema;
}

/** The values of the contract's examples. */
function exampleValues({ examples = {} }: MediaType): unknown[] {
  return Object.values(examples).map((example) => resolved<Example>(example).value);
}

export function bodyExamplesOf(operationId: OperationId): object[] {
  const json = jsonOf(describedOperation(operationId).requestBody);
  return json ? (exampleValues(json) as object[]) : [];
}

/** The bodies that the contract shows for an answer. */
export function responseExamplesOf(operationId: OperationId, status: number): unknown[] {
  const response = describedOperation(operationId).responses[String(status)];
  const json = response && jsonOf(resolved<DescribedResponse>(response));
  return json ? exampleValues(json) : [];
}

/** An example of the contract by its name in `components/examples`. */
export function namedExample<T>(name: string): T {
  const example = contract.components.examples[name];
  if (!example) throw new Error(`The contract has no example ${name}.`);
  return structuredClone(example.value) as T;
}
