/** The parts of the bundled OpenAPI document that the tables are made from. */
export interface ContractDocument {
  paths: Record<string, PathItem>;
  webhooks: Record<string, { post: Operation & { 'x-scope': string } }>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Response>;
  };
}

export type Method = 'get' | 'post' | 'patch' | 'put' | 'delete';
export type PathItem = { [M in Method]?: Operation } & { parameters?: (Parameter | Reference)[] };
export type Reference = { $ref: string };

export interface Operation {
  operationId: string;
  summary: string;
  security: { ApiKey?: string[] }[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { content: { 'application/json': { schema: Schema | Reference } } };
  responses: Record<string, Response | Reference>;
  'x-read-only'?: boolean;
  'x-sortable'?: { fields: string[]; default: string };
}

export interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
}

export interface Response {
  /** operationId of the GET that reads the record just created. */
  'x-read-by'?: string;
  headers?: Record<string, unknown>;
  content?: { 'application/json': { schema: Schema | Reference } };
}

export interface Schema {
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  oneOf?: (Schema | Reference)[];
  allOf?: (Schema | Reference)[];
  properties?: Record<string, Schema | Reference>;
  items?: Schema | Reference;
}

/** Follows a reference inside the document; anything else is returned as it is. */
export function resolve<T extends object>(document: ContractDocument, node: T | Reference): T {
  if (!('$ref' in node)) return node;
  const target = node.$ref
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)[unescaped(key)], document);
  return resolve(document, target as T | Reference);
}

function unescaped(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}
