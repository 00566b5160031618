import { type OperationId, operations } from '@pv-planning/contract';
import {
  type DescribedResponse,
  type Example,
  jsonOf,
  type OpenApiDocument,
  operationsOf,
  type PlacedOperation,
  resolveReference,
} from '@pv-planning/contract/document';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { contractDocuments } from '../src/contract-documents.ts';

/** The public document. */
const contractDocument = contractDocuments[0] as OpenApiDocument;

/** Custom formats, which the service validates. */
const ownFormats = { 'unit-price': true, quantity: true, gtin: true } as const;

const ajv = new Ajv2020({ strict: false, allErrors: true, formats: ownFormats });
formats.default(ajv);

const placedOperations = new Map(
  operationsOf(contractDocument).map((placed) => [placed.operation.operationId, placed]),
);

/** The example of each path parameter of the operation. */
export function examplePathParameters(operationId: OperationId): Record<string, string> {
  const parameters = placed(operationId).parameters.filter((one) => one.in === 'path');
  return Object.fromEntries(parameters.map(({ name, example }) => [name, String(example)]));
}

/** The example of each query parameter that the operation requires. */
export function exampleQuery(operationId: OperationId): Record<string, string> {
  const parameters = placed(operationId).parameters.filter((one) => one.in === 'query' && one.required);
  return Object.fromEntries(parameters.map(({ name, example }) => [name, String(example)]));
}

/** The path of the operation with the examples of its path parameters and required query parameters. */
export function examplePath(operationId: OperationId): string {
  const examples = examplePathParameters(operationId);
  const path = operations[operationId].path.replace(/\{(\w+)\}/g, (_, name) => examples[name] ?? '');
  const query = new URLSearchParams(exampleQuery(operationId)).toString();
  return query === '' ? path : `${path}?${query}`;
}

/** The body in the operation's first request example. */
export function exampleBody(operationId: OperationId): unknown {
  const { examples = {} } = jsonOf(placed(operationId).operation.requestBody) ?? {};
  const [first] = Object.values(examples);
  return first && resolveReference<Example>(contractDocument, first).value;
}

/** The contract violations of a response body with this status; empty if it is valid. */
export function violations(operationId: OperationId, status: number, body: unknown): unknown[] {
  const response = placed(operationId).operation.responses[status];
  const json = response && jsonOf(resolveReference<DescribedResponse>(contractDocument, response));
  if (json === undefined) return [`${operationId} has no body for ${status}`];
  const validate = ajv.compile({ ...json.schema, components: contractDocument.components });
  return validate(body) ? [] : (validate.errors ?? []);
}

function placed(operationId: OperationId): PlacedOperation {
  const found = placedOperations.get(operationId);
  if (found === undefined) throw new Error(`The contract has no ${operationId}.`);
  return found;
}
