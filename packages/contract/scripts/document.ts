import type { Reference } from '../src/document.ts';

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

export interface Operation {
  operationId: string;
  summary: string;
  security: { ApiKey?: string[] }[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { content: { 'application/json': { schema: Schema | Reference } } };
  responses: Record<string, Response | Reference>;
  'x-read-only'?: boolean;
  'x-max-body-mib'?: number;
  'x-one-at-a-time'?: boolean;
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
