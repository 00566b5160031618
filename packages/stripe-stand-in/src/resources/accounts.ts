import { randomBytes } from 'node:crypto';
import { ProviderError } from '../provider/provider-error.ts';
import type { Account, Store } from '../store.ts';
import { newId } from './context.ts';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

export function isLoopback(hostname: string): boolean {
  return loopback.test(hostname);
}

export function createAccount(store: Store, { webhookUrl = null }: { webhookUrl?: string | null }): Account {
  const id = newId('acct');
  const account = {
    id,
    apiKey: `rk_test_${randomBytes(24).toString('hex')}`,
    webhookUrl: null,
    webhookSecret: `whsec_${randomBytes(24).toString('hex')}`,
  };
  return setWebhookUrl(store, account, webhookUrl);
}

/** Stores the account with another webhook endpoint. */
export function setWebhookUrl(store: Store, account: Account, webhookUrl: string | null): Account {
  if (webhookUrl !== null && !isLoopback(new URL(webhookUrl).hostname))
    throw new Error('Webhooks are sent to loopback addresses only.');
  const changed = { ...account, webhookUrl };
  store.put(account.id, 'account', changed);
  return changed;
}

/** From then on, the account's old key is refused. */
export function rollApiKey(store: Store, account: Account): Account {
  const changed = { ...account, apiKey: `rk_test_${randomBytes(24).toString('hex')}` };
  store.put(account.id, 'account', changed);
  return changed;
}

export function authenticate(store: Store, authorization: string | undefined): Account {
  const key = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
  const account = key === undefined ? undefined : store.accountWithKey(key);
  if (account) return account;
  throw new ProviderError(401, {
    type: 'invalid_request_error',
    message: `Invalid API Key provided: ${key === undefined ? '(none)' : `${key.slice(0, 8)}****`}`,
  });
}
