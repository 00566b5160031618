import { Ajv2020, type Format, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Contract } from '../contract/contract.ts';
import type { ApiResponse } from '../responses/api-response.ts';
import { textOf } from '../responses/json-text.ts';
import { dereferenced } from './document-of-path.ts';
import { memoize } from './memoize.ts';
import type { FormatValidators } from './operation-validator.ts';

/** Responses with status 5xx are not checked. @throws Error with the rules of the contract that a response violates */
type RequireValidResponse = (operationId: string, response: ApiResponse) => void;

type Member = Readonly<Record<string, unknown>> | undefined;

const pointer = (...names: readonly string[]) =>
  names.map((name) => `/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

/** Compiles each schema of responses once, on the first response that has it: operations share their components. */
export function responseValidator(
  { document, operations }: Contract,
  formatValidators: FormatValidators,
): RequireValidResponse {
  /** Deferred, because it takes long for a large contract. */
  const schemas = memoize(() => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    for (const [name, format] of Object.entries(formatValidators)) ajv.addFormat(name, format as Format);
    return ajv.addSchema({ $id: 'contract', ...document });
  });

  const compiled = memoize((place): ValidateFunction => {
    const validate = schemas('contract').getSchema(`contract#${place}`);
    if (!validate) throw new Error(`The contract has no schema at ${place}.`);
    return validate;
  });

  /** Returns the location of a response schema in the document. */
  const placeOf = memoize((key) => {
    const [operationId = '', status = ''] = key.split(' ');
    const { path, method } = operations[operationId] ?? {};
    if (path === undefined || method === undefined)
      throw new Error(`The contract has no operation ${operationId}.`);
    const item = document.paths[path] as Record<string, { responses?: Member } | undefined>;
    const response = item[method.toLowerCase()]?.responses?.[status] as Member;
    if (!response) throw new Error(`${operationId} has no response with the status ${status}.`);
    const { content } = dereferenced(document, response) as { content?: Member };
    if (!content?.['application/json']) throw new Error(`${operationId} responds ${status} without a body.`);
    const place =
      typeof response.$ref === 'string'
        ? response.$ref.slice(1)
        : pointer('paths', path, method.toLowerCase(), 'responses', status);
    return `${place}${pointer('content', 'application/json', 'schema')}`;
  });

  return (operationId, { status, json }) => {
    if (json === undefined || status >= 500) return;
    const validate = compiled(placeOf(`${operationId} ${status}`));
    if (validate(JSON.parse(textOf(json)))) return;
    const ajv = schemas('contract');
    throw new Error(
      `${operationId} ${status} violates the contract: ${ajv.errorsText(validate.errors, { dataVar: 'body' })}`,
    );
  };
}
