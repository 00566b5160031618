import type { Store } from '../store.ts';
import { signature } from './signature.ts';

const timeoutMs = 10_000;
const pollMs = 250;
/** 1, 2, 4 … seconds, an hour at most. The provider waits longer and stops after three days. */
const retryDelay = (attempts: number) => Math.min(2 ** attempts, 3600);

interface SenderSettings {
  store: Store;
  now(): number;
}

/** Sends events to the webhook endpoint of their account, one after the other, until they are accepted. */
export class WebhookSender {
  readonly #settings: SenderSettings;
  readonly #timer: NodeJS.Timeout;
  readonly #closing = new AbortController();
  #isHeld = false;
  #sending: Promise<void> | undefined;

  constructor(settings: SenderSettings) {
    this.#settings = settings;
    this.#timer = setInterval(() => this.wake(), pollMs).unref();
  }

  /** Sends nothing until `release`. What happens meanwhile is sent then. */
  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
    this.wake();
  }

  wake(): void {
    if (this.#isHeld) return;
    this.#sending ??= this.#sendDue().finally(() => {
      this.#sending = undefined;
    });
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.hold();
    this.#closing.abort();
    await this.#sending;
  }

  async #sendDue(): Promise<void> {
    const { store, now } = this.#settings;
    for (const { account, event, attempts } of store.dueWebhooks(now())) {
      if (this.#isHeld) return;
      const status = await this.send(account, event);
      if (status === undefined || (status >= 200 && status < 300)) store.deleteWebhook(event);
      else store.retryWebhook(event, now() + retryDelay(attempts));
    }
  }

  /** Sends an event now, also one that was sent before. Returns the status, 0 without a response, undefined without an endpoint. */
  async send(accountId: string, eventId: string): Promise<number | undefined> {
    const { store } = this.#settings;
    const account = store.get(accountId, 'account', accountId);
    const event = store.get(accountId, 'event', eventId);
    if (!account || !event) throw new Error(`No such event: ${eventId}`);
    if (account.webhookUrl === null) return undefined;
    const body = JSON.stringify(event, null, 2);
    try {
      const response = await fetch(account.webhookUrl, {
        method: 'POST',
        body,
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Stripe-Signature': signature(body, account.webhookSecret, Math.floor(Date.now() / 1000)),
        },
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), this.#closing.signal]),
        redirect: 'manual',
      });
      await response.body?.cancel();
      return response.status;
    } catch {
      return 0;
    }
  }
}
