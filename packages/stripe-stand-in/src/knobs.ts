import type { Disturbance, Disturbances } from './http/disturbances.ts';
import type { Operation } from './http/routes.ts';
import type { CheckoutSession, Dispute, Event, PaymentMethod, Refund } from './provider/objects.ts';
import { createAccount, rollApiKey, setWebhookUrl } from './resources/accounts.ts';
import { expireSession } from './resources/checkout-sessions.ts';
import type { Context } from './resources/context.ts';
import { closeDispute, openDispute } from './resources/disputes.ts';
import { chargeOf, decline, finishDebit, type Payment, pay } from './resources/payments.ts';
import { createPromotionCode, type PromotionCodeTerms } from './resources/promotion-codes.ts';
import { createRefund, finishRefund } from './resources/refunds.ts';
import type { Account, Kind, PromotionCode, Store } from './store.ts';
import type { WebhookSender } from './webhooks/webhook-sender.ts';

interface KnobSettings {
  store: Store;
  now(): number;
  webhooks: WebhookSender;
  disturbances: Disturbances;
}

/** What customers, banks and the company's people at the provider's dashboard do, and what goes wrong. */
export class Knobs {
  readonly #settings: KnobSettings;

  constructor(settings: KnobSettings) {
    this.#settings = settings;
  }

  #at<Result>(kind: Kind, id: string, work: (context: Context) => Result): Result {
    const { store, now, webhooks } = this.#settings;
    const account = store.accountOf(kind, id);
    if (account === undefined) throw new Error(`No such ${kind}: ${id}`);
    const result = store.transaction(() => work({ store, account, now }));
    webhooks.wake();
    return result;
  }

  /** @param webhookUrl on a loopback address */
  createAccount(options: { webhookUrl?: string | null } = {}): Account {
    return createAccount(this.#settings.store, options);
  }

  /** Returns the accounts, also those of earlier runs. The newest is first. */
  accounts(): Account[] {
    return this.#settings.store.accounts();
  }

  setWebhookUrl(account: Account, url: string | null): Account {
    return setWebhookUrl(this.#settings.store, account, url);
  }

  /** The old key is refused from now on. */
  rollApiKey(account: Account): Account {
    return rollApiKey(this.#settings.store, account);
  }

  createPromotionCode(account: Account, terms: PromotionCodeTerms): PromotionCode {
    return this.#at('account', account.id, (context) => createPromotionCode(context, terms));
  }

  /** What happens to the next requests of an operation, in this order. */
  disturb(operation: Operation, ...disturbances: Disturbance[]): void {
    this.#settings.disturbances.set(operation, disturbances);
  }

  /** How many requests of an operation are still to be disturbed: others have arrived. */
  disturbancesLeft(operation: Operation): number {
    return this.#settings.disturbances.left(operation);
  }

  /** The customer pays. A SEPA debit is under way until `finishDebit`. */
  pay(session: string, payment?: Payment): CheckoutSession {
    return this.#at('checkout.session', session, (context) => pay(context, session, payment));
  }

  /** The customer's payment is declined; the session stays open. */
  fail(session: string, method?: PaymentMethod): CheckoutSession {
    return this.#at('checkout.session', session, (context) => decline(context, session, method));
  }

  /** The bank responds to the debit. */
  finishDebit(session: string, outcome: 'succeeded' | 'failed'): CheckoutSession {
    return this.#at('checkout.session', session, (context) => finishDebit(context, session, outcome));
  }

  /** The session's time is over. */
  expire(session: string): CheckoutSession {
    return this.#at('checkout.session', session, (context) => expireSession(context, session));
  }

  /** The company refunds a payment in the dashboard: in full, or a part. */
  refund(session: string, amount?: number): Refund {
    return this.#at('checkout.session', session, (context) => {
      const { id: charge } = chargeOf(context, session);
      return createRefund(context, { charge, ...(amount !== undefined && { amount }) });
    });
  }

  /** Returns all refunds of the session's payment, the newest first. */
  refunds(session: string): Refund[] {
    return this.#at('checkout.session', session, (context) => {
      const { id: charge } = chargeOf(context, session);
      return context.store.list(context.account, 'refund', { charge });
    });
  }

  /** The bank responds to a refund. One that succeeded can still fail. */
  finishRefund(refund: string, status: 'succeeded' | 'failed' | 'canceled'): Refund {
    return this.#at('refund', refund, (context) => finishRefund(context, refund, status));
  }

  /** The customer disputes the payment. Refunds are refused from now on. */
  dispute(session: string): Dispute {
    return this.#at('checkout.session', session, (context) =>
      openDispute(context, chargeOf(context, session)),
    );
  }

  closeDispute(dispute: string, status: 'won' | 'lost'): Dispute {
    return this.#at('dispute', dispute, (context) => closeDispute(context, dispute, status));
  }

  /** Returns all events of an account in their order, sent or not. */
  events(account: Account): Event[] {
    return this.#settings.store.list(account.id, 'event').reverse();
  }

  /** Sends no events until `releaseWebhooks`. */
  holdWebhooks(): void {
    this.#settings.webhooks.hold();
  }

  releaseWebhooks(): void {
    this.#settings.webhooks.release();
  }

  /** Sends an event now: before its turn, or again. Returns the status of the response, 0 without one. */
  async sendWebhook(event: Event): Promise<number | undefined> {
    const account = this.#settings.store.accountOf('event', event.id);
    if (account === undefined) throw new Error(`No such event: ${event.id}`);
    return this.#settings.webhooks.send(account, event.id);
  }
}
