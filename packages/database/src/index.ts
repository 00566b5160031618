export { type CompanyQueries, withinCompany } from './company-scope.ts';
export type { AtCommit } from './connections/at-commit.ts';
export type { PoolLimits, Timeouts } from './connections/pool.ts';
export { isUnavailable, isUnreachable, isUnsent } from './connections/unavailable.ts';
export { columnTypes, tableNames } from './generated/tables.ts';
export { columnName, propertyName } from './names.ts';
export {
  type Connections,
  type Database,
  type DatabaseOptions,
  openDatabase,
  type TransactionSettings,
  TransactionTimeoutError,
} from './open-database.ts';
export { preparedQuery } from './prepared-query.ts';
export { type LeaseOwners, unknownOwners } from './processes/live-processes.ts';
export {
  openProcessSession,
  type ProcessSession,
  type ProcessSessionOptions,
} from './processes/process-session.ts';
export { type Purge, purgeBatch } from './purge.ts';
export { StaleReadError } from './retry.ts';
export { createSecretBox, type SecretBox } from './secret-box.ts';
export type { CompanyTables, Tables } from './tables.ts';
