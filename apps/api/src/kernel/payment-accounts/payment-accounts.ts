import type Stripe from 'stripe';
import { type SecretKeys, secretBoxFor } from '../secrets/secret-keys.ts';
import type { StripeClients } from './stripe-clients.ts';

/** The secrets of an account, each of which is encrypted for its column. Requests contain links of customers. */
type Secret = 'apiKey' | 'webhookSecret' | 'previousWebhookSecret' | 'checkoutRequest';

export interface AccountId {
  companyId: string;
  id: string;
}

/** An account with its encrypted key, as stored. */
export interface KeyedAccount extends AccountId {
  apiKey: string | null;
}

/** Opens the accounts of companies at the payment provider. */
export interface PaymentAccounts {
  seal(text: string, account: AccountId, secret: Secret): string;
  open(sealed: string, account: AccountId, secret: Secret): string;
  /** Returns the text sealed with the present key; undefined if it already is. @throws Error as `open` does */
  reseal(sealed: string, account: AccountId, secret: Secret): string | undefined;
  /** Returns a client of the provider that acts in an account. @throws Error if the key of a removed account was deleted */
  clientOf(account: KeyedAccount): Promise<Stripe>;
  /** Returns a client with a key that is not stored yet. */
  clientWith: StripeClients;
  /** Whether an account can be paid to: in production, it must move money. */
  accepts(account: { isLive: boolean }): boolean;
}

export function paymentAccounts(
  keys: SecretKeys,
  clients: StripeClients,
  { production }: { production: boolean },
): PaymentAccounts {
  const box = secretBoxFor(keys, 'payment accounts');
  const nameOf = ({ companyId, id }: AccountId, secret: Secret) =>
    `payment_account ${companyId} ${id} ${secret}`;
  const open: PaymentAccounts['open'] = (sealed, account, secret) =>
    box.open(sealed, nameOf(account, secret));
  return {
    seal: (text, account, secret) => box.seal(text, nameOf(account, secret)),
    open,
    reseal: (sealed, account, secret) => box.reseal(sealed, nameOf(account, secret)),
    clientWith: clients,
    accepts: ({ isLive }) => isLive || !production,
    async clientOf({ apiKey, ...account }) {
      if (apiKey === null) throw new Error(`The key of payment account ${account.id} was deleted.`);
      return clients(open(apiKey, account, 'apiKey'));
    },
  };
}
