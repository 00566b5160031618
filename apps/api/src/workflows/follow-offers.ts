import type { OfferRequestStatus } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { type LockedRequest, writeRequests } from '../sales/offer-requests/lock-requests.ts';
import { decisionsByRequest, type OfferDecisions } from './offers-of-requests.ts';

function statusAfter(offers: OfferDecisions | undefined): OfferRequestStatus {
  if (!offers) return 'IN_PROGRESS';
  if (offers.accepted) return 'WON';
  return offers.undecided ? 'OFFER_CREATED' : 'LOST';
}

/** Returns locked requests with the status that follows from their offers. `WON` is final. */
export async function withStatusOfOffers<Request extends Pick<LockedRequest, 'id' | 'status'>>(
  db: CompanyQueries,
  requests: readonly Request[],
): Promise<Request[]> {
  if (requests.every(({ status }) => status === 'WON')) return [...requests];
  const decisions = await decisionsByRequest(
    db,
    requests.map(({ id }) => id),
  );
  return requests.map((request) =>
    request.status === 'WON' ? request : { ...request, status: statusAfter(decisions.get(request.id)) },
  );
}

/** Updates the status of locked requests after some of their offers were created, decided or deleted. */
export async function followOffers(db: CompanyQueries, locked: readonly LockedRequest[]): Promise<void> {
  const followed = await withStatusOfOffers(db, locked);
  await writeRequests(
    db,
    followed.filter(({ status }, index) => status !== locked[index]?.status),
  );
}
