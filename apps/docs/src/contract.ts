import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type Example,
  type MediaType,
  type OpenApiDocument,
  operationsOf,
  type Reference,
  resolveReference,
  type Tag,
  webhooksOf,
} from '@pv-planning/contract/document';

/** The bundled contract as it is published. */
export const contractJson = readFileSync(
  fileURLToPath(import.meta.resolve('@pv-planning/contract/openapi.json')),
  'utf8',
);

export const contract: OpenApiDocument = JSON.parse(contractJson);

/** What a reference leads to, with what stands beside it; anything else as it is. */
export function resolve<T extends object>(node: T | Reference): T {
  return resolveReference(contract, node);
}

/** The examples of a body, the telling one first. */
export function examplesOf({ examples = {} }: MediaType): Example[] {
  return Object.values(examples).map((example) => resolve<Example>(example));
}

/** The operations of the API, in the order of the contract. */
export const describedOperations = operationsOf(contract).map(({ operation }) => operation);

/** The webhooks by event. */
export const webhooks = webhooksOf(contract);

const operationTags = new Set(describedOperations.flatMap(({ tags }) => tags));

/** The tags that hold no operation of the API: each is a text to read. */
export const guides: readonly Tag[] = (contract.tags ?? []).filter(({ name }) => !operationTags.has(name));
