import { type VettedTarget, type Vetting, vetTarget } from '../../target/vet-target.ts';
import type { ClaimedEndpoint } from '../claim/claim.ts';

/** The target of an endpoint, vetted once for all its deliveries of a claim, which begin together. */
export type ClaimedTargets = (endpoint: ClaimedEndpoint) => Promise<VettedTarget>;

export function createClaimedTargets(vetting: Vetting): ClaimedTargets {
  const targets = new WeakMap<ClaimedEndpoint, Promise<VettedTarget>>();
  return (endpoint) => {
    const known = targets.get(endpoint);
    if (known) return known;
    const target = vetTarget(endpoint.url, vetting);
    targets.set(endpoint, target);
    return target;
  };
}
