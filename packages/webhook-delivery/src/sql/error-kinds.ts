import { isUnavailable } from '@pv-planning/database';

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** SQLSTATE classes 22 (data exception) and 23 (constraint violation), for which a retry is pointless. */
export const isAboutValues = (error: unknown) => /^2[23]...$/.test(codeOf(error));

/** The database is unavailable, or SQLSTATE class 40 (rollback), a timeout of the transaction, of a lock or of the statement. */
export const isTemporary = (error: unknown) =>
  isUnavailable(error) || /^(40...|25P0[34]|55P03|57014)$/.test(codeOf(error));
