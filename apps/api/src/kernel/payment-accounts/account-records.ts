import { type CompanyQueries, type CompanyTables, preparedQuery } from '@pv-planning/database';
import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { AccountId, PaymentAccounts } from './payment-accounts.ts';

/** An account at the payment provider. Its secrets are encrypted. */
export type PaymentAccount = Selectable<CompanyTables['paymentAccount']>;

/** Of the table `payment_account`: its webhook was set up, its key works, and it was not removed. */
const isReady = sql<boolean>`webhook_secret is not null and refused_at is null and removed_at is null`;

const readyAccount = preparedQuery((db, _: Record<string, never>) =>
  db.selectFrom('paymentAccount').selectAll('paymentAccount').where(isReady),
);

interface AccountContext {
  db: CompanyQueries;
  paymentAccounts: Pick<PaymentAccounts, 'accepts'>;
}

/** Returns the account that takes the company's payments, if there is one. */
export async function findReadyAccount({
  db,
  paymentAccounts,
}: AccountContext): Promise<PaymentAccount | undefined> {
  const [account] = await readyAccount(db, {});
  return account && paymentAccounts.accepts(account) ? account : undefined;
}

const lockedAccount = preparedQuery((db, _: Record<string, never>) =>
  db.selectFrom('paymentAccount').selectAll('paymentAccount').where(isReady).forNoKeyUpdate(),
);

/** Returns the account that takes the company's payments, and locks it until the end of the transaction. */
export async function lockReadyAccount({
  db,
  paymentAccounts,
}: AccountContext): Promise<PaymentAccount | undefined> {
  const [account] = await lockedAccount(db, {});
  return account && paymentAccounts.accepts(account) ? account : undefined;
}

/** Whether the company of a booking type has an account that takes payments. */
export function takesPayments({ exists, selectFrom }: ExpressionBuilder<CompanyTables, 'bookingType'>) {
  return exists(
    selectFrom('paymentAccount')
      .select('paymentAccount.id')
      .whereRef('paymentAccount.companyId', '=', 'bookingType.companyId')
      .where(isReady),
  );
}

const accountById = preparedQuery((db, { id }: { id: string }) =>
  db.selectFrom('paymentAccount').selectAll('paymentAccount').where('id', '=', id),
);

/** Finds an account, also a removed one. */
export async function findAccount(db: CompanyQueries, id: string): Promise<PaymentAccount | undefined> {
  const [account] = await accountById(db, { id });
  return account;
}

/** Returns the account with which a booking was paid, also a removed one. */
export async function readAccount(db: CompanyQueries, id: string): Promise<PaymentAccount> {
  const account = await findAccount(db, id);
  if (!account) throw new Error(`There is no payment account ${id}.`);
  return account;
}

/**
 * Notes that the provider has refused the key of an account, which takes no payments until it gets another key. A removed account takes
 * none anyway.
 *
 * @returns whether nobody has noted it yet
 */
export async function noteRefusedKey(
  db: CompanyQueries,
  { id, apiKey }: Pick<PaymentAccount, 'id' | 'apiKey'>,
  refusal: string,
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('paymentAccount')
    .set({ refusedAt: now, refusal, updatedAt: now })
    .where('id', '=', id)
    // The key may have been replaced since the request.
    .where('apiKey', '=', apiKey)
    .where('refusedAt', 'is', null)
    .where('removedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

const liveKeyStart = 'rk_live_';

/** Whether a key moves money: it is not of the provider's test mode. */
export const isLiveKey = (apiKey: string) => apiKey.startsWith(liveKeyStart);

/** Returns the columns of a new key, which the provider has not refused. */
export function keyColumns(accounts: PaymentAccounts, account: AccountId, apiKey: string) {
  return {
    apiKey: accounts.seal(apiKey, account, 'apiKey'),
    apiKeyEnd: apiKey.slice(-4),
    isLive: isLiveKey(apiKey),
    refusedAt: null,
    refusal: null,
  };
}

interface NewAccount extends AccountId {
  apiKey: string;
  webhookSecret?: string | undefined;
  createdAt: string;
}

/** Stores the account of a company that has none. */
export async function insertAccount(
  db: CompanyQueries,
  accounts: PaymentAccounts,
  { companyId, id, apiKey, webhookSecret, createdAt }: NewAccount,
): Promise<void> {
  const account = { companyId, id };
  await db
    .insertInto('paymentAccount')
    .values({
      id,
      ...keyColumns(accounts, account, apiKey),
      webhookSecret:
        webhookSecret === undefined ? null : accounts.seal(webhookSecret, account, 'webhookSecret'),
      createdAt,
      updatedAt: createdAt,
    })
    .execute();
}
