import { type OperationId, operations } from '@pv-planning/contract';
import { type Reference, resolveReference } from '@pv-planning/contract/document';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { contractDocument } from '../src/contract-document.ts';

interface Parameter {
  name: string;
  in: string;
  example?: string;
}

interface Operation {
  requestBody?: {
    content: { 'application/json': { examples: Record<string, { value: unknown } | Reference> } };
  };
  responses: Record<string, { content?: { 'application/json': { schema: object } } } | Reference>;
}

type PathItem = Record<string, Operation> & { parameters?: (Parameter | Reference)[] };

/** Formats of our own, which the service checks. */
const ownFormats = { 'unit-price': true, quantity: true, gtin: true } as const;

const ajv = new Ajv2020({ strict: false, allErrors: true, formats: ownFormats });
formats.default(ajv);

/** The example of each path parameter of the operation. */
export function examplePathParameters(operationId: OperationId): Record<string, string> {
  const parameters = (pathItem(operationId).parameters ?? []).map((one) => resolve(one));
  return Object.fromEntries(parameters.map(({ name, example = '' }) => [name, example]));
}

/** The path of the operation with the example of each of its path parameters. */
export function examplePath(operationId: OperationId): string {
  const examples = examplePathParameters(operationId);
  return operations[operationId].path.replace(/\{(\w+)\}/g, (_, name) => examples[name] ?? '');
}

/** The body that the operation's first request example shows. */
export function exampleBody(operationId: OperationId): unknown {
  const examples = operationOf(operationId).requestBody?.content['application/json'].examples ?? {};
  const [first] = Object.values(examples);
  return first && resolve(first).value;
}

/** What breaks the contract in a body that the operation answered with a status; nothing when it is valid. */
export function violations(operationId: OperationId, status: number, body: unknown): unknown[] {
  const response = operationOf(operationId).responses[status];
  const schema = response && resolve(response).content?.['application/json'].schema;
  if (schema === undefined) return [`${operationId} has no body for ${status}`];
  const validate = ajv.compile({ ...schema, components: contractDocument.components });
  return validate(body) ? [] : (validate.errors ?? []);
}

function operationOf(operationId: OperationId): Operation {
  const operation = pathItem(operationId)[operations[operationId].method.toLowerCase()];
  if (operation === undefined) throw new Error(`The contract has no ${operationId}.`);
  return operation;
}

function pathItem(operationId: OperationId): PathItem {
  return contractDocument.paths[operations[operationId].path] as PathItem;
}

function resolve<T extends object>(node: T | Reference): T {
  return resolveReference(contractDocument, node);
}
