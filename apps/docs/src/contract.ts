import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type Example,
  type MediaType,
  type OpenApiDocument,
  type Operation,
  operationsOf,
  type PlacedOperation,
  resolveReference,
  type Tag,
  webhooksOf,
} from '@pv-planning/contract/document';
import { documents } from '@pv-planning/contract/documents';

/** A document of the contract, with what its pages are made from. */
export interface Contract {
  /** Such as `public`. */
  name: string;
  /** Whether `@pv-planning/client` calls it. */
  hasClient: boolean;
  /** The bundle as it is published. */
  json: string;
  document: OpenApiDocument;
  /** operationId → what there is to know of it beside its description. */
  operations: Readonly<Record<string, OperationEntry>>;
  /** code → what it means */
  errors: Readonly<Record<string, { status: number; message: string; meaning: string; remedy: string }>>;
  /** event → who may read it, and the fields of its `data` */
  events: Readonly<Record<string, { scope?: string | undefined; fields: readonly string[] }>>;
  /** scope → text */
  scopes: Readonly<Record<string, string>>;
  /** operationId → its description, in the order of the contract. */
  described: ReadonlyMap<string, PlacedOperation>;
  webhooks: readonly [event: string, webhook: Operation][];
  /** The tags that hold no operation of the API: each is a text to read. */
  guides: readonly Tag[];
}

interface OperationEntry {
  method: string;
  path: string;
  scope?: string | undefined;
  status: number;
  hasBody: boolean;
  errors: readonly string[];
  sortable: readonly string[];
}

/** What the package is about: its other documents have a subpath. */
const mainDocument = 'public';

type Tables = Pick<Contract, 'operations' | 'errors' | 'events' | 'scopes'>;

/** Every document that the contract lists, by name. */
export const contracts: ReadonlyMap<string, Contract> = new Map(
  Object.entries(documents).map(([name, { bundle, ...tables }]) => {
    const json = readFileSync(fileURLToPath(import.meta.resolve(bundle)), 'utf8');
    return [name, contractOf(name, tables, json)];
  }),
);

/** A document by its tables and its bundle. */
export function contractOf(
  name: string,
  { operations, errors, events, scopes }: Tables,
  json: string,
): Contract {
  const document: OpenApiDocument = JSON.parse(json);
  const described = operationsOf(document);
  const operationTags = new Set(described.flatMap(({ operation }) => operation.tags));
  return {
    name,
    hasClient: name === mainDocument,
    json,
    document,
    operations,
    errors,
    events,
    scopes,
    described: new Map(described.map((placed) => [placed.operation.operationId, placed])),
    webhooks: webhooksOf(document),
    guides: (document.tags ?? []).filter((tag) => !operationTags.has(tag.name)),
  };
}

/** The site of the main document is the whole folder, that of any other a folder in it. */
export function siteFolder({ name }: Contract): string {
  return name === mainDocument ? '' : name;
}

/** The examples of a body, the telling one first. */
export function examplesOf({ document }: Contract, { examples = {} }: MediaType): Example[] {
  return Object.values(examples).map((example) => resolveReference<Example>(document, example));
}
