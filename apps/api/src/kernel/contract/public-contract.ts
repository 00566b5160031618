import { errors, formats, operations, type ServedOperations } from '@pv-planning/contract';
import type { Contract } from '@pv-planning/server-kit';
import { contractDocument } from './contract-document.ts';

/** The contract of the public API, whose callers authenticate with API keys. */
export type PublicContract = Contract<typeof operations, typeof errors, ServedOperations>;

export const publicContract: PublicContract = {
  document: contractDocument,
  operations,
  errors,
  formats,
  errorPages: '/docs/errors/{code}.html',
};
