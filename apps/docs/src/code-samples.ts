import { type OperationId, operations } from '@pv-planning/contract';
import { jsonOf, operationsOf } from '@pv-planning/contract/document';
import { contract, examplesOf } from './contract.ts';
import { literal, shellText } from './literal.ts';

/** A sample as Redoc shows it. */
export interface CodeSample {
  lang: string;
  label: string;
  source: string;
}

const placedOperations = new Map(
  operationsOf(contract).map((placed) => [placed.operation.operationId, placed]),
);

/** What one call sends: the examples of the contract. */
interface SampleCall {
  operationId: OperationId;
  path: [name: string, value: string][];
  query: [name: string, value: unknown][];
  body: unknown;
}

/** How to call the operation with curl and with the TypeScript client. */
export function codeSamples(operationId: OperationId): CodeSample[] {
  const call = sampleCall(operationId);
  return [
    { lang: 'curl', label: 'curl', source: curlSample(call) },
    { lang: 'TypeScript', label: 'TypeScript', source: typeScriptSample(call) },
  ];
}

function sampleCall(operationId: OperationId): SampleCall {
  const placed = placedOperations.get(operationId);
  if (placed === undefined) throw new Error(`The contract has no operation ${operationId}.`);
  const { operation, parameters } = placed;
  const content = jsonOf(operation.requestBody);
  return {
    operationId,
    path: parameters.filter((one) => one.in === 'path').map(({ name, example }) => [name, String(example)]),
    query: parameters
      .filter((one) => one.in === 'query' && (one.required || ['limit', 'sort'].includes(one.name)))
      .map(({ name, example }) => [name, example]),
    body: content && examplesOf(content)[0]?.value,
  };
}

function curlSample({ operationId, path, query, body }: SampleCall): string {
  const { method } = operations[operationId];
  const address = path.reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)),
    operations[operationId].path as string,
  );
  const search = query.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&');
  const parts = [
    `curl ${method === 'GET' ? '' : `--request ${method} `}"$BASE_URL${address}${search && `?${search}`}"`,
    '--header "Authorization: Bearer $API_KEY"',
  ];
  if (body !== undefined) {
    parts.push(
      `--header 'Content-Type: application/json'`,
      `--data ${shellText(JSON.stringify(body, null, 2))}`,
    );
  }
  return parts.join(' \\\n  ');
}

function typeScriptSample({ operationId, path, query, body }: SampleCall): string {
  const request = {
    ...Object.fromEntries(path),
    ...(query.length > 0 && { query: Object.fromEntries(query) }),
    ...(body !== undefined && { body }),
  };
  const call = `await client.${operationId}(${Object.keys(request).length > 0 ? literal(request) : ''});`;
  const { status, sortable } = operations[operationId];
  if (status === 204) return call;
  return `const ${sortable.length > 0 ? '{ data, total }' : resultName(operationId)} = ${call}`;
}

/** `createCustomer` makes a `customer`: the operationId without its verb. */
function resultName(operationId: string): string {
  const noun = operationId.replace(/^[a-z]+/, '');
  return noun.charAt(0).toLowerCase() + noun.slice(1) || 'result';
}
