import { parseTargetUrl } from '../../target/target-url.ts';
import { resolveTarget, type Vetting, vetAddresses } from '../../target/vet-target.ts';
import type { ClaimedEndpoint } from '../claim/claim.ts';
import type { Agents } from './agents.ts';
import { type RequestTarget, requestTarget } from './request-target.ts';

/**
 * Vets the target of an endpoint once for all deliveries to it in a claim, because their attempts begin together. If that fails,
 * each delivery vets it again: one failed lookup must not count as many consecutive failures, which would disable the endpoint.
 */
export type ClaimedTargets = (endpoint: ClaimedEndpoint) => Promise<RequestTarget>;

/** The last vetted target of a URL. */
interface KnownTarget {
  url: URL;
  /** The addresses of the host at that time. */
  found: readonly string[];
  target: RequestTarget;
}

/** With more targets than this, all are forgotten. */
const maxKnown = 1_000;

/** Targets with more addresses are not remembered: DNS can answer with thousands, which would take hundreds of megabytes. */
const maxAddresses = 32;

export function createClaimedTargets(vetting: Vetting, agents: Agents): ClaimedTargets {
  const targets = new WeakMap<ClaimedEndpoint, Promise<RequestTarget>>();
  const knownTargets = new Map<string, KnownTarget>();

  /** Resolves the host each time. Parsing the URL and checking its addresses cost more than signing, so this is only done for new ones. */
  async function vetted({ url: text }: ClaimedEndpoint): Promise<RequestTarget> {
    const known = knownTargets.get(text);
    const url = known?.url ?? parseTargetUrl(text);
    const found = await resolveTarget(url, vetting);
    if (known && isSameList(known.found, found)) return known.target;
    const target = requestTarget(vetAddresses(url, found, vetting), agents);
    if (found.length > maxAddresses) return target;
    if (knownTargets.size >= maxKnown) knownTargets.clear();
    knownTargets.set(text, { url, found, target });
    return target;
  }

  return (endpoint) => {
    const known = targets.get(endpoint);
    if (known) return known.catch(() => vetted(endpoint));
    const target = vetted(endpoint);
    targets.set(endpoint, target);
    return target;
  };
}

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((address, index) => address === other[index]);
