import { type CompanyQueries, type Tables, withinCompany } from '@pv-planning/database';
import type { Kysely } from 'kysely';
import type Stripe from 'stripe';
import { v7 as uuidv7 } from 'uuid';
import { AdministrationError } from '../../company/administration-error.ts';
import { inputCheck } from '../../company/checked-input.ts';
import { requireCompany } from '../../company/company-administration.ts';
import { inTransaction } from '../../company/in-transaction.ts';
import { webhookPath } from '../../kernel/payment-accounts/account-handle.ts';
import {
  insertAccount,
  isLiveKey,
  keyColumns,
  type PaymentAccount,
} from '../../kernel/payment-accounts/account-records.ts';
import type { PaymentAccounts } from '../../kernel/payment-accounts/payment-accounts.ts';
import { providerResult } from '../../kernel/payment-accounts/provider-failure.ts';
import { changeTime, readClock } from '../../kernel/records/change-time.ts';
import { providerFailed, tryKey } from './try-key.ts';

/** The secrets of an account, as shown by the provider. */
export interface AccountSecrets {
  apiKey?: string;
  webhookSecret?: string;
}

/** An account as operators see it. */
export interface PaymentAccountSummary {
  companyId: string;
  id: string;
  /** The first and the last characters of the key. */
  apiKey: string;
  /** `test` moves no money. */
  mode: 'live' | 'test';
  /** Whether customers can pay. */
  ready: boolean;
  /** The reason if it is not ready. */
  problem: 'no_webhook_secret' | 'test_key' | 'key_refused' | 'removed' | null;
  /** The message with which the provider refused the key. */
  refusal: string | null;
  /** The address at which the provider must send its events. Null without a public address of the service. */
  webhookUrl: string | null;
  webhookPath: string;
  /** End of the validity of the previous webhook secret. */
  previousWebhookSecretUntil: string | null;
  createdAt: string;
  updatedAt: string;
  removedAt: string | null;
}

export interface PaymentAccountAdministration {
  /** Checks the content of a file with secrets. @throws {AdministrationError} */
  checkSecrets(content: unknown): AccountSecrets;
  /** Sets the account of a company, or replaces secrets of its account. A new key is tried. @throws {AdministrationError} */
  setPaymentAccount(companyId: string, secrets: AccountSecrets): Promise<PaymentAccountSummary>;
  /** Returns the account of a company, or the last one that was removed; undefined if it never had one. */
  findPaymentAccount(companyId: string): Promise<PaymentAccountSummary | undefined>;
  /** Ends payments to an account. What was paid can still be refunded. @throws {AdministrationError} */
  removePaymentAccount(companyId: string): Promise<PaymentAccountSummary>;
}

/** Maximum time for which the provider signs with both secrets. */
const previousSecretMs = 86_400_000;

const checkSecrets = inputCheck<AccountSecrets>({
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  says: 'must contain apiKey, webhookSecret or both',
  properties: {
    apiKey: {
      type: 'string',
      pattern: '^rk_(live|test)_[A-Za-z0-9]{16,250}$',
      says: 'must be a complete restricted key as Stripe shows it: rk_live_ or rk_test_, then at least 16 letters and digits',
    },
    webhookSecret: {
      type: 'string',
      pattern: '^whsec_[A-Za-z0-9+/=]{16,250}$',
      says: 'must be the complete signing secret of the webhook endpoint as Stripe shows it: whsec_, then at least 16 characters',
    },
  },
});

const keyStart = { live: 'rk_live_', test: 'rk_test_' } as const;

interface AdministrationParts {
  kysely: Kysely<Tables>;
  accounts: PaymentAccounts;
  publicUrl: string | undefined;
}

/** @param parts.kysely if it is a transaction, all methods run in it */
export function paymentAccountAdministration({
  kysely,
  accounts,
  publicUrl,
}: AdministrationParts): PaymentAccountAdministration {
  function summary(account: PaymentAccount): PaymentAccountSummary {
    const { companyId, id, apiKeyEnd, refusedAt, refusal, webhookSecret, removedAt } = account;
    const mode = account.isLive ? 'live' : 'test';
    const path = webhookPath(account);
    const problem = removedAt
      ? 'removed'
      : refusedAt
        ? 'key_refused'
        : !accounts.accepts(account)
          ? 'test_key'
          : webhookSecret
            ? null
            : 'no_webhook_secret';
    return {
      ...{ companyId, id, apiKey: `${keyStart[mode]}…${apiKeyEnd}`, mode },
      ...{ ready: problem === null, problem, refusal },
      ...{ webhookUrl: publicUrl === undefined ? null : `${publicUrl}${path}`, webhookPath: path },
      previousWebhookSecretUntil: account.previousWebhookSecretUntil,
      ...{ createdAt: account.createdAt, updatedAt: account.updatedAt, removedAt },
    };
  }

  /** Works on the company's account, locked. It is undefined if there is none. */
  async function changed(
    companyId: string,
    change: (db: CompanyQueries, account: PaymentAccount | undefined, now: string) => Promise<void>,
  ): Promise<PaymentAccountSummary> {
    return inTransaction(kysely, async (transaction) => {
      const db = withinCompany(transaction, await requireCompany(transaction, companyId, 'lock'));
      const account = await presentAccount(db).forNoKeyUpdate().executeTakeFirst();
      const clock = await readClock(db);
      await change(db, account, account ? changeTime(clock, account.updatedAt) : clock);
      return summary(await newestAccount(db).executeTakeFirstOrThrow());
    });
  }

  /** Returns the columns of a new secret of the webhook. The one that it replaces stays valid for a while. */
  function secretColumns(account: PaymentAccount, webhookSecret: string, now: string) {
    const sealed = { webhookSecret: accounts.seal(webhookSecret, account, 'webhookSecret') };
    const previous = account.webhookSecret && accounts.open(account.webhookSecret, account, 'webhookSecret');
    if (!previous || previous === webhookSecret) return sealed;
    return {
      ...sealed,
      previousWebhookSecret: accounts.seal(previous, account, 'previousWebhookSecret'),
      previousWebhookSecretUntil: new Date(Date.parse(now) + previousSecretMs).toISOString(),
    };
  }

  return {
    checkSecrets,

    async setPaymentAccount(companyId, { apiKey, webhookSecret }) {
      await requireCompany(kysely, companyId);
      if (apiKey !== undefined) {
        if (!accounts.accepts({ isLive: isLiveKey(apiKey) }))
          throw new AdministrationError(
            'payment_key_refused',
            'In production, the key must start with rk_live_.',
          );
        const stripe = await accounts.clientWith(apiKey);
        await tryKey(stripe);
        await requireSameAccount(withinCompany(kysely, companyId), stripe, apiKey);
      }
      return changed(companyId, async (db, account, now) => {
        if (!account) {
          if (apiKey === undefined)
            throw new AdministrationError(
              'payment_account_not_found',
              'The company has no account yet: apiKey is missing.',
            );
          const owner = { companyId, id: uuidv7() };
          await insertAccount(db, accounts, { ...owner, apiKey, webhookSecret, createdAt: now });
          return;
        }
        await db
          .updateTable('paymentAccount')
          .set({
            updatedAt: now,
            ...(apiKey !== undefined && keyColumns(accounts, account, apiKey)),
            ...(webhookSecret !== undefined && secretColumns(account, webhookSecret, now)),
          })
          .where('id', '=', account.id)
          .execute();
      });
    },

    async findPaymentAccount(companyId) {
      const db = withinCompany(kysely, await requireCompany(kysely, companyId));
      const account = await newestAccount(db).executeTakeFirst();
      return account && summary(account);
    },

    async removePaymentAccount(companyId) {
      return changed(companyId, async (db, account, now) => {
        if (!account)
          throw new AdministrationError(
            'payment_account_not_found',
            `Company ${companyId} takes no payments.`,
          );
        await db
          .updateTable('paymentAccount')
          .set({ removedAt: now, updatedAt: now })
          .where('id', '=', account.id)
          .execute();
      });
    },
  };
}

const differs = (why: string) =>
  new AdministrationError(
    'payment_account_differs',
    `${why} To change accounts, use "payment remove" first, which keeps the key for refunds.`,
  );

/**
 * Requires that a new key belongs to the same account at the provider: it has the same mode, and finds the newest checkout if there
 * is one. With the key of another account, payments could not be refunded.
 */
async function requireSameAccount(db: CompanyQueries, stripe: Stripe, apiKey: string): Promise<void> {
  const present = await presentAccount(db).executeTakeFirst();
  if (present && present.isLive !== isLiveKey(apiKey))
    throw differs(
      present.isLive
        ? 'The present key moves money, and this one belongs to the test mode of Stripe.'
        : 'The present key belongs to the test mode of Stripe, and this one moves money.',
    );
  const newest = await db
    .selectFrom('booking')
    .innerJoin('paymentAccount', (join) =>
      join
        .onRef('paymentAccount.companyId', '=', 'booking.companyId')
        .onRef('paymentAccount.id', '=', 'booking.paymentAccountId'),
    )
    .select('booking.checkoutSessionId')
    .where('paymentAccount.removedAt', 'is', null)
    .where('booking.checkoutSessionId', 'is not', null)
    .orderBy('booking.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!newest?.checkoutSessionId) return;
  const { failure } = await providerResult(stripe.checkout.sessions.retrieve(newest.checkoutSessionId));
  if (failure?.kind === 'refused')
    throw differs(
      'The key belongs to another account at Stripe: it does not find the payments of the present one, which could not be refunded.',
    );
  if (failure) throw providerFailed(failure);
}

const presentAccount = (db: CompanyQueries) =>
  db.selectFrom('paymentAccount').selectAll('paymentAccount').where('removedAt', 'is', null);

/** The account of a company, or the last one that was removed. */
const newestAccount = (db: CompanyQueries) =>
  db.selectFrom('paymentAccount').selectAll('paymentAccount').orderBy('id', 'desc').limit(1);
