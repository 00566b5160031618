import type { ApiError, paths } from '@pv-planning/contract/pages';
import createClient from 'openapi-fetch';

/** The root of the service, below which a proxy may have put it. Scripts are in `<root>/pages/assets/`. */
export const rootOf = (script: string) => new URL('../..', script).href.replace(/\/$/, '');

/** How long a request may take. Documents take longer, but are opened by links. */
const timeoutMs = 30_000;

/** How often a request is sent again for which the service had no slot. */
const maxRepeats = 3;

/** Whether a request can be sent twice: it reads, or has an idempotency key. */
const isRepeatable = ({ method, headers }: Request) => method === 'GET' || headers.has('Idempotency-Key');

async function isCrowded(response: Response): Promise<boolean> {
  if (response.status !== 429) return false;
  const error = (await response.clone().json()) as Partial<ApiError>;
  return error.error === 'too_many_concurrent';
}

/** Sends a request, and again after a random time from `Retry-After` on while too many others run. */
async function send(request: Request): Promise<Response> {
  for (let repeats = 0; ; repeats += 1) {
    const response = await fetch(request.clone(), { signal: AbortSignal.timeout(timeoutMs) });
    if (repeats === maxRepeats || !isRepeatable(request) || !(await isCrowded(response))) return response;
    const seconds = Number(response.headers.get('Retry-After') ?? 1) * (1 + Math.random());
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

export function pagesClient(root: string) {
  return createClient<paths>({ baseUrl: root, fetch: send });
}

export type PagesClient = ReturnType<typeof pagesClient>;

/** Returns a new idempotency key. `crypto.randomUUID` would need HTTPS. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
