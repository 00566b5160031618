import { type Reference, resolveReference } from '../src/document.ts';
import type {
  ContractDocument,
  Method,
  Operation,
  Parameter,
  PathItem,
  Response,
  Schema,
} from './document.ts';

type Properties = Record<string, Schema | Reference>;

/** What a body may have unless the operation says otherwise. */
const usualBodyMiB = 1;

const methods: Method[] = ['get', 'post', 'patch', 'put', 'delete'];

/** One entry for each operation of `paths`: what there is to know beside the types. */
export function operationTable(document: ContractDocument) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [entryOf(document, path, item, method, operation)];
    }),
  );
}

function entryOf(
  document: ContractDocument,
  path: string,
  item: PathItem,
  method: Method,
  operation: Operation,
) {
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) =>
    resolveReference<Parameter>(document, parameter),
  );
  const takesHeader = (name: string) =>
    parameters.some((parameter) => parameter.in === 'header' && parameter.name === name);
  const status = Object.keys(operation.responses).find((code) => code.startsWith('2'));
  if (status === undefined) throw new Error(`${operation.operationId} has no success response`);
  const success = resolveReference<Response>(document, operation.responses[status] ?? {});
  const value = {
    method: method.toUpperCase(),
    path,
    scope: operation.security[0]?.ApiKey?.[0],
    status: Number(status),
    errors: errorsOf(document, operation),
    hasBody: operation.requestBody !== undefined,
    maxBodyMiB: operation['x-max-body-mib'] ?? usualBodyMiB,
    readOnly: method === 'get' || operation['x-read-only'] === true,
    oneAtATime: operation['x-one-at-a-time'] === true,
    idempotent: takesHeader('Idempotency-Key'),
    ifMatch: takesHeader('If-Match'),
    etag: success.headers?.ETag !== undefined,
    location: pathOf(document, success['x-read-by']),
    sortable: operation['x-sortable']?.fields ?? [],
    nullableSort: nullableSort(document, operation),
    defaultSort: operation['x-sortable']?.default ?? null,
  };
  return { name: operation.operationId, text: operation.summary, value };
}

/** The path that an operation reads a record at. */
function pathOf(document: ContractDocument, operationId: string | undefined): string | null {
  if (operationId === undefined) return null;
  const found = Object.entries(document.paths).find(([, { get }]) => get?.operationId === operationId);
  if (!found) throw new Error(`x-read-by names ${operationId}, which is no GET`);
  return found[0];
}

/** The sort fields that can be null in an item of the list. */
function nullableSort(document: ContractDocument, operation: Operation): string[] {
  const { fields = [] } = operation['x-sortable'] ?? {};
  const { content } = resolveReference(document, operation.responses['200'] ?? {});
  const list = resolveReference<Schema>(document, content?.['application/json'].schema ?? {});
  const { items = {} } = resolveReference<Schema>(document, list.properties?.data ?? {});
  const properties = propertiesOf(document, items);
  return fields.filter((field) =>
    resolveReference<Schema>(document, properties[field] ?? {}).type?.includes('null'),
  );
}

/** The properties of a schema, those of the schemas it is put together from or chooses from included. */
function propertiesOf(document: ContractDocument, schema: Schema | Reference): Properties {
  const { allOf = [], oneOf = [], properties } = resolveReference<Schema>(document, schema);
  const parts = [...allOf, ...oneOf].map((part) => propertiesOf(document, part));
  return Object.assign({}, ...parts, properties);
}

function errorsOf(document: ContractDocument, operation: Operation): unknown[] {
  return Object.entries(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([, response]) => {
      const schema = resolveReference(document, response).content?.['application/json'].schema ?? {};
      const { error } = resolveReference<Schema>(document, schema).properties ?? {};
      return resolveReference<Schema>(document, error ?? {}).enum ?? [];
    });
}
