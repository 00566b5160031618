import type { Customer, CustomerCreate } from '@pv-planning/contract';
import type { Context } from '../handler-context.ts';
import { customers, storedCustomer } from './customer-records.ts';

/** Creates a customer, and raises `customer.created`. */
export async function createCustomer(
  { db, raise }: Pick<Context, 'db' | 'raise'>,
  body: CustomerCreate,
): Promise<Customer> {
  const customer = await customers.insert(db, { type: 'PRIVATE', ...storedCustomer(body) });
  await raise('customer.created', customer, customer.createdAt);
  return customer;
}
