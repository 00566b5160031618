import { type VettedTarget, type Vetting, vetTarget } from '../../target/vet-target.ts';
import type { ClaimedEndpoint } from '../claim/claim.ts';

/**
 * The target of an endpoint, vetted once for all its deliveries of a claim, which begin together. After a failure each vets it for
 * itself: one look-up that fails must not count as many failures in a row, which would disable the endpoint.
 */
export type ClaimedTargets = (endpoint: ClaimedEndpoint) => Promise<VettedTarget>;

export function createClaimedTargets(vetting: Vetting): ClaimedTargets {
  const targets = new WeakMap<ClaimedEndpoint, Promise<VettedTarget>>();
  return (endpoint) => {
    const known = targets.get(endpoint);
    if (known) return known.catch(() => vetTarget(endpoint.url, vetting));
    const target = vetTarget(endpoint.url, vetting);
    targets.set(endpoint, target);
    return target;
  };
}
