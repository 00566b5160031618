import ipaddr from 'ipaddr.js';

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

const networks = (...texts: string[]): Network[] => texts.map((text) => ipaddr.parseCIDR(text));

/** IANA's special-purpose registry, multicast and reserved addresses, and the public address of Azure's host. */
const notPublicV4 = networks(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
);

/** The only globally routable unicast range. */
const globalUnicastV6 = networks('2000::/3');

/**
 * Exceptions within that range: protocol assignments with Teredo and ORCHID, documentation, AS112, and 6to4, which embeds any IPv4
 * address.
 */
const notPublicV6 = networks('2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20');

/** NAT64: the last four bytes are the IPv4 destination. */
const translatedV4 = networks('64:ff9b::/96');

/** ISATAP (RFC 5214): the interface id is 0:5efe or 200:5efe and the IPv4 address to which packets are tunnelled. */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe;
}

const within = (address: ipaddr.IPv4 | ipaddr.IPv6, list: readonly Network[]) =>
  list.some(([network, length]) => address.kind() === network.kind() && address.match(network, length));

/** Converts an IPv4-mapped IPv6 address (`::ffff:a.b.c.d`) to the IPv4 address. */
function parse(text: string) {
  const address = ipaddr.parse(text);
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/** Whether an address, valid according to `net.isIP`, is public. Unknown ranges are not. */
export function isPublicAddress(text: string): boolean {
  const address = parse(text);
  if (address instanceof ipaddr.IPv4) return !within(address, notPublicV4);
  if (within(address, translatedV4)) {
    return !within(new ipaddr.IPv4(address.toByteArray().slice(12)), notPublicV4);
  }
  return within(address, globalUnicastV6) && !within(address, notPublicV6) && !isIsatap(address);
}

/** Whether two texts, both valid according to `net.isIP`, denote the same address. */
export function sameAddress(one: string, other: string): boolean {
  return one === other || parse(one).toString() === parse(other).toString();
}

/** Whether an address is in one of the allowed networks. */
export type AllowList = (address: string) => boolean;

/** `cidrs` are networks such as `127.0.0.0/8`. Throws for invalid networks. */
export function createAllowList(cidrs: readonly string[]): AllowList {
  const list = networks(...cidrs);
  return (address) => within(parse(address), list);
}
