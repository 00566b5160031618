import { jsonOf, type OpenApiDocument, type Operation } from '@pv-planning/contract/document';
import { type Contract, examplesOf } from './contract.ts';
import { literal, shellText } from './literal.ts';

/** A code sample in the format of Redoc. */
export interface CodeSample {
  lang: string;
  label: string;
  source: string;
}

/** The parameters and body of a call, from the examples of the contract. */
interface SampleCall {
  operationId: string;
  method: string;
  address: string;
  status: number;
  isList: boolean;
  headers: string[];
  path: [name: string, value: string][];
  query: [name: string, value: unknown][];
  body: unknown;
}

/** Returns samples that call the operation with curl and, if the client supports it, with the TypeScript client. */
export function codeSamples(contract: Contract, operationId: string): CodeSample[] {
  const call = sampleCall(contract, operationId);
  const curl = { lang: 'curl', label: 'curl', source: curlSample(call) };
  if (!contract.hasClient) return [curl];
  return [curl, { lang: 'TypeScript', label: 'TypeScript', source: typeScriptSample(call) }];
}

function sampleCall(contract: Contract, operationId: string): SampleCall {
  const placed = contract.described.get(operationId);
  const entry = contract.operations[operationId];
  if (placed === undefined || entry === undefined)
    throw new Error(`The contract has no operation ${operationId}.`);
  const { operation, parameters } = placed;
  const content = jsonOf(operation.requestBody);
  const path = parameters.filter((one) => one.in === 'path');
  return {
    operationId,
    method: entry.method,
    address: entry.path,
    status: entry.status,
    isList: entry.sortable.length > 0,
    headers: [
      ...credentialsOf(contract.document, operation),
      ...(entry.idempotent ? ['Idempotency-Key: $(uuidgen)'] : []),
    ],
    path: path.map(({ name, example }) => [name, String(example)]),
    query: parameters
      .filter((one) => one.in === 'query' && (one.required || ['limit', 'sort'].includes(one.name)))
      .map(({ name, example }) => [name, example]),
    body: content && examplesOf(contract, content)[0]?.value,
  };
}

/** Returns the headers of the operation's first authentication method. */
function credentialsOf(
  { components, ...document }: Omit<OpenApiDocument, 'paths'>,
  operation: Operation,
): string[] {
  const [requirement = {}] = operation.security ?? document.security ?? [];
  return Object.keys(requirement).flatMap((name) => {
    const scheme = components.securitySchemes?.[name];
    if (scheme?.type === 'http') return ['Authorization: Bearer $API_KEY'];
    return scheme?.in === 'header' ? [`${scheme.name}: $API_KEY`] : [];
  });
}

function curlSample({ method, address, headers, path, query, body }: SampleCall): string {
  const filled = path.reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)),
    address,
  );
  const search = query.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&');
  const parts = [
    `curl ${method === 'GET' ? '' : `--request ${method} `}"$BASE_URL${filled}${search && `?${search}`}"`,
    ...headers.map((header) => `--header "${header}"`),
  ];
  if (body !== undefined) {
    parts.push(
      `--header 'Content-Type: application/json'`,
      `--data ${shellText(JSON.stringify(body, null, 2))}`,
    );
  }
  return parts.join(' \\\n  ');
}

function typeScriptSample({ operationId, status, isList, path, query, body }: SampleCall): string {
  const request = {
    ...Object.fromEntries(path),
    ...(query.length > 0 && { query: Object.fromEntries(query) }),
    ...(body !== undefined && { body }),
  };
  const call = `await client.${operationId}(${Object.keys(request).length > 0 ? literal(request) : ''});`;
  if (status === 204) return call;
  return `const ${isList ? '{ data, total }' : resultName(operationId)} = ${call}`;
}

/** Returns the operationId without its verb: `createCustomer` → `customer`. */
function resultName(operationId: string): string {
  const noun = operationId.replace(/^[a-z]+/, '');
  return noun.charAt(0).toLowerCase() + noun.slice(1) || 'result';
}
