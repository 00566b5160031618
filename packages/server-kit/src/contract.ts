/** What the server needs to know about an operation in addition to its types. */
export interface Operation {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path template with `{parameters}`. */
  path: string;
  /** Required scope; undefined if authentication is sufficient. */
  scope?: string | undefined;
  hasBody: boolean;
  /** Maximum size of the decompressed body. */
  maxBodyMiB: number;
  /** Changes nothing, regardless of the method. */
  readOnly: boolean;
  /** Runs once at a time for each tenant, within a process. */
  oneAtATime: boolean;
  /** Supports `Idempotency-Key`. */
  idempotent: boolean;
  /** The body can have `dryRun: true`, which changes nothing. */
  dryRun: boolean;
  /** Supports `If-Match`. */
  ifMatch: boolean;
  /** Successful responses have an `ETag`. */
  etag: boolean;
  /** Path that reads a created record; null if there is none or nothing is created. */
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

/** An error code of a contract. `message` can contain `{placeholders}`. */
export interface ErrorEntry<Status extends number = number> {
  status: Status;
  message: string;
}

/** The error codes that the kit itself uses. Every contract must define them with these statuses. */
export interface KitErrors {
  invalid_request: ErrorEntry<400>;
  /** `{reason}` */
  invalid_json: ErrorEntry<400>;
  /** `{fields}` */
  invalid_sort: ErrorEntry<400>;
  /** `{scope}` */
  insufficient_scope: ErrorEntry<403>;
  not_found: ErrorEntry<404>;
  /** `{method}`, `{allowed}` */
  method_not_allowed: ErrorEntry<405>;
  request_timeout: ErrorEntry<408>;
  version_conflict: ErrorEntry<409>;
  idempotency_key_reused: ErrorEntry<409>;
  idempotency_in_progress: ErrorEntry<409>;
  /** `{limit}` */
  payload_too_large: ErrorEntry<413>;
  unsupported_media_type: ErrorEntry<415>;
  /** `{seconds}` */
  rate_limited: ErrorEntry<429>;
  /** `{requestId}` */
  internal_error: ErrorEntry<500>;
  /** `{seconds}` */
  service_unavailable: ErrorEntry<503>;
}

/** Every error code of a contract. */
export type ErrorTable = Readonly<Record<string, ErrorEntry>> & KitErrors;

/** The codes of one status, for example `CodeOf<typeof errors, 409>`. */
export type CodeOf<Errors extends ErrorTable, Status extends number> = {
  [Code in keyof Errors & string]: Errors[Code]['status'] extends Status ? Code : never;
}[keyof Errors & string];

/** A description of a format or a pattern of the contract: `must be an e-mail address`. */
export interface ValueFormat {
  format?: string;
  pattern?: string;
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

/** A contract as a value. Its type carries the types of the operations and errors. */
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
  /** Has no value; carries the types of the operations. */
  types?: Types;
}

export type OperationId<C extends Contract> = keyof C['operations'] & string;

/** The types of one operation of a contract. */
export type TypesOf<C extends Contract, O extends OperationId<C>> = NonNullable<C['types']>[O];
