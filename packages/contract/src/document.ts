/** Stands in the document for what is described elsewhere in it: `{ $ref: '#/components/parameters/Limit' }`. */
export interface Reference {
  $ref: string;
}

/** A bundled OpenAPI 3.1 document as this repository writes them: JSON alone, examples by name, our own words. */
export type OpenApiDocument = {
  openapi: string;
  info: { title: string; version: string; summary?: string; description?: string };
  tags?: Tag[];
  'x-tagGroups'?: { name: string; tags: string[] }[];
  security?: Record<string, string[]>[];
  paths: Record<string, PathItem>;
  webhooks?: Record<string, PathItem>;
  components: Components;
};

export interface Tag {
  name: string;
  description?: string;
}

export type Components = {
  schemas: Record<string, Schema>;
  parameters?: Record<string, Parameter>;
  headers?: Record<string, Header>;
  responses?: Record<string, DescribedResponse>;
  examples?: Record<string, Example>;
  securitySchemes?: Record<string, SecurityScheme>;
};

/** How callers are known: by `Authorization: Bearer`, or by a header or parameter of its own. */
export type SecurityScheme =
  | { type: 'http'; scheme: string }
  | { type: 'apiKey'; in: 'header' | 'query' | 'cookie'; name: string };

export const methods = ['get', 'post', 'patch', 'put', 'delete'] as const;

export type Method = (typeof methods)[number];

export type PathItem = { parameters?: (Parameter | Reference)[] } & { [M in Method]?: Operation };

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  /** Each names a security scheme, with the scopes that it must have. */
  security?: Record<string, string[]>[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { required?: boolean; content: JsonContent };
  responses: Record<string, DescribedResponse | Reference>;
  /** Of a webhook: the scope that may read its events. */
  'x-scope'?: string;
}

export interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  description: string;
  required?: boolean;
  schema: Schema;
  example?: unknown;
}

export interface Header {
  description?: string;
  schema: Schema;
  example?: unknown;
}

export interface DescribedResponse {
  description: string;
  headers?: Record<string, Header | Reference>;
  content?: JsonContent;
}

export interface JsonContent {
  'application/json': MediaType;
}

export interface MediaType {
  schema: Schema;
  examples?: Record<string, Example | Reference>;
}

export interface Example {
  summary?: string;
  value: unknown;
}

/** The part of JSON Schema that the documents use. Beside a `$ref` other keywords hold too. */
export interface Schema {
  $ref?: string;
  description?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

/**
 * Follows a reference inside the document; anything else is returned as it is. What stands beside the reference, such as a
 * `description`, wins over what it leads to.
 *
 * @throws Error when it leads nowhere
 */
export function resolveReference<T extends object>(document: object, node: T | Reference): T {
  const { $ref, ...own } = node as Partial<Reference>;
  if ($ref === undefined) return node as T;
  let target: unknown = document;
  for (const key of $ref.slice('#/'.length).split('/')) {
    target = (target as Record<string, unknown> | undefined)?.[unescaped(key)];
  }
  if (typeof target !== 'object' || target === null) throw new Error(`The document has no ${$ref}.`);
  const found = resolveReference<T>(document, target as T | Reference);
  return Object.keys(own).length === 0 ? found : { ...found, ...own };
}

/**
 * Returns the document with each `anyOf` of schemas with different JSON types as one schema with a list of types, such as
 * `{ type: ['string', 'null'], enum: ['AC', 'DC', null] }`. It allows the same values. The published form is the one that
 * generators of clients read; here, a reader finds all keywords of a value in one place, and a validator reports one error.
 */
export function mergedAlternatives<Document extends object>(document: Document): Document {
  const merged = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(merged);
    if (typeof node !== 'object' || node === null) return node;
    const whole = Object.fromEntries(Object.entries(node).map(([key, member]) => [key, merged(member)]));
    if (!Array.isArray(whole.anyOf)) return whole;
    const { anyOf, ...own } = whole as Schema;
    const schemas = (anyOf ?? []).map((schema) => merged(resolveReference(document, schema)) as Schema);
    const one = oneSchema(schemas);
    return one ? { ...one, ...own } : whole;
  };
  return merged(document) as Document;
}

/** Returns the union of schemas with different types; undefined if one schema cannot express it. */
function oneSchema(schemas: readonly Schema[]): Schema | undefined {
  const type = schemas.flatMap((schema) => schema.type ?? []);
  const values = schemas.flatMap((schema) => schema.enum ?? (schema.type === 'null' ? [null] : []));
  const isEnumeration = schemas.some((schema) => schema.enum !== undefined);
  const areListed = schemas.every((schema) => schema.enum !== undefined || schema.type === 'null');
  if (schemas.some((schema) => schema.type === undefined) || new Set(type).size < type.length)
    return undefined;
  if (!isEnumeration) return { ...Object.assign({}, ...schemas), type };
  return areListed ? { ...Object.assign({}, ...schemas), type, enum: values } : undefined;
}

/** An operation of the paths, and where it stands. */
export interface PlacedOperation {
  path: string;
  method: Method;
  operation: Operation;
  /** Its own and those of its path, references followed. */
  parameters: Parameter[];
}

/** The operations of the paths, in their order. */
export function operationsOf(document: OpenApiDocument): PlacedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) =>
        resolveReference<Parameter>(document, parameter),
      );
      return [{ path, method, operation, parameters }];
    }),
  );
}

/** The webhooks by their events, in their order. */
export function webhooksOf(document: OpenApiDocument): [event: string, webhook: Operation][] {
  return Object.entries(document.webhooks ?? {}).map(([event, { post }]) => {
    if (post === undefined) throw new Error(`The webhook ${event} is no POST.`);
    return [event, post];
  });
}

/** An example of an event: what is in `data`, and what the example shows. */
export interface EventExample {
  type: string;
  summary: string;
  data: object;
}

/** The examples of all events, in their order. */
export function eventExamplesOf(document: OpenApiDocument): EventExample[] {
  return webhooksOf(document).flatMap(([type, { requestBody }]) =>
    Object.entries(jsonOf(requestBody)?.examples ?? {}).map(([name, example]) => {
      const { summary = name, value } = resolveReference<Example>(document, example);
      return { type, summary, data: (value as { data: object }).data };
    }),
  );
}

/** The JSON that an operation takes or a response holds, if any. */
export function jsonOf({ content }: { content?: JsonContent } = {}): MediaType | undefined {
  return content?.['application/json'];
}

function unescaped(key: string): string {
  return decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');
}
