import { randomUUID } from 'node:crypto';
import type { WebhookEvent } from '@pv-planning/contract';
import { type SignatureMode, sign } from './sign.ts';

type Draft<Event> = Event extends WebhookEvent
  ? Omit<Event, 'id' | 'createdAt'> & Partial<Pick<Event, 'id' | 'createdAt'>>
  : never;

/** An event; `id` and `createdAt` are optional. */
export type WebhookEventDraft = Draft<WebhookEvent>;

export interface SignedRequestOptions {
  secret: string | readonly string[];
  event: WebhookEventDraft;
  /** Signing time in Unix seconds. Default: now. */
  timestamp?: number;
  mode?: SignatureMode;
}

export interface SignedRequest {
  method: 'POST';
  headers: Record<'content-type' | 'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>;
  body: string;
}

/**
 * A delivery as the service sends it, for tests of a receiver: `fetch(url, signedRequest({ secret, event }))`.
 */
export function signedRequest({ secret, event, timestamp, mode }: SignedRequestOptions): SignedRequest {
  const id = event.id ?? randomUUID();
  const signedAt = timestamp ?? Math.floor(Date.now() / 1000);
  const createdAt = event.createdAt ?? new Date(signedAt * 1000).toISOString();
  const body = JSON.stringify({ id, type: event.type, createdAt, data: event.data });
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(signedAt),
      'webhook-signature': sign({ secret, id, timestamp: signedAt, body, ...(mode && { mode }) }),
    },
    body,
  };
}
