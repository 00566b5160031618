import type { ErrorTable } from './error-codes.ts';

/** Limits concurrent requests per process. */
export interface Concurrency {
  /** Operations with the same group share the limits. */
  group: string;
  /** Maximum concurrent requests of one tenant. Further requests wait. */
  perTenant: number;
  maxWaitSeconds: number;
}

/** Limits requests per process, in windows that begin with a request. */
export interface RequestLimit {
  /** Operations with the same limit share its counts. */
  name: string;
  /**
   * The key to count by: the client address (an IPv6 address by its /64 network), its network (/24, /48), the caller, the network
   * at one tenant, or the tenant with all its callers.
   */
  by: 'address' | 'network' | 'caller' | 'tenant-network' | 'tenant';
  requests: number;
  seconds: number;
  /** Counts only successful requests, excluding replays of stored responses. Default: counts all requests. */
  counts?: 'successes';
}

/** The properties of an operation that the server needs, apart from its types. */
export interface Operation {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path template with `{parameters}`. */
  path: string;
  /** Required scope; undefined if authentication is sufficient. */
  scope?: string | undefined;
  /** The codes of its error responses. */
  errors: readonly string[];
  hasBody: boolean;
  /** The body may be absent, which means `{}`. */
  optionalBody: boolean;
  /** The handler gets the bytes of the body, of any content type, instead of JSON. */
  rawBody: boolean;
  /** Maximum size of the decompressed body. */
  maxBodyMiB: number;
  /** The handler runs several transactions and holds no slot or connection between them. */
  steps: boolean;
  /** Maximum total time of the transactions of a request, and of each wait between steps. Null for the limit of the API. */
  timeLimitSeconds: number | null;
  /** Changes nothing, regardless of the method. */
  readOnly: boolean;
  /** Limits concurrent requests; null for the limits of all requests. */
  concurrency: Concurrency | null;
  /** Limits by address are counted before authentication. */
  limits: readonly RequestLimit[];
  /** The share of a tenant's storage up to which the operation can add data. */
  quotaShare: number;
  /** Supports `Idempotency-Key`. */
  idempotent: boolean;
  /** The body can have `dryRun: true`, which changes nothing. */
  dryRun: boolean;
  /** Supports `If-Match`. Other operations reject it. */
  ifMatch: boolean;
  /** Successful responses have an `ETag`. */
  etag: boolean;
  /** Path template of the operation that reads the created record; null if nothing is created or the record cannot be read. */
  location: string | null;
  sortable: readonly string[];
  /** Sort fields that can be null. */
  nullableSort: readonly string[];
  /** Null unless the operation is a list. */
  defaultSort: string | null;
}

/** The types of one operation: the handler's request and result. */
export interface OperationTypes {
  params: object;
  query: object;
  body: unknown;
  result: { status: number; body?: unknown };
}

/** A format or a pattern of the contract. */
export interface ValueFormat {
  format?: string;
  pattern?: string;
  /** Maximum number of decimal places. */
  decimals?: number;
  /** Completes an error message: `must be an e-mail address`. */
  says: string;
}

type JsonObject = Record<string, unknown>;

/** The parts of a bundled OpenAPI 3.1 document that the kit reads. */
export interface ContractDocument {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, JsonObject>;
  components: Record<string, JsonObject>;
}

/** A contract at run time. Its type carries the types of the operations and errors. */
export interface Contract<
  Operations extends Readonly<Record<string, Operation>> = Readonly<Record<string, Operation>>,
  Errors extends ErrorTable = ErrorTable,
  Types extends Readonly<Record<keyof Operations, OperationTypes>> = Readonly<
    Record<keyof Operations, OperationTypes>
  >,
> {
  document: ContractDocument;
  /** operationId → operation */
  operations: Operations;
  /** code → status and message */
  errors: Errors;
  formats: Readonly<Record<string, ValueFormat>>;
  /** The path of the pages about error codes, to which error responses link: `/docs/errors/{code}.html`. Default: no link. */
  errorPages?: string;
  /** Never set. Carries the types of the operations. */
  types?: Types;
}

/** The parts of a contract that responses to unknown paths and failed requests need. */
export type ContractErrors = Pick<Contract, 'errors' | 'errorPages'>;

export type OperationId<C extends Contract> = keyof C['operations'] & string;

/** The types of one operation of a contract. */
export type TypesOf<C extends Contract, O extends OperationId<C>> = NonNullable<C['types']>[O];
