import { isIP, isIPv4, SocketAddress } from 'node:net';
import type { Request } from 'express';

/** Returns the IP address of a client: the address reported by trusted proxies, otherwise that of the connection. */
export function clientAddressOf({ ip, socket }: Pick<Request, 'ip' | 'socket'>): string | undefined {
  return ipAddress(ip ?? '') ?? ipAddress(socket.remoteAddress ?? '');
}

/** Proxies report addresses with ports, too, such as `203.0.113.7:51234` and `[2001:db8::7]:51234`. */
const ipv4Port = /^([\d.]+):\d{1,5}$/;
const ipv6Brackets = /^\[([^\]]*)\](:\d{1,5})?$/;

/** Returns the IP address in a text in its canonical form. Converts IPv4-mapped IPv6 addresses to IPv4. */
function ipAddress(text: string): string | undefined {
  const host = ipv4Port.exec(text)?.[1] ?? ipv6Brackets.exec(text)?.[1] ?? text;
  const [withoutZone = ''] = host.split('%');
  if (!isIP(withoutZone)) return undefined;
  if (isIPv4(withoutZone)) return withoutZone;
  const { address } = new SocketAddress({ address: withoutZone, family: 'ipv6' });
  return address.replace(/^::ffff:(?=\d+\.)/, '');
}
