import type { RequestOptions } from 'node:https';
import type { LookupFunction } from 'node:net';
import { urlToHttpOptions } from 'node:url';
import type { Address, VettedTarget } from '../../target/vet-target.ts';
import type { Agents } from './agents.ts';

/** The target of attempts. Prepared once for all deliveries of a claim, because it costs as much as signing. */
export interface RequestTarget {
  /** The only addresses to connect to. */
  addresses: readonly Address[];
  isSecure: boolean;
  /** Options of Node's HTTP client, without headers. */
  options: RequestOptions;
}

/** Milliseconds per address before the next one is tried. */
const connecting = { autoSelectFamilyAttemptTimeout: 2_000 };

export function requestTarget({ url, addresses }: VettedTarget, agents: Agents): RequestTarget {
  const isSecure = url.protocol === 'https:';
  return {
    addresses,
    isSecure,
    options: {
      ...urlToHttpOptions(url),
      method: 'POST',
      lookup: pinned(addresses),
      maxHeaderSize: 16_384,
      ...connecting,
      ...(isSecure ? { agent: agents.https, secureContext: agents.secureContext } : { agent: agents.http }),
    },
  };
}

/** Resolves only to the vetted addresses, which prevents DNS rebinding. */
function pinned(addresses: Address[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all || !first) callback(null, addresses);
    else callback(null, first.address, first.family);
  };
}
