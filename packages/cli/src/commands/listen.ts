import { setTimeout as delay } from 'node:timers/promises';
import {
  type Client,
  ConnectionError,
  isApiError,
  TimeoutError,
  type WebhookEvent,
} from '@pv-planning/client';
import { connect, serviceUrl, signingSecret } from '../configuration.ts';
import { deliver, howToVerify, type Receiver, receiverUrl } from '../deliver.ts';
import { tell } from '../output.ts';

const pollMs = 1_000;
const maxWaitMs = 5_000;
/** An event can become readable up to a minute after its time. */
const overlapMs = 60_000;

interface ListenOptions {
  forwardTo: string;
  secret?: string;
  json: boolean;
}

const query = (newestMs: number) => {
  const createdFrom = new Date(newestMs - overlapMs).toISOString();
  return { createdFrom, sort: 'createdAt.asc', limit: 200 } as const;
};

/** Returns the events that happen from now on, oldest first, each once. */
async function newEvents(client: Client, signal: AbortSignal): Promise<AsyncGenerator<WebhookEvent>> {
  const { headers } = await client.listEvents.withResponse({ query: { limit: 1 }, signal });
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  const seen = new Set<string>();
  for await (const { id } of client.listEvents.all({ query: query(now), signal })) seen.add(id);
  return eventsAfter(client, { newest: now, seen }, signal);
}

async function* eventsAfter(
  client: Client,
  { newest, seen }: { newest: number; seen: Set<string> },
  signal: AbortSignal,
): AsyncGenerator<WebhookEvent> {
  for (;;) {
    const ids = new Set<string>();
    try {
      for await (const event of client.listEvents.all({ query: query(newest), signal })) {
        ids.add(event.id);
        if (seen.has(event.id)) continue;
        yield event;
        // It must not come again if a later page fails.
        seen.add(event.id);
        newest = Math.max(newest, Date.parse(event.createdAt));
      }
      seen = ids;
    } catch (error) {
      signal.throwIfAborted();
      if (!isPassing(error)) throw error;
    }
    await delay(pollMs, undefined, { signal });
  }
}

/** Whether the service may answer the next time. */
function isPassing(error: unknown): boolean {
  if (isApiError(error)) return error.status >= 500 || error.status === 429;
  return error instanceof ConnectionError || error instanceof TimeoutError;
}

/** Repeats the event until the receiver accepts it, so that none is lost or overtaken while the receiver restarts. */
async function forward(
  event: WebhookEvent,
  receiver: Receiver,
  signal: AbortSignal,
  json: boolean,
): Promise<void> {
  for (let waitMs = 250; ; waitMs = Math.min(2 * waitMs, maxWaitMs)) {
    const { accepted, answer } = await deliver(event, receiver, signal);
    const { id, type } = event;
    const again = accepted ? '' : `, again in ${waitMs / 1000} s`;
    tell(`${type} ${id} → ${answer}${again}`, { id, type, accepted, answer }, json);
    if (accepted) return;
    await delay(waitMs, undefined, { signal });
  }
}

/** Forwards the new events of the company, signed, until Ctrl-C. */
export async function listen({ forwardTo, secret: given, json }: ListenOptions): Promise<void> {
  const receiver = { to: receiverUrl(forwardTo), secret: signingSecret(given) };
  const client = connect();
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  const { signal } = stopping;
  let forwarded = 0;
  try {
    const events = await newEvents(client, signal);
    const { secret, to } = receiver;
    tell(
      `New events of ${serviceUrl()} go to ${to.href}. Ctrl-C ends.\n${howToVerify(secret)}`,
      { forwardTo: to.href, secret },
      json,
    );
    for await (const event of events) {
      await forward(event, receiver, signal, json);
      forwarded++;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  tell(`Stopped after ${forwarded} events.`, { forwarded }, json);
}
