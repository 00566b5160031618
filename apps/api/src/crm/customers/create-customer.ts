import type { Customer, CustomerCreate } from '@pv-planning/contract';
import type { Context } from '../../kernel/handler-context.ts';
import { customers } from './customer-records.ts';
import { newCustomer } from './customer-rules.ts';

/** Creates a customer, and raises `customer.created`. @throws 400 `invalid_request` without a name */
export async function createCustomer(
  { db, raise }: Pick<Context, 'db' | 'raise'>,
  body: CustomerCreate,
): Promise<Customer> {
  const customer = await customers.insert(db, newCustomer(body));
  await raise('customer.created', customer, customer.createdAt);
  return customer;
}
