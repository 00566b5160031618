import { signedRequest, type WebhookEventDraft } from '@pv-planning/webhooks';
import { UsageError } from './failure.ts';

/** Tells whoever has a receiver which secret deliveries are signed with. */
export const howToVerify = (secret: string) => `Verify them with WEBHOOK_SECRET=${secret}`;

/** Where events go, and the secret that signs them. */
export interface Receiver {
  to: URL;
  secret: string;
}

/** What came of a delivery: the status, or why there is none. */
export interface Outcome {
  accepted: boolean;
  answer: string;
}

const timeoutMs = 10_000;

/** @throws {UsageError} */
export function receiverUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new UsageError(`--forward-to must start with http:// or https://, but is "${text}".`);
}

/** Sends one event as the service does: signed, for at most 10 seconds, without following redirects. */
export async function deliver(
  event: WebhookEventDraft,
  { to, secret }: Receiver,
  signal?: AbortSignal,
): Promise<Outcome> {
  const request = signed(event, secret);
  const limits = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
  try {
    const response = await fetch(to, { ...request, redirect: 'manual', signal: AbortSignal.any(limits) });
    await response.body?.cancel();
    return { accepted: response.ok, answer: String(response.status) };
  } catch (error) {
    signal?.throwIfAborted();
    return { accepted: false, answer: reasonOf(error, to) };
  }
}

function signed(event: WebhookEventDraft, secret: string) {
  try {
    const request = signedRequest({ secret, event });
    return { ...request, headers: { ...request.headers, 'user-agent': 'PV-Planning-Webhooks/1' } };
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}

function reasonOf(error: unknown, to: URL): string {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `no response within ${timeoutMs / 1000} s`;
  const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  return code === 'ECONNREFUSED' ? `nothing listens at ${to.origin}` : message || String(code);
}
