import type { Tables } from '@pv-planning/database';
import type { Kysely } from 'kysely';
import type { Context } from '../kernel/handler-context.ts';
import type { PaymentAccounts } from '../kernel/payment-accounts/payment-accounts.ts';
import {
  type PaymentAccountAdministration,
  paymentAccountAdministration,
} from './accounts/payment-account-administration.ts';
import { type RefundAdministration, refundAdministration } from './refund-administration.ts';
import { type SettleAdministration, settleAdministration } from './settle/settle-administration.ts';

export type { PaymentAccountSummary } from './accounts/payment-account-administration.ts';

/** Manages accounts at the payment provider, and payments of bookings. */
export interface PaymentAdministration
  extends PaymentAccountAdministration,
    SettleAdministration,
    RefundAdministration {}

interface PaymentParts {
  kysely: Kysely<Tables>;
  accounts: PaymentAccounts;
  publicUrl: string | undefined;
  /** Runs work in a transaction of a company. */
  inTransaction<T>(companyId: string, work: (context: Context) => Promise<T>): Promise<T>;
}

export function paymentAdministration(parts: PaymentParts): PaymentAdministration {
  return {
    ...paymentAccountAdministration(parts),
    ...settleAdministration(parts),
    ...refundAdministration(parts),
  };
}
