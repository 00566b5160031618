export { type CompanyQueries, withinCompany } from './company-scope.ts';
export { tableNames } from './generated/tables.ts';
export { columnName, propertyName } from './names.ts';
export {
  type Connections,
  type Database,
  type DatabaseOptions,
  openDatabase,
  type TransactionSettings,
  TransactionTimeoutError,
} from './open-database.ts';
export type { PoolLimits, Timeouts } from './pool.ts';
export { preparedQuery } from './prepared-query.ts';
export { StaleReadError } from './retry.ts';
export type { CompanyTables, Tables } from './tables.ts';
export { isUnavailable, isUnreachable } from './unavailable.ts';
