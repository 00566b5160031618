import type { CompanyQueries } from '@pv-planning/database';
import { v7 as uuidv7 } from 'uuid';
import { webhookPath } from '../../kernel/payment-accounts/account-handle.ts';
import { insertAccount } from '../../kernel/payment-accounts/account-records.ts';
import type { PaymentAccounts } from '../../kernel/payment-accounts/payment-accounts.ts';
import type { PaymentStandIn } from './payment-stand-in.ts';

export interface DemoPayments {
  standIn: PaymentStandIn;
  accounts: PaymentAccounts;
  /** Address of the service. */
  serviceUrl: string;
}

/** Gives the demo company an account at the stand-in of the payment provider. */
export async function addDemoPayments(
  db: CompanyQueries,
  companyId: string,
  { standIn, accounts, serviceUrl }: DemoPayments,
): Promise<void> {
  const account = { companyId, id: uuidv7() };
  const webhookUrl = new URL(webhookPath(account), serviceUrl).href;
  const { apiKey, webhookSecret } = standIn.createAccount(webhookUrl);
  const createdAt = new Date().toISOString();
  await insertAccount(db, accounts, { ...account, apiKey, webhookSecret, createdAt });
}
