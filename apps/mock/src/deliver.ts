import type { SignedRequest } from '@pv-planning/webhooks';

/** The response of a receiver. */
export interface ReceiverResponse {
  status: number;
  statusText: string;
  /** The first characters of the body. */
  body: string;
  milliseconds: number;
}

/** The receiver is unreachable or did not respond in time. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

const timeout = 10_000;
const shownCharacters = 1_000;

/**
 * Sends one delivery like the service: without following redirects and with a timeout of 10 seconds.
 *
 * @throws {UnreachableError}
 */
export async function deliver(url: URL, request: SignedRequest): Promise<ReceiverResponse> {
  const start = performance.now();
  try {
    const response = await fetch(url, {
      ...request,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    });
    const body = await response.text();
    return {
      status: response.status,
      statusText: response.statusText,
      body: body.length > shownCharacters ? `${body.slice(0, shownCharacters)} …` : body,
      milliseconds: Math.round(performance.now() - start),
    };
  } catch (error) {
    throw new UnreachableError(reason(url, error), { cause: error });
  }
}

function reason(url: URL, error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return `${url.href} did not respond within ${timeout / 1000} seconds.`;
  }
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ECONNREFUSED') return `Nothing listens at ${url.origin}. Start your receiver first.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `The host name ${url.hostname} is unknown.`;
  const message = cause instanceof Error ? cause.message : String(error);
  return `The request to ${url.href} failed: ${message}.`;
}
