import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { type AllowList, isPublicAddress } from './address.ts';
import { NameLookupError, RejectedTargetError } from './target-error.ts';
import { hostOf, parseTargetUrl, publicUrlProblem } from './target-url.ts';

/** A DNS server. */
export interface NameServer {
  /** IP address. */
  host: string;
  port: number;
}

export interface Vetting {
  /** Networks to allow in addition to public addresses, even over http. For development and tests. */
  allowed: AllowList;
  resolver: Resolver;
  dnsTimeoutMs: number;
}

export interface Address {
  address: string;
  family: 4 | 6;
}

export interface VettedTarget {
  url: URL;
  /** The only addresses to which a connection may be made. */
  addresses: Address[];
}

/** Queries DNS directly. Lookups by the operating system would occupy Node's small thread pool. */
export function createResolver(server?: NameServer): Resolver {
  const resolver = new Resolver({ timeout: 1_000, tries: 2 });
  if (server) {
    const host = isIP(server.host) === 6 ? `[${server.host}]` : server.host;
    resolver.setServers([`${host}:${server.port}`]);
  }
  return resolver;
}

/**
 * Parses a receiver's URL, resolves its host and rejects it if any address is not public. Throws `RejectedTargetError`, or
 * `NameLookupError` if the name cannot be resolved.
 */
export async function vetTarget(text: string, vetting: Vetting): Promise<VettedTarget> {
  const url = parseTargetUrl(text);
  return vetAddresses(url, await resolveTarget(url, vetting), vetting);
}

/** Returns the addresses of the host, not vetted yet. Throws as `vetTarget` does. */
export function resolveTarget(url: URL, vetting: Vetting): Promise<string[]> {
  return addressesOf(hostOf(url), vetting).catch((error: unknown) => {
    throw problemOf(url) ?? error;
  });
}

/** Rejects the target if any of its addresses is not public. */
export function vetAddresses(
  url: URL,
  found: readonly string[],
  { allowed: isAllowed }: Vetting,
): VettedTarget {
  const allowed = found.filter(isAllowed);
  if (allowed.length > 0 && (url.hostname === 'localhost' || allowed.length === found.length)) {
    return { url, addresses: allowed.map(withFamily) };
  }
  const problem = problemOf(url);
  if (problem) throw problem;
  if (!found.every(isPublicAddress)) {
    throw new RejectedTargetError('blocked_address', 'The host has an address that is not public.');
  }
  return { url, addresses: found.map(withFamily) };
}

const problemOf = (url: URL) => publicUrlProblem(url, isIP(hostOf(url)) !== 0);

const withFamily = (address: string): Address => ({ address, family: isIP(address) === 4 ? 4 : 6 });

async function addressesOf(host: string, { resolver, dnsTimeoutMs }: Vetting): Promise<string[]> {
  if (isIP(host)) return [host];
  if (host === 'localhost') return ['127.0.0.1', '::1'];
  const answers = await Promise.allSettled([
    within(dnsTimeoutMs, resolver.resolve4(host)),
    within(dnsTimeoutMs, resolver.resolve6(host)),
  ]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length === 0) {
    const reason = reasonOf(answers);
    throw new NameLookupError(`The host name has no address (${reason}).`, {
      isLocal: reason === noNameServer,
    });
  }
  return addresses;
}

function reasonOf(answers: readonly PromiseSettledResult<string[]>[]): string {
  const codes = answers.map((answer) => (answer.status === 'rejected' ? answer.reason.code : noAddress));
  return codes.find((code) => code !== noAddress) ?? noAddress;
}

const noAddress = 'ENODATA';
const noNameServer = 'ECONNREFUSED';

async function within<Value>(milliseconds: number, work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(Object.assign(new Error('no answer'), { code: 'ETIMEOUT' }));
  }, milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
