import type { Database } from '@pv-planning/database';
import type { Logger } from 'pino';
import type { PaymentAccounts } from '../../kernel/payment-accounts/payment-accounts.ts';
import type { Clock } from '../../kernel/records/change-time.ts';
import type { DatabaseTransactions } from '../../kernel/transactions/database-transactions.ts';
import { workOnRefund } from '../../payments/cancel/work-on-refund.ts';
import { observeCheckout } from '../../payments/checkout/observe-checkout.ts';
import { processEvent } from '../../payments/inbox/process-event.ts';
import type { LeasedRow, Outcome } from '../leased-queue/queue-rows.ts';
import type { QueueDefinition } from '../leased-queue/start-queue.ts';
import { systemCaller } from './system-caller.ts';

interface PaymentParts {
  database: Database;
  clock: Clock;
  accounts: PaymentAccounts;
  transactions: DatabaseTransactions;
  logger: Logger;
}

/**
 * Exceeds three requests to the provider of at most 8 seconds and two transactions. The work of a process that dies waits for this
 * time. If work takes longer, two processes do it, and the first one decides.
 */
const leaseMs = 60_000;

/** Limits in all and per company, whose requests to the provider may all wait for a response. */
const limits = { maxInProgress: 40, maxOfCompany: 10, leaseMs };

/** Customers wait for the outcome of their checkouts, also after an outage. */
const longestCheckoutPauseMs = 30_000;

/** The time for which the provider repeats an event that is not accepted. */
const eventMs = 3 * 86_400_000;

/** The queues of checkouts, refunds and events of the provider. */
export function paymentQueues({ database, clock, accounts, transactions, logger }: PaymentParts): {
  [Table in 'checkout' | 'refund' | 'providerEvent']: QueueDefinition<Table>;
} {
  /** Accounts at the provider, and transactions of the row's company. */
  const partsOf = ({ companyId }: { companyId: string }): Parameters<typeof observeCheckout>[1] => ({
    accounts,
    inTransaction: (change) => transactions.write(systemCaller(companyId, 'payments'), change),
  });

  async function process(event: LeasedRow<'providerEvent'>): Promise<Outcome> {
    const error = await processEvent(event, partsOf(event));
    if (error === undefined) return { kind: 'done' };
    const { companyId, id, type, createdAt } = event;
    if (Date.parse(await clock(database.kysely)) - Date.parse(createdAt) <= eventMs)
      return { kind: 'repeat', error };
    logger.error({ companyId, id, type, error }, 'an event of the payment provider was given up');
    return { kind: 'failed', error };
  }

  return {
    checkout: {
      table: 'checkout',
      ...limits,
      longestPauseMs: () => longestCheckoutPauseMs,
      async work(checkout) {
        const { nextAt, error } = await observeCheckout(checkout, partsOf(checkout));
        if (error !== undefined) return { kind: 'repeat', error };
        return nextAt === null ? { kind: 'done' } : { kind: 'later', dueAt: nextAt };
      },
    },
    refund: {
      table: 'refund',
      ...limits,
      // The answer of the provider is stored with the change that it causes.
      async work(refund) {
        return { kind: 'recorded', status: await workOnRefund(refund, partsOf(refund)) };
      },
    },
    providerEvent: { table: 'providerEvent', ...limits, work: process },
  };
}
