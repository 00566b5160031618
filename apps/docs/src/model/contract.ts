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
import { documents, mainDocument } from '@pv-planning/contract/documents';

/** A document of the contract with the data for its pages. */
export interface Contract {
  /** For example `public`. */
  name: string;
  /** Whether `@pv-planning/client` supports it. */
  hasClient: boolean;
  /** The states of records, and the actions that are possible in each of them. */
  states: Readonly<Record<string, RecordStates>>;
  /** The text of the bundled document, as published. */
  json: string;
  document: OpenApiDocument;
  /** operationId → its entry in the generated table. */
  operations: Readonly<Record<string, OperationEntry>>;
  /** code → its entry in the generated table */
  errors: Readonly<Record<string, { status: number; message: string; meaning: string; remedy: string }>>;
  /** event → its scope and the fields of its `data` */
  events: Readonly<Record<string, { scope?: string | undefined; fields: readonly string[] }>>;
  /** scope → its description */
  scopes: Readonly<Record<string, string>>;
  /** operationId → its definition in the document, in the order of the contract. */
  described: ReadonlyMap<string, PlacedOperation>;
  webhooks: readonly [event: string, webhook: Operation][];
  /** The tags without operations, which are guides. */
  guides: readonly Tag[];
}

interface OperationEntry {
  method: string;
  path: string;
  scope?: string | undefined;
  status: number;
  hasBody: boolean;
  rawBody: boolean;
  maxBodyMiB: number;
  timeLimitSeconds: number | null;
  concurrency: { perTenant: number } | null;
  limits: readonly { by: string; requests: number; seconds: number; counts?: string }[];
  /** Of each record, the actions of `states` that the operation is. */
  actions: Readonly<Record<string, readonly string[]>>;
  idempotent: boolean;
  readOnly: boolean;
  ifMatch: boolean;
  errors: readonly string[];
  sortable: readonly string[];
}

interface RecordStates {
  states: Readonly<Record<string, string>>;
  /** action → state → the next state, null for a deleted record, or the code of the error */
  actions: Readonly<Record<string, Readonly<Record<string, string | null>>>>;
  when?: Readonly<Record<string, string>>;
}

type Tables = Pick<Contract, 'operations' | 'errors' | 'events' | 'scopes' | 'states'>;

/** The documents of the contract, by name. */
export const contracts: ReadonlyMap<string, Contract> = new Map(
  Object.entries(documents).map(([name, { bundle, ...tables }]) => {
    const json = readFileSync(fileURLToPath(import.meta.resolve(bundle)), 'utf8');
    return [name, contractOf(name, tables, json)];
  }),
);

/** Creates a document from its tables and its bundle. */
export function contractOf(
  name: string,
  { operations, errors, events, scopes, states }: Tables,
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
    states,
    described: new Map(described.map((placed) => [placed.operation.operationId, placed])),
    webhooks: webhooksOf(document),
    guides: (document.tags ?? []).filter((tag) => !operationTags.has(tag.name)),
  };
}

/** Returns the examples of a body, the main one first. */
export function examplesOf({ document }: Contract, { examples = {} }: MediaType): Example[] {
  return Object.values(examples).map((example) => resolveReference<Example>(document, example));
}
