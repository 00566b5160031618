import { isRequested } from '../../queue/delivery-states.ts';
import { gateUntil } from '../../queue/endpoint-gate.ts';
import { hasNoLease } from '../../queue/leases.ts';

/** Placeholders for values of `LeaseOwners`. */
export type LeasePlaceholders = Readonly<Record<'alive' | 'since', string>>;

/** Current time in seconds since 1970. */
export const seconds = 'extract(epoch from now())::double precision';

/** In seconds. Prevents a rounding error from delaying an attempt. */
export const roundingTolerance = 0.000001;

/**
 * The time until which the endpoint's rate is used up. 0 if the database's clock was set back: a claim never uses up the rate for
 * longer than the time of one attempt.
 */
export const rateUsedUntil = `(case when endpoint.rate_used_until < ${seconds} + 1.0 / endpoint.rate + 1 then endpoint.rate_used_until else 0 end)`;

/** The owner's rate allows an attempt now. */
export const rateAllows = `(endpoint.rate is null or ${rateUsedUntil} <= ${seconds} + ${roundingTolerance})`;

/** The endpoint is active and not paused after a failure. */
export const isOpen = `endpoint.state = 'active' and coalesce(${gateUntil('endpoint')} <= now(), true)`;

/**
 * The earliest delivery of an endpoint without a lease is due. This reads one index entry after those of leased deliveries;
 * checking whether any delivery is due could read a long queue of later deliveries.
 */
const earliestIsDue = (condition: string) => `(
  select min(due.due_at) from webhook_delivery as due
  where due.company_id = endpoint.company_id and due.endpoint_id = endpoint.id and ${condition}
) <= now()`;

export const hasDueDelivery = (leases: LeasePlaceholders): string => earliestIsDue(hasNoLease('due', leases));

export const hasRequestedDelivery = (leases: LeasePlaceholders): string =>
  earliestIsDue(`${isRequested('due')} and ${hasNoLease('due', leases)}`);
