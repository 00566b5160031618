import type { Settings } from './settings.ts';

/** A server that listens on one of these hosts is reached by all addresses of its machine. */
const allAddresses = ['0.0.0.0', '::'];

/** Returns the address of a server that listens on this host and port. */
export function serverUrl({ host, port }: { host: string; port: number }): string {
  if (allAddresses.includes(host)) return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * Returns the address at which customers reach the service. In production, it must be set; otherwise it is the service's own one.
 *
 * @param ownUrl the address at which the service listens
 */
export function publicUrlOf(
  { publicUrl, production }: Pick<Settings, 'publicUrl' | 'production'>,
  ownUrl: string | undefined,
): string | undefined {
  return publicUrl ?? (production ? undefined : ownUrl);
}
