import { isIPv6 } from 'node:net';

/**
 * Returns the key by which limits count a client address: an IPv4 address, or the /64 network of an IPv6 address, because a
 * client usually has all addresses of such a network.
 */
export function addressBucket(address: string): string {
  if (!isIPv6(address)) return address;
  // URLs have the shortest form: lower case, hexadecimal, with "::" for the longest run of zeros.
  const shortest = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [start = [], end = []] = shortest.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array<string>(8 - start.length - end.length).fill('0');
  return `${[...start, ...zeros, ...end].slice(0, 4).join(':')}::/64`;
}

/** Returns the network of an address, which may belong to a single user: /24 for IPv4, /48 for IPv6. */
export function networkOf(address: string): string {
  const bucket = addressBucket(address);
  return bucket.includes(':') ? `${bucket.split(':', 3).join(':')}::/48` : bucket.replace(/\.\d+$/, '.0/24');
}
