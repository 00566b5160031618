import type { Operation } from './contract/contract.ts';

/** The properties of an operation without a body and without special rules, for contracts of tests. */
export const operationDefaults = {
  hasBody: false,
  optionalBody: false,
  rawBody: false,
  maxBodyMiB: 1,
  steps: false,
  timeLimitSeconds: null,
  concurrency: null,
  limits: [],
  quotaShare: 1,
  idempotent: false,
  dryRun: false,
  ifMatch: false,
  etag: false,
  location: null,
  sortable: [],
  nullableSort: [],
  defaultSort: null,
} as const satisfies Partial<Operation>;
