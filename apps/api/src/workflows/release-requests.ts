import type { CompanyQueries } from '@pv-planning/database';
import { lockRequests, writeRequests } from '../sales/offer-requests/lock-requests.ts';
import { withStatusOfOffers } from './follow-offers.ts';

/** Ids of the records that are being deleted, and of the offer requests that the deleted offers belong to. */
interface Deletion {
  projectIds: readonly string[];
  customerId?: string;
  requestIds: readonly string[];
}

/** Clears the ids of deleted customers and projects in requests, and updates the status of requests whose offers were deleted. */
export async function releaseRequests(
  db: CompanyQueries,
  { projectIds, customerId, requestIds }: Deletion,
): Promise<void> {
  const locked = await lockRequests(db, { ids: requestIds, projectIds, customerId });
  const followed = await withStatusOfOffers(
    db,
    locked.filter(({ id }) => requestIds.includes(id)),
  );
  const statuses = new Map(followed.map(({ id, status }) => [id, status]));
  const changed = locked.flatMap((request) => {
    const status = statuses.get(request.id) ?? request.status;
    const namesCustomer = customerId !== undefined && request.customerId === customerId;
    const namesProject = request.projectId !== null && projectIds.includes(request.projectId);
    if (status === request.status && !namesCustomer && !namesProject) return [];
    return [
      {
        ...request,
        status,
        ...(namesCustomer && { customerId: null }),
        ...(namesProject && { projectId: null }),
      },
    ];
  });
  await writeRequests(db, changed);
}
