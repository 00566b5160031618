import type { Customer } from '@pv-planning/contract';
import { releaseCustomer } from '../appointments/bookings/owners-of-bookings.ts';
import { customers, lockAgainstReferences } from '../crm/customers/customer-records.ts';
import { lockProjectsOf } from '../crm/projects/project-records.ts';
import type { Context } from '../kernel/handler-context.ts';
import { deleteOffersOfProjects } from '../sales/offers/lifecycle/delete-offer.ts';
import { releaseRequests } from './release-requests.ts';

/**
 * Deletes a customer with its projects and their offers, and raises only `customer.deleted`. Its offer requests and
 * bookings are kept.
 *
 * @param requireMatch rejects a version that does not match the `If-Match` header
 * @throws 404 `not_found`
 * @throws 409 `accepted_offer_exists`
 */
export async function deleteCustomer(
  { db, raise }: Pick<Context, 'db' | 'raise'>,
  id: string,
  requireMatch: (customer: Customer) => void,
): Promise<void> {
  const { record: customer } = await customers.lock(db, id);
  requireMatch(customer);
  await lockAgainstReferences(db, customer.id);
  const projectIds = await lockProjectsOf(db, customer.id);
  const requestIds = await deleteOffersOfProjects(db, projectIds);
  await releaseRequests(db, { customerId: customer.id, projectIds, requestIds });
  await releaseCustomer(db, customer.id);
  await customers.remove(db, customer.id);
  await raise('customer.deleted', customer);
}
