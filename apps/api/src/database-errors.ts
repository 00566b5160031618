import { alreadyExists, unknownReference } from '@pv-planning/server-kit';

interface PostgresError {
  code?: string;
  constraint?: string;
  table?: string;
}

/** `customer_external_id_key` of the table `customer` tells of the field `externalId`: constraints are named after their column. */
function fieldOf({ constraint = '', table = '' }: PostgresError): string {
  const column = constraint.slice(table.length + 1).replace(/_(key|fkey)$/, '');
  return column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** What a violated constraint means to the caller; any other error as it is. */
export function asApiError(error: unknown): unknown {
  const violation = error as PostgresError;
  switch (violation.code) {
    case '23505':
      return alreadyExists(`/${fieldOf(violation)}`);
    // The record was there when its id was checked, and was deleted since.
    case '23503':
      return unknownReference(`/${fieldOf(violation)}`);
    default:
      return error;
  }
}

/** A lock was not to be had in the time that the transaction set. */
export function isLockTimeout(error: unknown): boolean {
  return (error as PostgresError).code === '55P03';
}
