import { jsonOf, type Operation } from '@pv-planning/contract/document';
import { type Contract, examplesOf } from './contract.ts';
import { phpLiteral, pythonLiteral, shellText, typeScriptLiteral } from './literal.ts';
import type { Sample } from './page.ts';

/** The parameters and the body of a call, from the examples of the contract. */
interface Call {
  operationId: string;
  method: string;
  /** With the values of the path parameters. */
  target: string;
  status: number;
  isList: boolean;
  /** Name and value of the header that the caller is known by, where the value contains the key as `$API_KEY`. */
  credentials: [name: string, value: string][];
  idempotent: boolean;
  path: [name: string, value: string][];
  query: [name: string, value: unknown][];
  body: unknown;
}

/** Returns programs that call the operation in each language, TypeScript if the client supports the document. */
export function samplesOf(contract: Contract, operationId: string): Sample[] {
  const call = callOf(contract, operationId);
  return [
    { label: 'curl', language: 'sh', code: curlSample(call) },
    ...(contract.hasClient ? [{ label: 'TypeScript', language: 'ts', code: typeScriptSample(call) }] : []),
    { label: 'Python', language: 'python', code: pythonSample(call) },
    { label: 'PHP', language: 'php', code: phpSample(call) },
  ];
}

function callOf(contract: Contract, operationId: string): Call {
  const placed = contract.described.get(operationId);
  const entry = contract.operations[operationId];
  if (placed === undefined || entry === undefined)
    throw new Error(`The contract has no operation ${operationId}.`);
  const { operation, parameters } = placed;
  const content = jsonOf(operation.requestBody);
  const path = parameters
    .filter((one) => one.in === 'path')
    .map(({ name, example }): [string, string] => [name, String(example)]);
  return {
    operationId,
    method: entry.method,
    target: path.reduce(
      (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)),
      entry.path,
    ),
    status: entry.status,
    isList: entry.sortable.length > 0,
    credentials: credentialsOf(contract, operation),
    idempotent: entry.idempotent,
    path,
    query: parameters
      .filter((one) => one.in === 'query' && (one.required || ['limit', 'sort'].includes(one.name)))
      .map(({ name, example }) => [name, example]),
    body: content && examplesOf(contract, content)[0]?.value,
  };
}

/** Returns the header of the operation's first authentication method. */
export function credentialsOf({ document }: Contract, operation: Operation): [name: string, value: string][] {
  const [requirement = {}] = operation.security ?? document.security ?? [];
  return Object.keys(requirement).flatMap((name): [string, string][] => {
    const scheme = document.components.securitySchemes?.[name];
    if (scheme?.type === 'http') return [['Authorization', 'Bearer $API_KEY']];
    return scheme?.in === 'header' ? [[scheme.name, '$API_KEY']] : [];
  });
}

function curlSample({ method, target, credentials, idempotent, query, body }: Call): string {
  const search = query.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&');
  return [
    `curl ${method === 'GET' ? '' : `--request ${method} `}"$BASE_URL${target}${search && `?${search}`}"`,
    ...credentials.map(([name, value]) => `--header "${name}: ${value}"`),
    ...(idempotent ? ['--header "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body === undefined
      ? []
      : ["--header 'Content-Type: application/json'", `--data ${shellText(JSON.stringify(body, null, 2))}`]),
  ].join(' \\\n  ');
}

function typeScriptSample({ operationId, status, isList, path, query, body }: Call): string {
  const request = {
    ...Object.fromEntries(path),
    ...(query.length > 0 && { query: Object.fromEntries(query) }),
    ...(body !== undefined && { body }),
  };
  const result = isList ? '{ data, total }' : resultName(operationId);
  const call = `client.${operationId}(${Object.keys(request).length > 0 ? typeScriptLiteral(request) : ''});`;
  return `import { createClient } from '@pv-planning/client';

const { BASE_URL = '', API_KEY = '' } = process.env;
const client = createClient({ baseUrl: BASE_URL, apiKey: API_KEY });

${status === 204 ? '' : `const ${result} = `}await ${call}`;
}

function pythonSample({
  operationId,
  method,
  target,
  status,
  credentials,
  idempotent,
  query,
  body,
}: Call): string {
  const headers = [
    ...credentials.map(
      ([name, value]) =>
        `"${name}": ${inPieces(value, (text) => `"${text}"`, ' + ', 'os.environ["API_KEY"]')}`,
    ),
    ...(idempotent ? ['"Idempotency-Key": str(uuid.uuid4())'] : []),
  ];
  const parts = [
    `os.environ["BASE_URL"] + ${pythonLiteral(target)}`,
    ...(headers.length > 0 ? [`headers={\n${headers.map((one) => `        ${one},\n`).join('')}    }`] : []),
    ...(query.length > 0 ? [`params=${pythonLiteral(Object.fromEntries(query.map(joined)), '    ')}`] : []),
    ...(body === undefined ? [] : [`json=${pythonLiteral(body, '    ')}`]),
    'timeout=60',
  ];
  return `import os
${idempotent ? 'import uuid\n' : ''}
import requests

response = requests.${method.toLowerCase()}(
${parts.map((one) => `    ${one},\n`).join('')})
response.raise_for_status()${status === 204 ? '' : `\n${snakeCase(resultName(operationId))} = response.json()`}`;
}

function phpSample({
  operationId,
  method,
  target,
  status,
  credentials,
  idempotent,
  query,
  body,
}: Call): string {
  const search = new URLSearchParams(
    query.map(joined).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const headers = [
    ...credentials.map(([name, value]) =>
      inPieces(`${name}: ${value}`, (text) => `'${text}'`, ' . ', "getenv('API_KEY')"),
    ),
    ...(idempotent ? ["'Idempotency-Key: ' . bin2hex(random_bytes(16))"] : []),
    ...(body === undefined ? [] : ["'Content-Type: application/json'"]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`CURLOPT_CUSTOMREQUEST => '${method}'`]),
    'CURLOPT_RETURNTRANSFER => true',
    ...(headers.length > 0
      ? [`CURLOPT_HTTPHEADER => [\n${headers.map((one) => `        ${one},\n`).join('')}    ]`]
      : []),
    ...(body === undefined
      ? []
      : [`CURLOPT_POSTFIELDS => json_encode(${phpLiteral(body, '    ')}, JSON_THROW_ON_ERROR)`]),
  ];
  const address = `${target}${search.size > 0 ? `?${search}` : ''}`;
  return `<?php

$request = curl_init(getenv('BASE_URL') . ${phpLiteral(address)});
curl_setopt_array($request, [
${options.map((one) => `    ${one},\n`).join('')}]);
$body = curl_exec($request);
if (curl_getinfo($request, CURLINFO_RESPONSE_CODE) !== ${status}) {
    throw new RuntimeException($body ?: curl_error($request));
}${status === 204 ? '' : `\n$${resultName(operationId)} = json_decode($body, true, 512, JSON_THROW_ON_ERROR);`}`;
}

/** Writes a text with a key in it as an expression. */
function inPieces(value: string, quote: (text: string) => string, plus: string, key: string): string {
  return value
    .split(/(\$API_KEY)/)
    .filter((piece) => piece !== '')
    .map((piece) => (piece === '$API_KEY' ? key : quote(piece)))
    .join(plus);
}

/** As a parameter of the query is written: lists are separated by commas. */
function joined([name, value]: [string, unknown]): [string, unknown] {
  return [name, typeof value === 'number' ? value : String(value)];
}

/** Returns the operationId without its verb: `createCustomer` → `customer`. */
function resultName(operationId: string): string {
  const noun = operationId.replace(/^[a-z]+/, '');
  return noun.charAt(0).toLowerCase() + noun.slice(1) || 'result';
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
