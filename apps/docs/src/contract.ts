import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Reference, resolveReference } from '@pv-planning/contract/document';

/** The parts of the bundled contract that the pages are made from. */
export interface ContractDocument {
  info: { title: string; version: string; summary: string; description: string };
  tags: Tag[];
  'x-tagGroups': { name: string; tags: string[] }[];
  paths: Record<string, PathItem>;
  webhooks: Record<string, { post: WebhookOperation }>;
  components: Record<string, Record<string, unknown>>;
}

export interface Tag {
  name: string;
  description: string;
}

export type PathItem = { parameters?: (Parameter | Reference)[] } & {
  [M in 'get' | 'post' | 'put' | 'patch' | 'delete']?: Operation;
};

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { content: { 'application/json': MediaType } };
  'x-codeSamples'?: CodeSample[];
}

export interface WebhookOperation extends Operation {
  requestBody: { content: { 'application/json': MediaType } };
}

export interface CodeSample {
  lang: string;
  label: string;
  source: string;
}

export interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  description: string;
  required?: boolean;
  example?: unknown;
}

export interface MediaType {
  schema: Schema | Reference;
  examples: Record<string, Example | Reference>;
}

export interface Example {
  summary?: string;
  value: unknown;
}

export interface Schema {
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  description?: string;
  properties?: Record<string, Schema | Reference>;
}

/** The bundled contract as it is published. */
export const contractJson = readFileSync(
  fileURLToPath(import.meta.resolve('@pv-planning/contract/openapi.json')),
  'utf8',
);

export const contract: ContractDocument = JSON.parse(contractJson);

/** What a reference leads to, with what stands beside it; anything else as it is. */
export function resolve<T extends object>(node: T | Reference): T {
  return resolveReference(contract, node);
}

/** The operations of a path item, by method in lower case. */
export function operationsOf(item: PathItem): [method: string, operation: Operation][] {
  const { parameters: _, ...operations } = item;
  return Object.entries(operations);
}

/** The examples of a body, the telling one first. */
export function examplesOf(content: MediaType): Example[] {
  return Object.values(content.examples).map((example) => resolve(example));
}

const operationTags = new Set(
  Object.values(contract.paths).flatMap((item) => operationsOf(item).flatMap(([, { tags }]) => tags)),
);

/** The tags that hold no operation of the API: each is a text to read. */
export const guides: readonly Tag[] = contract.tags.filter(({ name }) => !operationTags.has(name));
