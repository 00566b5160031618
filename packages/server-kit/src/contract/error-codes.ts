/** Status and message of an error code. The message can contain `{placeholders}`. */
export interface ErrorEntry<Status extends number = number> {
  status: Status;
  message: string;
}

/** The error codes that the kit returns for any operation. Every contract must define them with these statuses. */
interface CommonErrors {
  invalid_request: ErrorEntry<400>;
  /** `{reason}`, a sentence without a capital letter */
  not_found: ErrorEntry<404>;
  /** `{method}`, `{allowed}` */
  method_not_allowed: ErrorEntry<405>;
  /** `{received}` */
  unsupported_media_type: ErrorEntry<415>;
  /** `{whose}`, `{seconds}` */
  rate_limited: ErrorEntry<429>;
  /** `{seconds}` */
  too_many_concurrent: ErrorEntry<429>;
  /** `{requestId}` */
  internal_error: ErrorEntry<500>;
  /** `{reason}`, `{seconds}` */
  service_unavailable: ErrorEntry<503>;
}

/** The error codes that the kit returns for operations of some shapes. A contract without such operations need not define them. */
interface ErrorsOfShapes {
  /** `{reason}` */
  invalid_json: ErrorEntry<400>;
  /** `{fields}` */
  invalid_sort: ErrorEntry<400>;
  /** `{scope}` */
  insufficient_scope: ErrorEntry<403>;
  request_timeout: ErrorEntry<408>;
  version_conflict: ErrorEntry<409>;
  idempotency_key_reused: ErrorEntry<409>;
  idempotency_in_progress: ErrorEntry<409>;
  /** `{limit}` */
  payload_too_large: ErrorEntry<413>;
}

/** The error codes that the kit itself uses. */
export interface KitErrors extends CommonErrors, ErrorsOfShapes {}

/** All error codes of a contract. */
export type ErrorTable = Readonly<Record<string, ErrorEntry>> & CommonErrors & Partial<ErrorsOfShapes>;

/** The codes with one status: `CodeOf<typeof errors, 409>`. */
export type CodeOf<Errors extends ErrorTable, Status extends number> = {
  [Code in keyof Errors & string]: Errors[Code] extends { status: Status } ? Code : never;
}[keyof Errors & string];
