import {
  jsonOf,
  type OpenApiDocument,
  type Operation,
  operationsOf,
  type PlacedOperation,
  resolveReference,
  type Schema,
} from '../src/document.ts';
import type { SourceDocument, SourceOperation, SourceResponse } from './published-document.ts';

/** What a body may have unless the operation says otherwise. */
const usualBodyMiB = 1;

/** One entry for each operation of `paths`: what there is to know beside the types. */
export function operationTable(document: OpenApiDocument) {
  return operationsOf(document).map((placed) => entryOf(document, placed));
}

function entryOf(document: OpenApiDocument, placed: PlacedOperation) {
  const { path, method, parameters } = placed;
  const operation: SourceOperation = placed.operation;
  const takesHeader = (name: string) =>
    parameters.some((parameter) => parameter.in === 'header' && parameter.name === name);
  const status = Object.keys(operation.responses).find((code) => code.startsWith('2'));
  if (status === undefined) throw new Error(`${operation.operationId} has no success response`);
  const success = responseOf(document, operation, status);
  const scope = scopeOf(operation);
  const {
    maxBodyMiB = usualBodyMiB,
    steps = false,
    timeLimitSeconds = null,
    quotaShare = 1,
  } = operation['x-request'] ?? {};
  const value = {
    method: method.toUpperCase(),
    path,
    scope,
    status: Number(status),
    errors: errorsOf(document, operation),
    hasBody: operation.requestBody !== undefined,
    optionalBody: operation.requestBody?.required === false,
    rawBody: '*/*' in (operation.requestBody?.content ?? {}),
    maxBodyMiB,
    readOnly: method === 'get' || scope?.startsWith('read:') === true,
    concurrency: operation['x-concurrency'] ?? null,
    limits: limitsOf(document, operation),
    quotaShare,
    steps,
    timeLimitSeconds,
    actions: operation['x-actions'] ?? {},
    idempotent: takesHeader('Idempotency-Key'),
    dryRun: 'dryRun' in bodyProperties(document, operation),
    ifMatch: takesHeader('If-Match'),
    etag: success?.headers?.ETag !== undefined,
    etagOf: operation['x-etag-of'] ?? null,
    location: pathOf(document, success?.['x-read-by']),
    sortable: operation['x-sortable']?.fields ?? [],
    nullableSort: nullableSort(document, operation),
    defaultSort: operation['x-sortable']?.default ?? null,
  };
  return { name: operation.operationId, text: operation.summary, value };
}

/** The limits of its requests with what the document says of each. */
function limitsOf(document: SourceDocument, { 'x-limits': names = [] }: SourceOperation): object[] {
  return names.map((name) => ({ name, ...document['x-limits']?.[name] }));
}

/** The scope that its callers need; undefined where they have none, whatever they are known by. */
function scopeOf({ security = [] }: Operation): string | undefined {
  return security.flatMap((requirement) => Object.values(requirement).flat())[0];
}

/** The path that an operation reads a record at. */
function pathOf(document: OpenApiDocument, operationId: string | undefined): string | null {
  if (operationId === undefined) return null;
  const found = Object.entries(document.paths).find(([, { get }]) => get?.operationId === operationId);
  if (!found) throw new Error(`x-read-by names ${operationId}, which is no GET`);
  return found[0];
}

/** The sort fields that can be null in an item of the list. */
function nullableSort(document: OpenApiDocument, operation: SourceOperation): string[] {
  const { fields = [] } = operation['x-sortable'] ?? {};
  const list = resolveReference(document, jsonOf(responseOf(document, operation, '200'))?.schema ?? {});
  const { items = {} } = resolveReference(document, list.properties?.data ?? {});
  const properties = propertiesOf(document, items);
  return fields.filter((field) => resolveReference(document, properties[field] ?? {}).type?.includes('null'));
}

/** The properties of a schema, those of the schemas it is put together from or chooses from included. */
function propertiesOf(document: OpenApiDocument, schema: Schema): Record<string, Schema> {
  const { allOf = [], anyOf = [], oneOf = [], properties } = resolveReference(document, schema);
  const parts = [...allOf, ...anyOf, ...oneOf].map((part) => propertiesOf(document, part));
  return Object.assign({}, ...parts, properties);
}

function bodyProperties(document: OpenApiDocument, { requestBody }: Operation): Record<string, Schema> {
  return propertiesOf(document, (requestBody && jsonOf(requestBody)?.schema) ?? {});
}

function errorsOf(document: OpenApiDocument, operation: Operation): unknown[] {
  const statuses = Object.keys(operation.responses).filter((status) => Number(status) >= 400);
  return statuses.flatMap((status) => {
    const { schema = {} } = jsonOf(responseOf(document, operation, status)) ?? {};
    const { error } = resolveReference(document, schema).properties ?? {};
    return resolveReference(document, error ?? {}).enum ?? [];
  });
}

function responseOf(
  document: OpenApiDocument,
  { responses }: Operation,
  status: string,
): SourceResponse | undefined {
  const response = responses[status];
  return response && resolveReference<SourceResponse>(document, response);
}
