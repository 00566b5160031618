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
 * Three requests to the provider, each of which takes at most 8 seconds, and two transactions. It is also how long the work of a process
 * that dies waits. If it takes longer, two processes do the same work, of which the first one decides.
 */
const leaseMs = 60_000;

/** Of all companies, and of one of them: its requests to the provider may all wait for a response. */
const limits = { maxInProgress: 40, maxOfCompany: 10, leaseMs };

/** Customers wait for what the provider says of their checkouts, also after an outage. */
const longestCheckoutPauseMs = 30_000;

/** As long as the provider repeats an event that is not accepted. */
const eventMs = 3 * 86_400_000;

/** Asks the provider what became of checkouts, decides about their bookings, makes refunds, and processes what the provider reports. */
export function paymentQueues({ database, clock, accounts, transactions, logger }: PaymentParts): {
  [Table in 'checkout' | 'refund' | 'providerEvent']: QueueDefinition<Table>;
} {
  /** What the work of a row needs: the accounts at the provider, and transactions in the name of the company. */
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
      // What the provider says is stored with what changes by it.
      async work(refund) {
        return { kind: 'recorded', status: await workOnRefund(refund, partsOf(refund)) };
      },
    },
    providerEvent: { table: 'providerEvent', ...limits, work: process },
  };
}
