import {
  type DescribedResponse,
  type Example,
  jsonOf,
  operationsOf,
  type PlacedOperation,
  resolveReference,
} from '@pv-planning/contract/document';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { contractDocuments, type DocumentName } from '../src/contract-documents.ts';

/** Custom formats, which the service validates. */
const own = ['idn-email', 'declared-name', 'typed-line', 'unit-price', 'quantity', 'gtin'];
const ownFormats = Object.fromEntries(own.map((format) => [format, true as const]));

const ajv = new Ajv2020({ strict: false, allErrors: true, formats: ownFormats });
formats.default(ajv);

/** Example requests of a document, and the check of its responses. */
export function contractExamples(name: string) {
  const document = contractDocuments.get(name as DocumentName);
  if (document === undefined) throw new Error(`There is no document ${name}.`);
  const placedOperations = new Map(
    operationsOf(document).map((placed) => [placed.operation.operationId, placed]),
  );

  function placed(operationId: string): PlacedOperation {
    const found = placedOperations.get(operationId);
    if (found === undefined) throw new Error(`The contract has no ${operationId}.`);
    return found;
  }

  /** The example of each path parameter of the operation. */
  function pathParameters(operationId: string): Record<string, string> {
    const parameters = placed(operationId).parameters.filter((one) => one.in === 'path');
    return Object.fromEntries(parameters.map(({ name, example }) => [name, String(example)]));
  }

  /** The example of each parameter that the operation requires there. */
  function required(operationId: string, place: 'query' | 'header'): Record<string, string> {
    const parameters = placed(operationId).parameters.filter((one) => one.in === place && one.required);
    return Object.fromEntries(parameters.map(({ name, example }) => [name, String(example)]));
  }

  const query = (operationId: string) => required(operationId, 'query');
  const headers = (operationId: string) => required(operationId, 'header');

  /** The path of the operation with the examples of its path parameters and required query parameters. */
  function path(operationId: string): string {
    const examples = pathParameters(operationId);
    const filled = placed(operationId).path.replace(/\{(\w+)\}/g, (_, name) => examples[name] ?? '');
    const search = new URLSearchParams(query(operationId)).toString();
    return search === '' ? filled : `${filled}?${search}`;
  }

  /** The body in the operation's first request example. */
  function body(operationId: string): unknown {
    const { examples = {} } = jsonOf(placed(operationId).operation.requestBody) ?? {};
    const [first] = Object.values(examples);
    return first && resolveReference<Example>(document as object, first).value;
  }

  /** The contract violations of a response body with this status; empty if it is valid. */
  function violations(operationId: string, status: number, responseBody: unknown): unknown[] {
    const response = placed(operationId).operation.responses[status];
    const json = response && jsonOf(resolveReference<DescribedResponse>(document as object, response));
    if (json === undefined) return [`${operationId} has no body for ${status}`];
    const validate = ajv.compile({ ...json.schema, components: document?.components });
    return validate(responseBody) ? [] : (validate.errors ?? []);
  }

  return { pathParameters, query, headers, path, body, violations };
}
