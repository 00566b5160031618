import type { ErrorCode, Scope } from '@pv-planning/contract';

/** What the server needs to know of an operation: an entry of the contract's operation table. */
export interface Operation {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** With `{parameters}`. */
  path: string;
  scope: Scope;
  errors: readonly ErrorCode[];
  hasBody: boolean;
  /** The largest body that it takes, after inflating. */
  maxBodyMiB: number;
  /** Changes nothing, whatever its method. */
  readOnly: boolean;
  /** Runs once at a time for each company, in a process. */
  oneAtATime: boolean;
  /** Takes `Idempotency-Key`. */
  idempotent: boolean;
  /** Takes `If-Match`. */
  ifMatch: boolean;
  /** Its success carries an `ETag`. */
  etag: boolean;
  /** Where a created record is read; null when nowhere or nothing is created. */
  location: string | null;
  sortable: readonly string[];
  /** Sort fields that can be null. */
  nullableSort: readonly string[];
  /** Null for an operation that is no list. */
  defaultSort: string | null;
}
