import { type Vetting, vetTarget } from '../../target/vet-target.ts';
import type { ClaimedEndpoint } from '../claim/claim.ts';
import type { Agents } from './agents.ts';
import { type RequestTarget, requestTarget } from './request-target.ts';

/**
 * Vets the target of an endpoint once for all deliveries to it in a claim, because their attempts begin together. If that fails,
 * each delivery vets it again: one failed lookup must not count as many consecutive failures, which would disable the endpoint.
 */
export type ClaimedTargets = (endpoint: ClaimedEndpoint) => Promise<RequestTarget>;

export function createClaimedTargets(vetting: Vetting, agents: Agents): ClaimedTargets {
  const targets = new WeakMap<ClaimedEndpoint, Promise<RequestTarget>>();
  const vetted = async ({ url }: ClaimedEndpoint) => requestTarget(await vetTarget(url, vetting), agents);
  return (endpoint) => {
    const known = targets.get(endpoint);
    if (known) return known.catch(() => vetted(endpoint));
    const target = vetted(endpoint);
    targets.set(endpoint, target);
    return target;
  };
}
