import type { RequestOptions } from 'node:https';
import type { LookupFunction } from 'node:net';
import { urlToHttpOptions } from 'node:url';
import type { Address, VettedTarget } from '../../target/vet-target.ts';
import type { Agents } from './agents.ts';

/** Where attempts go, prepared once for all deliveries of a claim: it costs as much as signing. */
export interface RequestTarget {
  /** Connections go to these only. */
  addresses: readonly Address[];
  isSecure: boolean;
  /** For Node's HTTP client, without headers. */
  options: RequestOptions;
}

/** Milliseconds for connecting to one of several addresses before the next one is tried. */
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

/** A look-up that knows nothing but the vetted addresses, so that no second answer of DNS can slip in. */
function pinned(addresses: Address[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all || !first) callback(null, addresses);
    else callback(null, first.address, first.family);
  };
}
