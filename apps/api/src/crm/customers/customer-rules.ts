import type { Customer, CustomerCreate, CustomerUpdate } from '@pv-planning/contract';
import { changedFields } from '../../kernel/records/changed-fields.ts';
import { requireName, storedCustomer } from './customer-records.ts';

/** Returns the columns of a new customer. @throws 400 `invalid_request` without a name. @param path of the body (JSON Pointer) */
export function newCustomer(body: CustomerCreate, path = '') {
  requireName(body, path);
  return { type: 'PRIVATE', ...storedCustomer(body) } as const;
}

/** Returns the changed fields in stored form; undefined if none changed. @throws 400 `invalid_request` if no name would remain */
export function customerChanges(customer: Customer, body: CustomerUpdate, path = '') {
  requireName({ ...customer, ...body }, path);
  return changedFields(customer, storedCustomer(body));
}
