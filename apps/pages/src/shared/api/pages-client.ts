import type { paths } from '@pv-planning/contract/pages';
import createClient from 'openapi-fetch';

/** The root of the service, below which a proxy may have put it. Scripts are in `<root>/pages/assets/`. */
export const rootOf = (script: string) => new URL('../..', script).href.replace(/\/$/, '');

/** How long a request may take. Documents take longer, but are opened by links. */
const timeoutMs = 30_000;

export function pagesClient(root: string) {
  return createClient<paths>({
    baseUrl: root,
    fetch: (request) => fetch(request, { signal: AbortSignal.timeout(timeoutMs) }),
  });
}

export type PagesClient = ReturnType<typeof pagesClient>;

/** Returns a new idempotency key. `crypto.randomUUID` would need HTTPS. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
